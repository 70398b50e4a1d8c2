import { describe, expect, test } from 'vitest';
import { connectTest, copyUrl, onPostgres } from '../support/database.ts';

interface Options {
  connectionTimeoutMillis?: number;
  onConnect?: (client: unknown) => Promise<void>;
}

describe.runIf(onPostgres)('A new connection of the pool', () => {
  test('is not lost if the request for it times out while the connection is checked', async () => {
    const connection = connectTest(await copyUrl(), { poolSize: 1 });
    const { pool } = connection;
    const options = pool.options as unknown as Options;
    options.connectionTimeoutMillis = 500;
    const { onConnect } = options;
    expect(onConnect).toBeTypeOf('function');
    const held = await pool.connect();
    const waiting = pool.connect();
    const late = waiting.catch((error: unknown) => error);
    options.onConnect = async (client) => {
      await late;
      await onConnect?.(client);
    };

    // The next connection is opened for the request that waits.
    held.release(true);
    const error = await late;
    options.connectionTimeoutMillis = 5000;
    const next = await pool.connect();

    expect(error).toMatchObject({ message: 'timeout exceeded when trying to connect' });
    const { rows } = await next.query('select 1 as one');
    expect(rows).toEqual([{ one: 1 }]);
    next.release();
    await connection.close();
  });
});
