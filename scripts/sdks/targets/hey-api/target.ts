import type { Target } from '../../target.ts';
import { check, commandOf, pinned, prepare, runScenario } from '../../typescript.ts';

const without = ['exactOptionalPropertyTypes'];

export default {
  name: 'hey-api',
  generator: pinned('@hey-api/openapi-ts'),
  language: 'TypeScript',
  needs: [],
  without,
  async generate(context) {
    prepare(context);
    const { contract, run } = context;
    await run(commandOf('openapi-ts'), [
      '--input',
      contract,
      '--output',
      'client',
      '--no-log-file',
    ]);
  },
  check: (context) => check(context, without),
  run: runScenario,
} satisfies Target;
