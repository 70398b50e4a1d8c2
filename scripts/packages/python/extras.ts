import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const runtimes = fileURLToPath(new URL('../../runtimes', import.meta.url));

/** A package for an agent runtime, as an extra of the client in Python. */
export interface Extra {
  readonly name: string;
  /** The requirements of its `pyproject.toml`. */
  readonly requires: readonly string[];
  /** The files of its modules. */
  readonly modules: readonly string[];
}

/** What the modules of all extras import. */
export const sharedModule = join(runtimes, 'voice_agent_run.py');

/** The packages of `scripts/runtimes`, whose sources stay there. */
export function readExtras(): Extra[] {
  return readdirSync(runtimes)
    .filter((name) => existsSync(join(runtimes, name, 'pyproject.toml')))
    .toSorted()
    .map((name) => {
      const project = readFileSync(join(runtimes, name, 'pyproject.toml'), 'utf8');
      const listed = (key: string): string[] => {
        const [, list] = new RegExp(`^${key} = \\[([^]*?)\\]$`, 'm').exec(project) ?? [];
        const items = [...(list ?? '').matchAll(/"([^"]+)"/g)].map(([, item]) => String(item));
        if (items.length > 0) return items;
        throw new Error(`The pyproject.toml of ${name} has no ${key} where they are expected.`);
      };
      const modules = listed('only-include').map((file) => join(runtimes, name, file));
      return { name, requires: listed('dependencies'), modules };
    });
}
