import type { Target } from '../../target.ts';
import { check, commandOf, pinned, prepare, runScenario } from '../../typescript.ts';

export default {
  name: 'redocly',
  generator: pinned('@redocly/cli'),
  language: 'TypeScript',
  needs: [],
  cannot: {
    upload_csv: 'of the three content types of an upload its function takes JSON alone',
  },
  limits: [
    'it is experimental',
    'of two successful responses it types the one of the lower status: that of `initiateCall` is the dry run',
  ],
  async generate(context) {
    prepare(context);
    const { contract, run } = context;
    await run(commandOf('redocly'), [
      'generate-client',
      contract,
      '--output',
      'client/client.ts',
      '--import-ext',
      'ts',
      '--error-mode',
      'result',
      '--args-style',
      'grouped',
    ]);
  },
  check: (context) => check(context),
  run: runScenario,
} satisfies Target;
