import type { Target } from '../../target.ts';
import { check, commandOf, pinned, prepare, runScenario } from '../../typescript.ts';

const without = ['exactOptionalPropertyTypes'];

export default {
  name: 'hey-api',
  generator: pinned('@hey-api/openapi-ts'),
  language: 'TypeScript',
  needs: [],
  without,
  limits: [
    'of the three content types of an upload its function takes JSON alone: CSV goes through its `client.post`',
  ],
  async generate(context) {
    prepare(context);
    const { contract, run } = context;
    await run(commandOf('openapi-ts'), [
      '--input',
      contract,
      '--output',
      'client',
      '--client',
      '@hey-api/client-fetch',
      '--no-log-file',
    ]);
  },
  check: (context) => check(context, without),
  run: runScenario,
} satisfies Target;
