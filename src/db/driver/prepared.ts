import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import pg from 'pg';
import { Copy, CopyInput } from '../copy.ts';
import {
  commitInDoubt,
  isCommitInDoubt,
  isReadOnlyServer,
  isSilence,
  isStale,
  ofDatabase,
  silence,
} from '../errors.ts';
import { areSimple, NamedStatement, selectsAll } from './statement.ts';
import { clientLimit } from '../time-limits.ts';
import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { Database } from '../../../generated/database.ts';

/** Maximum number of statements that a connection names; further ones are sent unnamed, since each costs memory. */
const maxNames = 1000;
/** A list of values produces a statement per length; long ones are not worth a name. */
const maxLength = 8000;

/** In place of the name of a statement that gets none: a column that is added to its table would change its result. */
const unnamed = '';

function nameOf(text: string, names: Map<string, string>): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= maxNames || text.length > maxLength)
    return known === unnamed ? undefined : known;
  if (selectsAll(text)) return void names.set(text, unnamed);
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
  names.set(text, name);
  return name;
}

/** The statement in the driver's terms, with its own timeout, and its name if it is to have one. */
function statementOf(
  text: string,
  values: unknown,
  client: Client,
): pg.QueryConfig | NamedStatement | Copy {
  const input = Array.isArray(values) ? (values[0] as unknown) : undefined;
  if (input instanceof CopyInput) return new Copy(text, input);
  const query_timeout = clientLimit.getStore();
  const isNamed = client.prepares && Array.isArray(values) && values.length > 0;
  const name = isNamed ? nameOf(text, client.names) : undefined;
  if (name !== undefined && query_timeout === undefined && areSimple(values as unknown[]))
    return new NamedStatement({ name, text }, values as never, client);
  return {
    text,
    values: values as unknown[],
    ...(name !== undefined && { name }),
    ...(query_timeout !== undefined && { query_timeout }),
  };
}

/** A method of pg's client that its types leave out. */
interface StartupConf {
  readonly getStartupConf: (this: Client) => Record<string, string>;
}

class Client extends pg.Client {
  /** Whether statements are prepared by name. */
  prepares = true;
  /** The names of the statements that the connection has sent. */
  readonly names = new Map<string, string>();
  /** Whether a pooler lends this connection the server's, one after another. */
  isPooled = false;
  /** The process that the server, or a pooler, says it is. */
  declare readonly processID: number;
  declare readonly connection: pg.Connection & { readonly stream: Socket };
  declare private readonly connectionParameters: { query_timeout: number | false };
  /** False while a statement waits for its answer. */
  declare private readonly readyForQuery: boolean;
  /** Whether the last statement has a time limit of its own, which pg watches. */
  #hasOwnLimit = false;
  /** Whether the node of a Citus that has the rows did not answer the last statement's commit. */
  #isInDoubt = false;

  constructor(config?: pg.ClientConfig) {
    super(config);
    this.on('notice', ({ message }) => {
      if (isCommitInDoubt(message)) this.#isInDoubt = true;
    });
    const { query_timeout: silenceMs } = this.connectionParameters;
    if (typeof silenceMs !== 'number') return;
    // pg would set and clear a timer for each statement; the socket has one, which reads and writes only touch.
    this.connectionParameters.query_timeout = false;
    this.once('connect', () => {
      const { stream } = this.connection;
      stream.setTimeout(silenceMs).on('timeout', () => {
        if (!this.readyForQuery && !this.#hasOwnLimit) stream.destroy(silence());
      });
    });
  }

  /** What the connection asks for as it opens. PgBouncer passes these on, but refuses `options`. */
  getStartupConf(): Record<string, string> {
    const { getStartupConf } = pg.Client.prototype as unknown as StartupConf;
    return { ...getStartupConf.call(this), TimeZone: 'UTC', DateStyle: 'ISO' };
  }

  // @ts-expect-error pg declares two overloads; this one passes its callback through.
  override connect(callback?: (error?: unknown) => void): Promise<void> | undefined {
    const connect = super.connect.bind(this) as (done?: unknown) => Promise<void> | undefined;
    if (callback) return connect((error: unknown) => callback(ofDatabase(error)));
    return connect()?.catch((error: unknown) => Promise.reject(ofDatabase(error)));
  }

  // @ts-expect-error pg declares a dozen overloads; this one passes its arguments through.
  override query(text: unknown, values?: unknown, callback?: unknown): unknown {
    const pass = (...args: unknown[]): unknown => super.query(...(args as [string]));
    const statement = typeof text === 'string' ? statementOf(text, values, this) : text;
    this.#hasOwnLimit = (statement as { query_timeout?: number }).query_timeout !== undefined;
    if (callback !== undefined)
      return pass(statement, (error: unknown, result: unknown) =>
        (callback as Callback)(this.#failureOf(error), result),
      );
    // pg's own promise keeps results alive so long that the garbage collector copies them: a list of 1,000 rows then
    // costs a quarter more.
    return new Promise((resolve, reject) => {
      pass(statement, (failure: unknown, result: unknown) => {
        const error = this.#failureOf(failure);
        if (!error) return resolve(result);
        // pg would give the connection of an abandoned statement back as healthy, and one whose statements were prepared
        // before a table changed. The pool removes one that has ended.
        if (isSilence(error) || isReadOnlyServer(error) || isStale(error)) void this.end();
        reject(ofDatabase(error));
      });
    });
  }

  /** Why the statement that has ended failed; Citus' own error would be that of a wrong statement. */
  #failureOf(error: unknown): unknown {
    const isInDoubt = this.#isInDoubt;
    this.#isInDoubt = false;
    return isInDoubt ? commitInDoubt(error) : error;
  }
}

type Callback = (error: unknown, result: unknown) => void;

/**
 * A client that reads timestamps in UTC, prepares each statement once per connection where it may, and ends its
 * connection when the server no longer answers or has become read-only. PostgreSQL parses and plans unnamed statements every time, which takes a fifth of the time of
 * a short query.
 */
export type PreparingClient = pg.ClientBase & Pick<Client, 'prepares' | 'isPooled' | 'processID'>;
export const NamedStatements = Client as unknown as typeof pg.Client;

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
