import { join } from 'node:path';
import type { Target } from '../../target.ts';
import { check, commandOf, pinned, prepare, runScenario } from '../../typescript.ts';

export default {
  name: 'openapi-fetch',
  generator: pinned('openapi-typescript', 'openapi-fetch'),
  language: 'TypeScript',
  needs: [],
  limits: ['it hands over the text of a stream, which the application splits into events'],
  async generate(context) {
    prepare(context);
    const { contract, directory, run } = context;
    await run(commandOf('openapi-typescript'), [
      contract,
      '--output',
      join(directory, 'client/api.ts'),
    ]);
  },
  check: (context) => check(context),
  run: runScenario,
} satisfies Target;
