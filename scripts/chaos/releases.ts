import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = new URL('../..', import.meta.url).pathname;

/** The folder of the release at a commit or tag, taken from Git and installed once by its own Makefile. */
export function folderOfRelease(ref: string): string {
  const git = ['-C', root];
  const commit = execFileSync('git', [...git, 'rev-parse', '--verify', `${ref}^{commit}`], {
    encoding: 'utf8',
  }).trim();
  // Node runs no TypeScript below node_modules, so this cannot be in its cache.
  const folder = join(tmpdir(), `voice-agent-platform-api-${commit}`);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished);
  const archive = execFileSync('git', [...git, 'archive', commit], { maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', unfinished], { input: archive });
  execFileSync('make', ['install'], { cwd: unfinished, stdio: 'inherit' });
  renameSync(unfinished, folder);
  return folder;
}
