import { bytesOf, type SourceRow } from './row-rules.ts';

/** Rows in the form in which the database takes them, PostgreSQL's binary COPY or arrays as text. */
export type PackedRows = {
  readonly count: number;
  /** Their size, see `bytesOf`. */
  readonly bytes: number;
} & (
  | { readonly form: 'copy'; readonly data: Uint8Array<ArrayBuffer> }
  | {
      readonly form: 'arrays';
      readonly row_numbers: string;
      readonly phone_numbers: string;
      readonly timezones: string;
      readonly initial_contexts: string;
      readonly external_ids: string;
      readonly metadata: string;
    }
);

/** The columns of a row in the form `copy`, in their order. */
export const packedColumns = [
  'organization_id',
  'source_id',
  'row_number',
  'phone_number',
  'timezone',
  'initial_context',
  'external_id',
  'metadata',
] as const;

interface Source {
  readonly id: string;
  readonly organization_id: number;
}

/** Collects rows until they are taken. */
export interface Packer {
  add(row: SourceRow): void;
  isFull(): boolean;
  take(): PackedRows;
  /** Takes the memory of rows that are stored, for the next ones. */
  reuse(memory: ArrayBuffer | undefined): void;
}

/** How many rows and bytes one statement takes. */
interface Limits {
  readonly rows: number;
  readonly bytes: number;
}

const signature = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const startBytes = 256 * 1024;
/** More than the fixed parts of a row and the end of the file take. */
const fixedBytes = 256;

export function copyPacker(source: Source, limits: Limits): Packer {
  const beginning = beginningOf(source);
  let data: Buffer<ArrayBuffer> = Buffer.allocUnsafeSlow(startBytes);
  let at = signature.copy(data);
  const spare: Buffer<ArrayBuffer>[] = [];
  let [count, bytes] = [0, 0];

  function makeRoom(wanted: number): void {
    if (at + wanted <= data.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(data.length * 2, at + wanted));
    data.copy(larger, 0, 0, at);
    data = larger;
  }
  /** Writes a value behind its length. */
  function put(text: string | null, version = 0): void {
    if (text === null) return void (at = data.writeInt32BE(-1, at));
    const begin = at + 4 + version;
    if (version > 0) data[at + 4] = version;
    const length = data.write(text, begin) + version;
    data.writeInt32BE(length, at);
    at += 4 + length;
  }
  return {
    add(row) {
      const { row_number, phone_number, timezone, initial_context, external_id, metadata } = row;
      const texts = phone_number.length + initial_context.length;
      const optional = (external_id?.length ?? 0) + (metadata?.length ?? 0);
      // A character has at most three bytes for each unit of its text.
      makeRoom(fixedBytes + 3 * (texts + optional));
      at += beginning.copy(data, at);
      at = data.writeInt32BE(4, at);
      at = data.writeInt32BE(row_number, at);
      put(phone_number);
      put(timezone);
      put(initial_context, 1);
      put(external_id);
      put(metadata, 1);
      count += 1;
      bytes += bytesOf(row);
    },
    isFull: () => count >= limits.rows || bytes >= limits.bytes,
    take() {
      at = data.writeInt16BE(-1, at);
      const packed = { form: 'copy', count, bytes, data: data.subarray(0, at) } as const;
      data = spare.pop() ?? Buffer.allocUnsafeSlow(data.length);
      at = signature.copy(data);
      [count, bytes] = [0, 0];
      return packed;
    },
    reuse(memory) {
      if (memory) spare.push(Buffer.from(memory));
    },
  };
}

/** How many columns there are, and the two that all rows have in common. */
function beginningOf({ id, organization_id }: Source): Buffer {
  const beginning = Buffer.alloc(2 + 4 + 8 + 4 + 16);
  beginning.writeInt16BE(packedColumns.length, 0);
  beginning.writeInt32BE(8, 2);
  beginning.writeBigInt64BE(BigInt(organization_id), 6);
  beginning.writeInt32BE(16, 14);
  beginning.write(id.replaceAll('-', ''), 18, 'hex');
  return beginning;
}

/** For the embedded database, which cannot copy from its client. */
export function arraysPacker(_source: Source, limits: Limits): Packer {
  let rows: SourceRow[] = [];
  let bytes = 0;
  return {
    add(row) {
      rows.push(row);
      bytes += bytesOf(row);
    },
    isFull: () => rows.length >= limits.rows || bytes >= limits.bytes,
    take() {
      const packed = {
        form: 'arrays',
        count: rows.length,
        bytes,
        row_numbers: `{${rows.map((row) => row.row_number).join()}}`,
        phone_numbers: `{${rows.map((row) => row.phone_number).join()}}`,
        timezones: `{${rows.map((row) => row.timezone ?? 'NULL').join()}}`,
        initial_contexts: `{${rows.map((row) => quoted(row.initial_context)).join()}}`,
        external_ids: `{${rows.map((row) => quoted(row.external_id)).join()}}`,
        metadata: `{${rows.map((row) => quoted(row.metadata)).join()}}`,
      } as const;
      rows = [];
      bytes = 0;
      return packed;
    },
    reuse: () => {},
  };
}

const quoted = (text: string | null): string =>
  text === null ? 'NULL' : `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
