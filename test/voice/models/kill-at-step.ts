import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

// Loaded before a program (`node --import`). Counts the steps in which the program changes files, and kills the process
// just before the step in KILL_AT_STEP, counted from 1. If KILL_AT_CALLS names functions, only their calls are steps.
const ofPaths = ['link', 'lutimes', 'mkdir', 'open', 'rename', 'rm', 'symlink'];
const ofFiles = ['chmod', 'close', 'sync', 'utimes', 'write'];
const killAt = Number(process.env['KILL_AT_STEP']);
const chosen = process.env['KILL_AT_CALLS']?.split(',');
const remove = fs.rmSync;
let steps = 0;

const file = await fs.promises.open('/', 'r');
count(Object.getPrototypeOf(file), ofFiles);
await file.close();
count(fs.promises, ofPaths);
syncBuiltinESMExports();
steps = 0;

function count(owner: object, names: readonly string[]): void {
  for (const name of names.filter((each) => !chosen || chosen.includes(each))) {
    const step = Reflect.get(owner, name);
    Object.defineProperty(owner, name, {
      value(...parameters: unknown[]) {
        steps += 1;
        if (steps === killAt) die(name, String(parameters[0]));
        return Reflect.apply(step, this, parameters);
      },
    });
  }
}

/** Dies in the middle of a deletion, which is one step here but many for the system. */
function die(name: string, path: string): void {
  const [half] = name === 'rm' ? fs.readdirSync(path) : [];
  if (half !== undefined) remove(join(path, half), { recursive: true });
  process.kill(process.pid, 'SIGKILL');
}

export const countedSteps = (): number => steps;
