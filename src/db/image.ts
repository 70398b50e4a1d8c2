import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Where images are kept: embedded databases that are migrated, and empty. */
export const images = join(root, 'node_modules/.cache/database');

/** What an image is made of. */
const engines = ['@electric-sql/pglite', 'kysely'];

/** The name of the image that the engine and the migrations make: another one if a byte of them differs. */
export function imageName(sources = join(root, 'src/db')): string {
  const hash = createHash('sha256');
  for (const name of engines)
    hash.update(readFileSync(join(root, 'node_modules', name, 'package.json')));
  for (const name of readdirSync(sources, { recursive: true, encoding: 'utf8' }).toSorted())
    if (name.endsWith('.ts')) hash.update(`${name}\0`).update(readFileSync(join(sources, name)));
  return hash.digest('hex').slice(0, 32);
}

/**
 * Copies the current image to a directory that does not exist, which takes a tenth of the time that the engine takes to
 * make and migrate a database. Without an image it does nothing. A copy that is cut off leaves no directory.
 */
export function placeImage(directory: string, from = images): void {
  const partial = `${directory}.partial`;
  rmSync(partial, { recursive: true, force: true });
  if (existsSync(directory)) return;
  try {
    const image = join(from, imageName());
    if (!existsSync(image)) return;
    cpSync(image, partial, { recursive: true });
    // It is renamed before it is deleted, so the copy of one that still has its name is whole.
    if (existsSync(image)) renameSync(partial, directory);
  } catch {
    // The engine makes the database itself, or says what is wrong with the directory.
  }
  rmSync(partial, { recursive: true, force: true });
}
