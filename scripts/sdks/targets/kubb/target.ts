import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Target } from '../../target.ts';
import { check, commandOf, pinned, prepare, runScenario } from '../../typescript.ts';

const without = ['exactOptionalPropertyTypes'];

const config = (contract: string): string => `
import { defineConfig } from '@kubb/core';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';
import { pluginClient } from '@kubb/plugin-client';
export default defineConfig({
  root: '.',
  input: { path: ${JSON.stringify(contract)} },
  output: { path: './client', clean: true, format: false },
  plugins: [
    pluginOas({ generators: [] }),
    pluginTs({}),
    pluginClient({ client: 'axios', bundle: true, paramsType: 'object' }),
  ],
});
`;

export default {
  name: 'kubb',
  generator: `kubb ${pinned('@kubb/cli').split(' ')[1]} with ${pinned('@kubb/plugin-client', 'axios')}`,
  language: 'TypeScript',
  needs: [],
  without,
  cannot: {
    campaign_stream: 'no event streams: its function waits for the end and returns one event',
  },
  limits: [
    'of the three content types of an upload its function takes JSON alone: CSV goes through its `fetch`',
  ],
  async generate(context) {
    prepare(context);
    const { contract, directory, run } = context;
    writeFileSync(join(directory, 'kubb.config.mjs'), config(contract));
    await run(commandOf('kubb'), ['generate', '--config', 'kubb.config.mjs']);
  },
  check: (context) => check(context, without),
  run: runScenario,
} satisfies Target;
