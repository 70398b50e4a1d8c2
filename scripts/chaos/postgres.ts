import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** The PostgreSQL server itself, and connections past every proxy. */
export interface Postgres {
  readonly url: string;
  stop(mode: 'immediate' | 'fast'): Promise<void>;
  start(): Promise<void>;
  /** Runs work on a connection of its own; an error ends the work, as the server may be gone. */
  with<T>(work: (client: pg.Client) => Promise<T>): Promise<T>;
  /** The same, again and again until the server answers. */
  persistently<T>(work: (client: pg.Client) => Promise<T>): Promise<T>;
}

const retryMs = 250;

export async function openPostgres(url: string): Promise<Postgres> {
  const directory = process.env['TEST_DATABASE_DIRECTORY'];
  if (directory === undefined)
    throw new Error(
      'It stops its PostgreSQL. Unset TEST_DATABASE_URL, and run it under scripts/with-postgres.ts.',
    );
  const withClient: Postgres['with'] = async (work) => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
    client.on('error', () => {});
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end().catch(() => {});
    }
  };
  const { data, binaries, durable } = await withClient(async (client) => {
    const { rows } = await client.query<{ data: string; binaries: string; durable: string }>(
      `select current_setting('data_directory') as data, current_setting('synchronous_commit') as durable,
         (select setting from pg_config where name = 'BINDIR') as binaries`,
    );
    return rows[0]!;
  });
  if (durable !== 'on') throw new Error('Stopping the server loses commits: set PG_DURABLE=1.');
  const { uid, gid } = statSync(data);
  const control = async (...args: string[]): Promise<number | null> => {
    const account = process.getuid?.() === 0 ? { uid, gid } : {};
    const options = { ...account, cwd: '/', stdio: 'ignore' } as const;
    const child = spawn(join(binaries, 'pg_ctl'), [`--pgdata=${data}`, '--wait', ...args], options);
    const [code] = (await once(child, 'exit')) as [number | null];
    return code;
  };
  return {
    url,
    with: withClient,
    async stop(mode) {
      await control(`--mode=${mode}`, 'stop');
    },
    async start() {
      const options = `--options=-p ${new URL(url).port}`;
      const log = `--log=${join(data, '..', 'log')}`;
      while ((await control(options, log, 'start')) !== 0 && (await control('status')) !== 0)
        await pause(retryMs);
    },
    async persistently(work) {
      for (;;) {
        try {
          return await withClient(work);
        } catch {
          await pause(retryMs);
        }
      }
    },
  };
}
