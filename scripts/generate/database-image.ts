import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from '../../src/db/connect.ts';
import { connectPglite, createPglite, imageName, images } from '../../src/db/embedded.ts';
import { migrate } from '../../src/db/migrate.ts';

// Makes the database that the first start on an empty DATA_DIR copies. `make install` and `make generate` run it; the
// image that others read is never changed, only replaced by that of other migrations.

/** Makes a migrated database and keeps it as the image; `use` works on it before. */
export async function makeImage(use?: (connection: Connection) => Promise<void>): Promise<void> {
  mkdirSync(images, { recursive: true });
  const name = imageName();
  const made = mkdtempSync(join(images, 'partial-'));
  try {
    const connection = connectPglite(await createPglite({ dataDir: join(made, 'db') }));
    await migrate(connection.db);
    await use?.(connection);
    await connection.close();
    // Sources that changed meanwhile are not those that it was made of.
    if (imageName() === name) keep(made, name);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

function keep(directory: string, name: string): void {
  unlessElsewhere(() => renameSync(join(directory, 'db'), join(images, name)));
  const past = readdirSync(images).filter(
    (other) => /^[0-9a-f]{32}$/.test(other) && other !== name,
  );
  for (const other of past) {
    // Whoever copies it sees that it is gone; it is deleted with the directory.
    unlessElsewhere(() => renameSync(join(images, other), join(directory, other)));
  }
}

/** Another process may have made the same image, or taken an old one away. */
function unlessElsewhere(rename: () => void): void {
  try {
    rename();
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(code)) throw error;
  }
}

if (import.meta.main && !existsSync(join(images, imageName()))) await makeImage();
