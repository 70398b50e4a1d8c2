import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { spawnServer } from './process.ts';

let made: Promise<string> | undefined;

/**
 * A data directory that the demo was started on before, until the test ends. The first one of this worker is made, which
 * takes seconds; the others are copies of it.
 */
export async function demoDirectory(): Promise<string> {
  const original = await (made ??= make());
  const directory = mkdtempSync(join(tmpdir(), 'voice-agent-demo-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  cpSync(original, directory, { recursive: true });
  return directory;
}

async function make(): Promise<string> {
  const directory = join(process.env['TEST_DIRECTORY'] ?? tmpdir(), `demo-${process.pid}`);
  const server = await spawnServer({ DATA_DIR: directory, DEMO: '1' });
  const code = await server.kill('SIGTERM');
  if (code !== 0) throw new Error(`The demo ended with ${code}:\n${server.output()}`);
  return directory;
}
