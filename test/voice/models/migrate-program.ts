import * as fs from 'node:fs';
import { countedSteps } from './kill-at-step.ts';
import { run } from './run-migration.ts';

// A process that migrates and can be killed: `node --import kill-at-step.ts migrate-program.ts <source> <destination>`.
// A file beside the destination says that it is the directory in use.
const [source = '', destination = ''] = process.argv.slice(2);
fs.writeSync(1, 'begun\n');
const begun = performance.now();
const { errors } = await run(
  { source, destination },
  {
    isSwitched: fs.existsSync(`${destination}.in-use`),
    switchOver: async () => fs.writeFileSync(`${destination}.in-use`, ''),
  },
);
const milliseconds = performance.now() - begun;
fs.writeSync(1, `${JSON.stringify({ errors, steps: countedSteps(), milliseconds })}\n`);
