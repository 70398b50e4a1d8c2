import type { Writable } from 'node:stream';
import { CompiledQuery, type Transaction } from 'kysely';
import pg from 'pg';
import type { Database } from '../../generated/database.ts';

/** What a COPY statement reads, in the place of a statement's values. */
export class CopyInput {
  readonly data: Buffer;
  constructor({ buffer, byteOffset, length }: Uint8Array) {
    this.data = Buffer.from(buffer, byteOffset, length);
  }
}

/**
 * Copies rows into a table with a statement `copy ... from stdin`. It ends as other statements do: with the database's
 * error, at its time limit, with its transaction. Not for the embedded database, which would stop.
 */
export async function copyIn(
  trx: Transaction<Database>,
  statement: string,
  data: Uint8Array,
): Promise<void> {
  await trx.executeQuery(CompiledQuery.raw(statement, [new CopyInput(data)]));
}

/** The parts of pg's connection that its types leave out. */
interface CopyingConnection {
  readonly stream: Writable;
  endCopyFrom(): void;
}

/** The beginning of the message that holds all rows: its type, and its length without the type. */
function copyData(length: number): Buffer {
  const head = Buffer.alloc(5, 'd');
  head.writeInt32BE(length + 4, 1);
  return head;
}

/** The driver's statement for such values. */
export class Copy extends pg.Query {
  readonly input: CopyInput;
  constructor(text: string, input: CopyInput) {
    super(text);
    this.input = input;
  }
  /** Called by the driver when the server waits for the rows. The driver itself would copy them before it sends them. */
  handleCopyInResponse(connection: CopyingConnection): void {
    const { data } = this.input;
    connection.stream.write(copyData(data.length));
    connection.stream.write(data);
    connection.endCopyFrom();
  }
}
