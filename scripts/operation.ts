/**
 * Writes an operation that reads (`make operation AREA=tools NAME=listToolTags`): its resource in the contract, its path, its
 * handler, its test and its entry. All of it or, if something is wrong with the area or the name, nothing.
 */
import { mkdirSync, rmSync, readFileSync, existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { filesOf } from './operation/plan.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { root: { type: 'string', default: fileURLToPath(new URL('..', import.meta.url)) } },
});

try {
  const [area, name] = positionals;
  if (!area || !name)
    throw new Error('Say where and what: make operation AREA=tools NAME=listToolTags.');
  const files = filesOf(values.root, area, name);
  writeAll(values.root, files);
  for (const path of files.keys()) console.log(`wrote ${path}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** If one of them cannot be written, none is. */
function writeAll(root: string, files: ReadonlyMap<string, string>): void {
  const former = [...files.keys()].map((path) => {
    const file = join(root, path);
    return [file, existsSync(file) ? readFileSync(file, 'utf8') : undefined] as const;
  });
  try {
    for (const [path, text] of files) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
  } catch (error) {
    for (const [file, text] of former)
      if (text === undefined) rmSync(file, { force: true });
      else writeFileSync(file, text);
    throw error;
  }
}
