import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { connectEmbedded } from '../../src/db/embedded.ts';

/** The modes of a directory and of all that is in it, each once. */
const modesIn = (directory: string): string[] => {
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  const modes = ['', ...names].map((name) => statSync(join(directory, name)).mode.toString(8));
  return [...new Set(modes)].toSorted();
};

test('The embedded database belongs to its user alone, also one that was made for everybody', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'voice-agent-private-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const database = join(dataDir, 'db');

  const first = await connectEmbedded(dataDir);
  const fresh = modesIn(database);
  await first.close();
  chmodSync(database, 0o755);
  chmodSync(join(database, 'base'), 0o755);
  chmodSync(join(database, 'PG_VERSION'), 0o666);
  const second = await connectEmbedded(dataDir);
  const again = modesIn(database);
  await second.close();

  expect([fresh, again]).toEqual([
    ['100600', '40700'],
    ['100600', '40700'],
  ]);
});
