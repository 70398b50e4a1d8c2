import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeImage } from '../../scripts/generate/database-image.ts';
import { connectPglite, openPglite, imageName, images, placeImage } from '../../src/db/embedded.ts';
import { migrate } from '../../src/db/migrate.ts';

function temporary(): string {
  const directory = mkdtempSync(join(tmpdir(), 'voice-agent-image-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** A directory of images with one of this name. */
function givenImage(name: string): string {
  const from = temporary();
  mkdirSync(join(from, name));
  writeFileSync(join(from, name, 'PG_VERSION'), '17');
  return from;
}

test('An image is a migrated database', async () => {
  if (!existsSync(join(images, imageName()))) await makeImage();
  const directory = join(temporary(), 'db');

  await placeImage(directory);

  const connection = connectPglite(await openPglite(directory));
  expect(await migrate(connection.db)).toEqual([]);
  expect(await connection.db.selectFrom('users').select('id').execute()).toEqual([]);
  await connection.close();
}, 120_000);

test('An image is copied whole or not at all, in place of what an earlier start left', async () => {
  const parent = temporary();
  const directory = join(parent, 'db');
  mkdirSync(`${directory}.partial`);
  writeFileSync(join(`${directory}.partial`, 'half'), '');

  await placeImage(directory, givenImage('of-other-migrations'));
  expect(readdirSync(parent)).toEqual([]);

  await placeImage(directory, givenImage(imageName()));
  expect(readdirSync(directory)).toEqual(['PG_VERSION']);
  expect(readdirSync(parent)).toEqual(['db']);
});

test('An image replaces no database', async () => {
  const directory = join(temporary(), 'db');
  mkdirSync(directory);
  writeFileSync(join(directory, 'rows'), '');

  await placeImage(directory, givenImage(imageName()));

  expect(readdirSync(directory)).toEqual(['rows']);
});

test('An image has another name if a byte of a migration differs', () => {
  const sources = temporary();
  cpSync(join(import.meta.dirname, '../../src/db'), sources, { recursive: true });
  expect(imageName(sources)).toBe(imageName());

  writeFileSync(join(sources, 'migrations/0001_accounts.ts'), '');

  expect(imageName(sources)).not.toBe(imageName());
});
