import { join } from 'node:path';
import { check, prepare } from '../../go.ts';
import { generate, generator } from '../../openapi-generator.ts';
import type { Target } from '../../target.ts';
import { declaredNames } from '../../ugly-names.ts';

/** What the client calls itself; `go.mod` says where it is. */
const clientModule = 'github.com/GIT_USER_ID/GIT_REPO_ID';

export default {
  name: 'openapi-generator-go',
  generator,
  language: 'Go',
  document: 'openapi-go.json',
  needs: ['java', 'mvn', 'go'],
  limits: [
    'an answer is read to its end before it is returned (its issue 24543), and `text/event-stream` is not decoded: it reads no stream',
    'of `openapi-client.json` it declares constants twice (`EXPIRED`), unless with its option `enumClassPrefix=true`',
  ],
  without: ['unreachable'],
  // Its own types for numbers that may be null end with their bits.
  names: ({ directory }) =>
    declaredNames(join(directory, 'client'), 'Go').filter((name) => !/(Int|Float)\d\d$/.test(name)),
  async generate(context) {
    prepare(context);
    await generate(context, 'go');
  },
  // Its unions end with statements that are never reached.
  check: (context) => check(context, clientModule, ['-unreachable=false']),
} satisfies Target;
