import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { type Account, guardCluster, makeCluster, Refusal, startServer } from './cluster.ts';

const settings = `
shared_preload_libraries = 'citus'
shared_buffers = 64MB
wal_level = logical
max_prepared_transactions = 200
max_worker_processes = 100
# They know each other on this machine alone, without certificates.
citus.node_conninfo = 'sslmode=disable'
`;

export interface CitusCluster {
  /** The coordinator first; role `cell`, database `postgres`. */
  readonly urls: readonly string[];
  stop(): Promise<void>;
}

interface Options {
  readonly binaries: string;
  readonly directory: string;
  readonly account: Account;
  readonly durable?: boolean;
  readonly nodes?: number;
}

/**
 * Starts a coordinator and nodes in the directory. Their role `cell` has the schema of that name as its search path, which
 * `distribute` places on a node.
 */
export async function startCitus(options: Options): Promise<CitusCluster> {
  const { binaries, directory, account, durable = false, nodes = 2 } = options;
  const guards: ReturnType<typeof guardCluster>[] = [];
  const stop = async (): Promise<void> => {
    const ended = guards.map((guard) => new Promise((done) => guard.once('exit', done)));
    for (const guard of guards) guard.stdin.end();
    await Promise.all(ended);
  };
  try {
    const urls: string[] = [];
    const names = Array.from({ length: nodes }, (_, index) => `node-${index + 1}`);
    for (const name of ['coordinator', ...names]) {
      const place = { binaries, directory: join(directory, name), account };
      mkdirSync(place.directory);
      const { uid, gid } = account;
      if (uid !== undefined && gid !== undefined) chownSync(place.directory, uid, gid);
      guards.push(guardCluster(place));
      makeCluster(place, { durable, settings });
      urls.push(`postgresql://postgres@127.0.0.1:${await startServer(place)}/postgres`);
    }
    await joinNodes(urls);
    await runAll(urls[0]!, [
      'create role cell superuser login',
      'alter role cell set search_path = cell',
      'alter role cell set citus.enable_unsafe_triggers = on',
    ]);
    return { urls: urls.map((url) => url.replace('postgres@', 'cell@')), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Makes a cluster of these databases of the same name, the first of which is the coordinator's. */
export async function joinNodes(urls: readonly string[]): Promise<void> {
  for (const url of urls) await runAll(url, ['create extension citus']);
  const [coordinator = '', ...nodes] = urls;
  const { hostname, port } = new URL(coordinator);
  await runAll(coordinator, [
    `select citus_set_coordinator_host('${hostname}', ${port})`,
    ...nodes.map(
      (url) => `select citus_add_node('${new URL(url).hostname}', ${new URL(url).port})`,
    ),
  ]);
}

async function runAll(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Places a migrated schema on a node, with the rows that it has, or leaves it as it is. What Citus refuses, or what would run
 * for each row that it copies, is dropped before and added again afterwards: foreign keys between partitions, which those
 * of the months' default partitions are, and triggers of `insert`. Triggers of `truncate` are disabled while the copied rows
 * are removed: added afterwards, Citus would not make them on the shards of partitions.
 */
export async function distribute(url: string, schema: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    type Pairs = { removal: string; addition: string };
    const { rows } = await client.query<Pairs>(unplaceable, [schema]);
    for (const { removal } of rows) await client.query(removal);
    await client.query('select citus_schema_distribute($1)', [schema]);
    const { rows: refusing } = await client.query<Pairs>(refusingTruncate, [schema]);
    for (const { removal } of refusing) await client.query(removal);
    // Citus only hides the rows that it has copied, and nobody would ever remove them.
    await client.query(
      `select truncate_local_data_after_distributing_table(logicalrelid)
       from pg_dist_schema join pg_dist_partition using (colocationid) where schemaid = $1::regnamespace`,
      [schema],
    );
    for (const { addition } of [...refusing, ...rows]) await client.query(addition);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

const unplaceable = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as removal,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as addition
  from pg_constraint
  where contype = 'f' and conparentid = 0 and connamespace = $1::regnamespace
    and (select relispartition from pg_class where oid = confrelid)
  union all
  select format('drop trigger %I on %s', tgname, tgrelid::regclass), pg_get_triggerdef(pg_trigger.oid)
  from pg_trigger join pg_class on pg_class.oid = tgrelid
  where relnamespace = $1::regnamespace and not tgisinternal and tgparentid = 0 and tgtype & 4 > 0`;

const refusingTruncate = `
  select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as removal,
    format('alter table %s enable %s trigger %I', tgrelid::regclass, case tgenabled when 'A' then 'always' end, tgname) as addition
  from pg_trigger join pg_class on pg_class.oid = tgrelid
  where relnamespace = $1::regnamespace and not tgisinternal and tgparentid = 0 and tgtype & (4 + 32) = 32`;

/** Makes the schema of a cell, and a role of its own. */
export const createCell = (url: string, name: string): Promise<void> =>
  runAll(url, [
    'set citus.enable_schema_based_sharding = off',
    `create role ${name} login`,
    `alter role ${name} set search_path = ${name}`,
    `alter role ${name} set citus.enable_unsafe_triggers = on`,
    `create schema ${name} authorization ${name}`,
  ]);

/** The node, `host:port`, on which the schema lies; undefined if it lies on the coordinator, as one that is not distributed. */
export async function findNodeOf(client: pg.Client, schema: string): Promise<string | undefined> {
  const { rows } = await client.query<{ node: string }>(
    `select distinct nodename || ':' || nodeport as node
     from pg_dist_schema join pg_dist_partition using (colocationid) join pg_dist_shard using (logicalrelid)
       join pg_dist_placement using (shardid) join pg_dist_node using (groupid)
     where schemaid = $1::regnamespace`,
    [schema],
  );
  return rows[0]?.node;
}

export async function nodeOf(client: pg.Client, schema: string): Promise<string> {
  const node = await findNodeOf(client, schema);
  if (node === undefined) throw new Refusal(`Citus has not placed the schema ${schema}.`);
  return node;
}

/** Moves a distributed schema to a node, `host:port`, while it is used; returns how long that took, in ms. */
export async function moveSchema(client: pg.Client, schema: string, node: string): Promise<number> {
  const [, host, port] = /^(.+):(\d+)$/.exec(node) ?? [];
  if (host === undefined) throw new Refusal(`${node} is no node, host:port.`);
  if ((await nodeOf(client, schema)) === node) return 0;
  const began = performance.now();
  await client.query('select citus_schema_move($1::regnamespace, $2::text, $3::integer)', [
    schema,
    host,
    Number(port),
  ]);
  return performance.now() - began;
}
