import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listenFault } from '../../src/process/start.ts';

const taken: Server = createServer();
beforeAll(async () => {
  taken.listen(0, '127.0.0.1');
  await once(taken, 'listening');
});
afterAll(() => void taken.close());
const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** The error of a server that cannot listen there. */
async function errorAt(port: number, host: string): Promise<Error> {
  const [error] = (await once(createServer().listen(port, host), 'error')) as [Error];
  return error;
}

describe('A start that cannot listen says what to do', () => {
  test('if the port is in use', async () => {
    const port = portOf(taken);

    expect(listenFault(await errorAt(port, '127.0.0.1'))).toBe(
      `Port ${port} is in use by another program. Start on another port: PORT=${port + 1} make start`,
    );
  });

  test('if the address is not one of this machine', async () => {
    expect(listenFault(await errorAt(0, '203.0.113.7'))).toBe(
      'HOST is 203.0.113.7, which is no address of this machine.',
    );
  });

  test.each([
    ['EACCES', 80, 'PORT=3000 make start'],
    ['EADDRINUSE', 65_535, 'PORT=3000 make start'],
  ])('if the answer to port %s is %s', (code, port, command) => {
    const error = Object.assign(new Error(code), { code, syscall: 'listen', port });

    expect(listenFault(error)).toContain(command);
  });

  test('and nothing about other errors', () => {
    expect(listenFault(new Error('Something else.'))).toBeUndefined();
  });
});
