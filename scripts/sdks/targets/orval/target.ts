import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Target } from '../../target.ts';
import { check, commandOf, pinned, prepare, runScenario } from '../../typescript.ts';

const config = (contract: string): string => `
export default {
  api: {
    input: ${JSON.stringify(contract)},
    output: {
      target: 'client/api.ts',
      client: 'fetch',
      override: { mutator: { path: 'send.ts', name: 'send' } },
    },
  },
};
`;

export default {
  name: 'orval',
  generator: pinned('orval'),
  language: 'TypeScript',
  needs: [],
  cannot: {
    campaign_stream: 'no event streams: its function waits for the end and returns one event',
  },
  limits: [
    'the address, the credential and the reading of bodies are left to a function of the application',
  ],
  async generate(context) {
    prepare(context);
    const { contract, directory, target, run } = context;
    cpSync(join(target, 'send.ts'), join(directory, 'send.ts'));
    writeFileSync(join(directory, 'orval.config.mjs'), config(contract));
    await run(commandOf('orval'), ['--config', 'orval.config.mjs']);
  },
  check: (context) => check(context),
  run: runScenario,
} satisfies Target;
