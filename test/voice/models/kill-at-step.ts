import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads';

// Loaded before a program (`node --import`). Counts the steps in which the program's threads change files, and kills
// the process just before the step in KILL_AT_STEP, counted from 1. If KILL_AT_CALLS names functions, only their calls
// are steps.
const all = [
  'closeSync',
  'fchmodSync',
  'fsyncSync',
  'futimesSync',
  'lutimesSync',
  'mkdirSync',
  'openSync',
  'renameSync',
  'rmSync',
  'symlinkSync',
  'writeSync',
] as const;
const killAt = Number(process.env['KILL_AT_STEP']);
const chosen = process.env['KILL_AT_CALLS']?.split(',');
const names = all.filter((name) => !chosen || chosen.includes(name));
const key = 'steps';
const remove = fs.rmSync;

if (isMainThread) {
  setEnvironmentData(key, new Int32Array(new SharedArrayBuffer(4)));
} else {
  const counter = steps();
  for (const name of names) {
    const step: (...parameters: never[]) => unknown = fs[name];
    Object.defineProperty(fs, name, {
      value: (...parameters: never[]) => {
        if (Atomics.add(counter, 0, 1) + 1 === killAt) die(name, String(parameters[0]));
        return step(...parameters);
      },
    });
  }
  syncBuiltinESMExports();
}

/** Dies in the middle of a deletion, which is one step here but many for the system. */
function die(name: string, path: string): void {
  const [half] = name === 'rmSync' ? fs.readdirSync(path) : [];
  if (half !== undefined) remove(join(path, half), { recursive: true });
  process.kill(process.pid, 'SIGKILL');
}

/** The step counter that all threads of the process share. */
export function steps(): Int32Array {
  const counter = getEnvironmentData(key);
  if (!(counter instanceof Int32Array)) throw new Error('Load this module with --import.');
  return counter;
}
