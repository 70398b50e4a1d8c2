import { Buffer } from 'node:buffer';
import type { Socket } from 'node:net';
import type pg from 'pg';
import { serialize } from 'pg-protocol';

type Parse = (text: string) => unknown;

/** How the rows of a statement are read. */
interface Columns {
  readonly names: readonly string[];
  readonly parsers: readonly Parse[];
  /** A row whose values are null. Rows are copies of it: adding one member after another costs a copy for each. */
  readonly empty: Readonly<Record<string, null>>;
}

/** A connection of pg, with the parts that its types leave out. */
interface Wire {
  readonly stream: Socket;
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  /** The columns of the statements that this connection has run. */
  columnsOf?: Map<string, Columns>;
}

/** What a statement has to know of its client. */
interface Client extends pg.CustomTypesConfig {
  /** Whether a pooler may prepare the statement anew, on another of the server's connections. */
  readonly isPooled: boolean;
}

/** A row has other columns than the statement's description: a table was changed meanwhile. */
export class StaleColumns extends Error {
  constructor() {
    super('A row has other columns than its statement had before.');
  }
}

/** Whether the columns of a statement's result are those that its tables happen to have: a `*` outside of parentheses. */
export function selectsAll(text: string): boolean {
  let outer = text.replaceAll(/--.*$/gm, '').replaceAll(/'[^']*'/g, '');
  for (let length = 0; length !== outer.length;) {
    length = outer.length;
    outer = outer.replaceAll(/\([^()]*\)/g, '');
  }
  return /(?:\b(?:select|distinct|returning)|,)\s*(?:"?\w+"?\.)?\*/i.test(outer);
}

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

type Value = string | number | boolean | bigint | null | undefined | Buffer;

const simple = new Set(['string', 'number', 'boolean', 'bigint', 'undefined']);

/** Whether values need no conversion but to text. */
export const areSimple = (values: readonly unknown[]): values is readonly Value[] =>
  values.every((value) => value === null || simple.has(typeof value) || Buffer.isBuffer(value));

function toText(value: Value): string | Buffer | null | undefined {
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
    return String(value);
  return value;
}

interface Result {
  readonly command: string;
  readonly rowCount: number;
  readonly rows: readonly object[];
  readonly fields: readonly never[];
}

type Callback = (error: Error | null, result?: Result) => void;

const executeAndSync = Buffer.concat([serialize.execute(), serialize.sync()]);
const describe = serialize.describe({ type: 'P' });

/**
 * A named statement in pg's protocol for queries. pg asks for the columns of every result and writes each message by
 * itself; this one remembers the columns of a statement that its connection has run before, and writes once. PostgreSQL
 * refuses a prepared statement whose columns have changed. A pooler prepares it anew instead, so behind one the columns
 * are described each time.
 */
export class NamedStatement {
  readonly name: string;
  readonly text: string;
  callback: Callback | undefined;
  readonly #values: readonly Value[];
  readonly #client: Client;
  #columns: Columns | undefined;
  #known: Map<string, Columns> | undefined;
  #error: Error | undefined;
  #command = '';
  readonly #rows: object[] = [];

  constructor(
    { name, text }: { readonly name: string; readonly text: string },
    values: readonly Value[],
    client: Client,
  ) {
    this.name = name;
    this.text = text;
    this.#values = values;
    this.#client = client;
  }

  submit(connection: Wire): Error | null {
    const { name, text } = this;
    this.#known = connection.columnsOf ??= new Map();
    if (!this.#client.isPooled) this.#columns = this.#known.get(name);
    const isParsed =
      connection.parsedStatements[name] !== undefined ||
      connection.submittedNamedStatements[name] !== undefined;
    const bind = serialize.bind({
      statement: name,
      values: this.#values as never,
      valueMapper: toText as (value: unknown) => unknown,
    });
    const parts = this.#columns
      ? [bind, executeAndSync]
      : [...(isParsed ? [] : [serialize.parse({ name, text })]), bind, describe, executeAndSync];
    if (!isParsed) connection.submittedNamedStatements[name] = text;
    if (connection.stream.writable) connection.stream.write(Buffer.concat(parts));
    return null;
  }
  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    this.#columns = {
      names: fields.map(({ name }) => name),
      empty: Object.fromEntries(fields.map(({ name }) => [name, null])),
      parsers: fields.map(
        ({ dataTypeID }) => this.#client.getTypeParser(dataTypeID, 'text') as Parse,
      ),
    };
    this.#known?.set(this.name, this.#columns);
  }
  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.#error || !this.#columns) return;
    const { names, parsers, empty } = this.#columns;
    const row: Record<string, unknown> = { ...empty };
    try {
      if (fields.length !== names.length) throw new StaleColumns();
      for (let index = 0; index < fields.length; index += 1) {
        const field = fields[index] as string | null;
        if (field !== null) row[names[index] as string] = parsers[index]?.(field);
      }
      this.#rows.push(row);
    } catch (error) {
      this.#known?.delete(this.name);
      this.#error = error as Error;
    }
  }
  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#command = text;
  }
  handleReadyForQuery(): void {
    if (this.#error) return this.callback?.(this.#error);
    const [command = '', ...counts] = this.#command.split(' ');
    const rowCount = Number(counts.at(-1) ?? 0);
    this.callback?.(null, { command, rowCount, rows: this.#rows, fields: [] });
  }
  handleError(error: Error): void {
    this.callback?.(this.#error ?? error);
  }
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}
  handleCopyData(): void {}
}
