import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { anyFileLength, firstBodyType, writeDerived } from '../../derive.ts';
import { check, prepare, runScenario } from '../../go.ts';
import { firstOnes, generate, generator } from '../../openapi-generator.ts';
import type { Target } from '../../target.ts';
import { declaredNames } from '../../ugly-names.ts';

export default {
  name: 'openapi-generator-go',
  generator,
  language: 'Go',
  needs: ['java', 'mvn', 'go'],
  cannot: {
    campaign_stream:
      'an answer is read to its end before it is returned (its issue 24543), and `text/event-stream` is not decoded',
  },
  without: ['unreachable'],
  limits: [firstOnes],
  // Its own types for numbers that may be null end with their bits.
  names: ({ directory }) =>
    declaredNames(join(directory, 'client'), 'Go').filter((name) => !/(Int|Float)\d\d$/.test(name)),
  async generate(context) {
    prepare(context);
    // A file's length is measured as a text's; of a body's types JSON is sent.
    const contract = writeDerived(context, anyFileLength, firstBodyType);
    const properties = { packageName: 'client', withGoMod: false, enumClassPrefix: true };
    await generate(context, { language: 'go', contract, properties });
    // The client is a package of the scenario's module.
    for (const file of ['go.mod', 'go.sum'])
      rmSync(join(context.directory, 'client', file), { force: true });
  },
  // Its unions end with statements that are never reached.
  check: (context) => check(context, ['-unreachable=false']),
  run: runScenario,
} satisfies Target;
