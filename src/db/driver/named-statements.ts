import { createHash } from 'node:crypto';
import pg from 'pg';
import { copyOf } from '../copy.ts';
import { isReadOnlyServer, isSilence, isStale, ofDatabase } from '../errors.ts';
import { areSimple, NamedStatement, selectsAll } from './statement.ts';
import { ownQueryTimeout } from '../time-limits.ts';

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
): pg.QueryConfig | NamedStatement {
  const query_timeout = ownQueryTimeout();
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
    const statement =
      typeof text === 'string' ? (copyOf(text, values) ?? statementOf(text, values, this)) : text;
    if (callback !== undefined) return pass(statement, callback);
    // pg's own promise keeps results alive so long that the garbage collector copies them: a list of 1,000 rows then
    // costs a quarter more.
    return new Promise((resolve, reject) => {
      pass(statement, (error: unknown, result: unknown) => {
        if (!error) return resolve(result);
        // pg would give the connection of an abandoned statement back as healthy, and one whose statements were prepared
        // before a table changed. The pool removes one that has ended.
        if (isSilence(error) || isReadOnlyServer(error) || isStale(error)) void this.end();
        reject(ofDatabase(error));
      });
    });
  }
}

/**
 * A client that reads timestamps in UTC, prepares each statement once per connection where it may, and ends its
 * connection when the server no longer answers or has become read-only. PostgreSQL parses and plans unnamed statements every time, which takes a fifth of the time of
 * a short query.
 */
export type PreparingClient = pg.ClientBase & Pick<Client, 'prepares' | 'isPooled' | 'processID'>;
export const NamedStatements = Client as unknown as typeof pg.Client;
