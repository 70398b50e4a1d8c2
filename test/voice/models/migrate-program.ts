import * as fs from 'node:fs';
import { moveModels } from '../../../src/voice/models/migration.ts';
import { steps } from './kill-at-step.ts';

// A process that migrates and can be killed: `node --import kill-at-step.ts migrate-program.ts <source> <destination>`.
const [source = '', destination = ''] = process.argv.slice(2);
fs.writeSync(1, 'begun\n');
const begun = performance.now();
for await (const event of moveModels({ source, destination })) {
  if (event.event === 'progress') continue;
  const milliseconds = performance.now() - begun;
  fs.writeSync(1, `${JSON.stringify({ ...event, steps: steps()[0], milliseconds })}\n`);
}
