import { createRequire } from 'node:module';

/** Whether this is the package that is published: its code is compiled, and it has commands in place of a Makefile. */
const isPackaged = import.meta.url.endsWith('.js');

/** How a person calls a command such as `start` here. */
export const commandFor = (name: string): string =>
  `${isPackaged ? 'npx voice-agent-platform' : 'make'} ${name}`;

const require = createRequire(import.meta.url);

/** What to do about packages that the published one leaves to those who use them; undefined if all are installed. */
export function missingPackages(...names: readonly string[]): string | undefined {
  const missing = names.filter((name) => !isInstalled(name));
  if (missing.length === 0) return undefined;
  const { peerDependencies = {} } = require('../../package.json') as {
    readonly peerDependencies?: Readonly<Record<string, string>>;
  };
  const exact = missing.map((name) =>
    name in peerDependencies ? `${name}@${peerDependencies[name]}` : name,
  );
  return `A package is missing that only some need. Install it and start again: npm install ${exact.join(' ')}`;
}

function isInstalled(name: string): boolean {
  try {
    require.resolve(name);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND';
  }
}
