import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { ofDatabase } from './errors.ts';
import type { PreparingClient } from './driver/prepared.ts';
import type { TimeLimits } from './time-limits.ts';

/** The server, or a pooler in front of it, does not keep what the service relies on. The message says what to change. */
export class UnfitServer extends Error {}

/** How long each statement of a check may take. */
const checkMs = 5000;
/** How long a notification may take. */
const hearMs = 2000;

type Row = Readonly<Record<string, string>>;

async function ask(client: pg.ClientBase, text: string, name?: string): Promise<readonly Row[]> {
  const statement = { text, query_timeout: checkMs, ...(name !== undefined && { name }) };
  return (await client.query<Row>(statement)).rows;
}

/**
 * Checks a new connection of a pool. Unless it is a replica's, a server that only reads counts as away, since another
 * may have taken its place behind the same address. Behind a pooler one connection is served by many of the server's:
 * statements get names only if the pooler carries them along.
 */
export async function admit(client: PreparingClient, isReplica = false): Promise<void> {
  const [server] = await ask(
    client,
    `select pg_backend_pid()::text as pid, current_setting('transaction_read_only') as read_only,
      current_setting('TimeZone') as zone, current_setting('DateStyle') as dates`,
  );
  if (server?.['read_only'] === 'on' && !isReplica)
    throw Object.assign(new Error('The database server is read-only.'), { code: '25006' });
  const { zone = '', dates = '' } = server ?? {};
  if (!/^(Etc\/)?UTC$/i.test(zone) || !dates.startsWith('ISO'))
    throw new UnfitServer(
      `The database's connections have the time zone ${zone} and the date style ${dates}, although UTC and ISO were requested as they opened. The pooler of DATABASE_URL must pass TimeZone and DateStyle on, as PgBouncer does.`,
    );
  // A pooler gives its clients process ids of its own.
  client.isPooled = Number(server?.['pid']) !== client.processID;
  client.prepares = !client.isPooled || (await carriesNames(client));
}

/** Whether a pooler prepares statements by names of its own, wherever they are used, as PgBouncer does from 1.21 on. */
async function carriesNames(client: PreparingClient): Promise<boolean> {
  const name = `probe_${randomBytes(12).toString('hex')}`;
  const known = `select from pg_prepared_statements where name = '${name}'`;
  // One transaction is served by one of the server's connections.
  await ask(client, 'begin');
  const isCarried = (await ask(client, known, name)).length === 0;
  if (!isCarried) await ask(client, `deallocate ${name}`);
  await ask(client, 'commit');
  return isCarried;
}

/**
 * Throws unless the server's own time limits are at most the wanted ones. A pooler ignores what clients request as they
 * connect, so they have to be settings of the role.
 */
export async function requireTimeLimits(client: pg.ClientBase, limits: TimeLimits): Promise<void> {
  const { query_timeout: _, ...wanted } = limits;
  const rows = await ask(
    client,
    `select name, setting, current_user as role, current_database() as database from pg_settings
    where name in ('${Object.keys(wanted).join("', '")}')`,
  );
  const loose = Object.entries(wanted).flatMap(([name, ms]) => {
    const row = rows.find((each) => each['name'] === name);
    const setting = Number(row?.['setting'] ?? 0);
    return setting > 0 && setting <= ms ? [] : [{ name, ms, setting, ...row }];
  });
  if (loose.length === 0) return;
  const changes = loose.map(
    ({ name, ms, setting, role = '', database = '' }: Record<string, string | number>) =>
      `  alter role ${pg.escapeIdentifier(String(role))} in database ${pg.escapeIdentifier(String(database))} set ${name} = ${ms};  -- is ${setting}`,
  );
  throw new UnfitServer(
    `The pooler of DATABASE_URL drops the time limits that are requested as a connection opens (DATABASE_TIMEOUT_SECONDS, DATABASE_IDLE_IN_TRANSACTION_SECONDS). Set them, in milliseconds, for the role, and then have PgBouncer open its connections again with RECONNECT:\n${changes.join('\n')}`,
  );
}

/** Throws unless the search path leads to one schema, whose tables are all that the service means by their names. */
export async function requireOwnSchema(client: pg.ClientBase): Promise<void> {
  const [row] = await ask(
    client,
    `select current_user as role, current_schema() as own, array_to_string(current_schemas(false), ', ') as path,
      (
        select string_agg(nspname, ', ') from pg_class join pg_namespace as schema on schema.oid = relnamespace
        where relname = 'kysely_migration' and nspname = any(current_schemas(false)) and nspname <> current_schema()
      ) as others`,
  );
  const { role = '', own, path, others } = row ?? {};
  const name = pg.escapeIdentifier(role);
  if (!own)
    throw new UnfitServer(
      `The search path of the role ${name} of DATABASE_URL names no schema that exists. Create one: create schema ${name} authorization ${name};`,
    );
  if (others)
    throw new UnfitServer(
      `The search path of DATABASE_URL's role leads to ${path}, and ${others} has another installation. Leave only its own schema: alter role ${name} set search_path = ${pg.escapeIdentifier(own)};`,
    );
}

/** Throws unless a session of the other address hears what the pool's connections notify. */
export async function requireSessions(
  client: pg.ClientBase,
  server: pg.ClientConfig,
): Promise<void> {
  const channel = `probe_${randomBytes(12).toString('hex')}`;
  const session = new pg.Client(server);
  const heard = Promise.withResolvers<true>();
  session.on('error', heard.reject).on('notification', () => heard.resolve(true));
  heard.promise.catch(() => {});
  const late = new AbortController();
  try {
    await session.connect();
    await ask(session, `listen ${channel}`);
    await ask(client, `notify ${channel}`);
    const silence = wait(hearMs, false, { signal: late.signal }).catch(() => false);
    if (await Promise.race([heard.promise, silence])) return;
  } catch (error) {
    throw ofDatabase(error);
  } finally {
    late.abort();
    await session.end().catch(() => {});
  }
  throw new UnfitServer(
    'Sessions at DATABASE_SESSION_URL do not hear what DATABASE_URL notifies. It must lead to the same database, past every pooler in transaction mode: to the server itself, or to a pooler in session mode.',
  );
}

export const withoutSessions = (): UnfitServer =>
  new UnfitServer(
    'DATABASE_URL leads to a pooler, such as PgBouncer, which need not keep sessions. Set DATABASE_SESSION_URL to an address of the same database that keeps them, for notifications, locks and migrations: the server itself, or a pooler in session mode.',
  );
