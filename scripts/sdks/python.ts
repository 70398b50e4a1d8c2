import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cached } from './cache.ts';
import type { Context } from './target.ts';

const support = new URL('scenario/support.py', import.meta.url).pathname;

/** The version of a package in a file of exact requirements. */
export function required(requirements: string, name: string): string {
  const version = new RegExp(`^${name}==(.+)$`, 'm').exec(readFileSync(requirements, 'utf8'))?.[1];
  if (!version) throw new Error(`${requirements} has no ${name}.`);
  return `${name} ${version}`;
}

/** The commands of a virtual environment with the target's `requirements.txt`, which is made once. */
export async function environment({ target, run }: Context): Promise<(command: string) => string> {
  const requirements = join(target, 'requirements.txt');
  const directory = await cached('python', [requirements], async (fresh) => {
    await run('python3', ['-m', 'venv', fresh]);
    const install = ['install', '--quiet', '--disable-pip-version-check', '--no-input'];
    await run(join(fresh, 'bin/pip'), [...install, '--requirement', requirements]);
  });
  return (command) => join(directory, 'bin', command);
}

/** Puts the scenario and what all scenarios in Python share beside the client. */
export function prepare({ directory, target }: Context): void {
  cpSync(join(target, 'scenario.py'), join(directory, 'scenario.py'));
  cpSync(support, join(directory, 'support.py'));
}
