import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type pg from 'pg';
import type { Database } from '../../../generated/database.ts';

type Db = Kysely<Database>;

/** Lends connections to those who send a statement by themselves. */
interface Source {
  connect(): Promise<Pick<pg.PoolClient, 'query' | 'release'>>;
}

const sources = new WeakMap<Db, Source>();

/** Lets prepared queries on this database, outside of transactions, go to its connections directly. */
export function sendDirectly(db: Db, source: Source): Db {
  sources.set(db, source);
  return db;
}

/**
 * A query that is built and compiled once, on first use; later uses only fill in values. For the most frequent queries:
 * building and compiling one takes longer than all the rest of the request.
 */
export function prepared<Values extends object, Row>(
  build: (db: Db, values: Values) => Compilable<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined;
  return (db, values) => {
    compiled ??= build(db, places as Values).compile();
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Place ? parameter.valueIn(values) : parameter,
    );
    const source = sources.get(db);
    if (source) return send<Row>(source, compiled.sql, parameters);
    return db.executeQuery<Row>({ ...compiled, parameters }).then(({ rows }) => rows);
  };
}

async function send<Row>(source: Source, text: string, values: unknown[]): Promise<Row[]> {
  const client = await source.connect();
  try {
    const { rows } = await client.query(text, values);
    return rows as Row[];
  } finally {
    client.release();
  }
}

/** Placeholder for a value in a compiled query. */
class Place {
  readonly name: string | symbol;
  constructor(name: string | symbol) {
    this.name = name;
  }
  valueIn(values: object): unknown {
    return Reflect.get(values, this.name);
  }
}

/** Returns the placeholder for any value that a query reads. */
const places = new Proxy({}, { get: (_, name) => new Place(name) });
