import { expect, onTestFinished, test } from 'vitest';
import { copyUrl, onPostgres } from '../support/database.ts';
import { spawnServer } from '../support/process.ts';
import { startProxy } from '../support/proxy.ts';

test.runIf(onPostgres)(
  'A stop ends at its timeout while the database does not respond, and says what it waited for',
  async () => {
    const proxy = await startProxy(await copyUrl());
    onTestFinished(() => proxy.close());
    const server = await spawnServer({
      DATABASE_URL: proxy.url,
      DATABASE_TIMEOUT_SECONDS: '3600',
      SECRET_KEYS: Buffer.alloc(32).toString('base64'),
      SHUTDOWN_TIMEOUT_SECONDS: '1',
    });
    onTestFinished(async () => void (await server.kill('SIGKILL')));
    proxy.stall();

    const code = await server.kill('SIGTERM');

    const line = server
      .output()
      .split('\n')
      .find((text) => text.includes('SHUTDOWN_TIMEOUT_SECONDS'));
    const { level, unfinished } = JSON.parse(line ?? '{}');
    expect([code, level]).toEqual([124, 50]);
    expect(unfinished).toContainEqual(expect.stringMatching(/^sweeps: .*webhooks\.due/));
  },
);
