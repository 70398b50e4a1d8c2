import { copyFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './commands.ts';

const folder = new URL('.', import.meta.url).pathname;
const lock = join(folder, 'package-lock.json');
const stamp = join(folder, 'node_modules/.installed');

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/** Installs what the lock file beside this file names, once for each change of it. */
export async function install(): Promise<void> {
  if (read(lock) === read(stamp)) return;
  console.log('Installing the generators.');
  rmSync(stamp, { force: true });
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  // As in scripts/node/install.sh: `npm ci` asks for optional packages of other platforms too.
  await run('npm', ['ci', ...flags], { cwd: folder }).catch(() =>
    run('npm', ['install', '--no-save', ...flags], { cwd: folder }),
  );
  copyFileSync(lock, stamp);
}
