import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Config } from '../../src/config.ts';
import { startServer, type TestServer } from './server.ts';

/**
 * The server of a test file or of a `describe`, on its own database: started before its first test and closed after the
 * last. After each test its clock shows the real time again.
 */
export function ownServer(overrides: Partial<Config> = {}): TestServer {
  const server = {} as TestServer;
  beforeAll(async () => {
    Object.assign(server, await startServer(overrides));
  });
  afterEach(() => server.setNow(undefined));
  afterAll(() => server.close());
  return server;
}
