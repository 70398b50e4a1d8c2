import pg from 'pg';
import { ofDatabase } from './errors.ts';
import { installationNames } from './installation-names.ts';
import { withTimeout } from '../time/with-timeout.ts';

/** A lock that one process of all that share the database holds until it is released or the process ends. */
interface Lock {
  /** Aborted when another process may hold the lock: the connection that held it broke. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/** How long a release waits for the server; twice at most. */
const releaseMs = 1000;

/** Takes the lock with that number; undefined if it is taken. */
export type Exclusive = (key: number) => Promise<Lock | undefined>;

/** For the embedded database, which has one process. */
export function localLock(): Exclusive {
  const held = new Set<number>();
  return async (key) => {
    if (held.has(key)) return undefined;
    held.add(key);
    return { lost: new AbortController().signal, release: async () => void held.delete(key) };
  };
}

/** A PostgreSQL advisory lock on its own connection; the server releases it when the process dies. */
export const advisoryLock =
  (server: pg.ClientConfig): Exclusive =>
  async (key) => {
    const client = new pg.Client(server);
    const lost = new AbortController();
    client.on('error', () => lost.abort()).on('end', () => lost.abort());
    try {
      await client.connect();
      const { rows } = await client.query<{ taken: boolean }>(
        `select pg_try_advisory_lock($1::bigint # ${installationNames.number}) as taken`,
        [key],
      );
      if (rows[0]?.taken) return { lost: lost.signal, release: () => release(client) };
    } catch (error) {
      await client.end().catch(() => {});
      throw ofDatabase(error);
    }
    await client.end();
    return undefined;
  };

/** Gives up the lock and closes its connection, without the server's consent if it does not answer. */
async function release(client: pg.Client): Promise<void> {
  const statement = { text: 'select pg_advisory_unlock_all()', query_timeout: releaseMs };
  await client.query(statement).catch(() => {});
  // While a statement waits for its answer, this destroys the connection.
  await withTimeout(releaseMs, client.end(), () => undefined);
}
