import { brotliCompressSync, gzipSync } from 'node:zlib';
import { InvalidRequest } from '../../../src/errors.ts';
import { shown } from '../../../src/http/bounded-faults.ts';
import type { Operation } from '../../../src/http/operations.ts';
import { validateBody } from '../../../src/http/validate.ts';
import { parseJson } from '../../../src/http/json.ts';
import { exampleRequest } from '../../../test/support/examples.ts';
import { worstBodies } from '../../../test/support/worst-bodies.ts';

/** A body that is expensive, as sent. */
export interface Body {
  readonly kind: string;
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

const json = { 'content-type': 'application/json' };
/** For a first look at bodies, which are compared by what each byte costs. */
const sampleBytes = 32_768;
const kept = 3;

/** The processor's time in this thread for the work on a body before an operation gets it. */
function costOf(operation: Operation, bytes: Buffer): number {
  const { user, system } = process.threadCpuUsage();
  try {
    shown(validateBody(operation, parseJson(bytes)));
  } catch (error) {
    if (!(error instanceof InvalidRequest)) throw error;
    shown(error.faults);
  }
  const after = process.threadCpuUsage();
  return after.user + after.system - user - system;
}

/** The bodies of the largest allowed size that cost an operation the most, and compressed ones. */
export function worstOf(operation: Operation): Body[] {
  const limit = operation.body?.limit ?? 0;
  if (operation.bodySchema === undefined || operation.body?.isForm === true)
    return rawBodies(operation, Math.min(limit, 4 * 2 ** 20));
  const candidates = worstBodies(operation.bodySchema).map((body) => ({
    ...body,
    cost: costOf(operation, Buffer.from(body.of(Math.min(sampleBytes, limit)))),
  }));
  const plain = candidates
    .toSorted((a, b) => b.cost - a.cost)
    .slice(0, kept)
    .map(({ kind, of }) => ({
      kind,
      bytes: Buffer.from(of(limit)).subarray(0, limit),
      headers: json,
    }));
  const text = Buffer.from(`["${'a'.repeat(limit - 4)}"]`);
  return [
    ...plain,
    ...grown(exampleRequest(operation.id).body, limit),
    { kind: 'as many zeros as are counted', bytes: zeros(Math.min(limit, 99_000)), headers: json },
    {
      kind: 'gzip of its limit',
      bytes: gzipSync(text),
      headers: { ...json, 'content-encoding': 'gzip' },
    },
    {
      kind: 'gzip of 100 MB',
      bytes: bomb,
      headers: { ...json, 'content-encoding': 'gzip' },
    },
    {
      kind: 'brotli of its limit',
      bytes: brotliCompressSync(text),
      headers: { ...json, 'content-encoding': 'br' },
    },
  ];
}

/** The example with one list of it repeated up to the limit: what passes the schema reaches the handler. */
function grown(example: unknown, limit: number): Body[] {
  const made: Body[] = [];
  const walk = (value: unknown, wrap: (text: string) => string, at: string): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value) && value.length > 0) {
      const item = JSON.stringify(value[0]);
      const room = limit - Buffer.byteLength(wrap('[]'));
      for (const count of [100, 1000, 10_000]) {
        const text = Array.from({ length: count }, () => item).join(',');
        if (Buffer.byteLength(text) < room)
          made.push({
            kind: `${at} ${count} times`,
            bytes: Buffer.from(wrap(`[${text}]`)),
            headers: json,
          });
      }
    }
    for (const [name, part] of Object.entries(value)) {
      const others = JSON.stringify({ ...value, [name]: '\u0001' });
      const inside = (text: string): string => wrap(others.replace('"\\u0001"', () => text));
      if (!Array.isArray(value)) walk(part, inside, `${at}.${name}`);
    }
  };
  walk(example, (text) => text, 'body');
  return made;
}

const zeros = (bytes: number): Buffer => Buffer.from(`[${'0,'.repeat(bytes / 2 - 1)}0]`);
const bomb = gzipSync(Buffer.alloc(100_000_000, '['));

/** Bodies that are no JSON of a schema: uploads, forms, pictures, and what carriers sign. */
function rawBodies({ body }: Operation, bytes: number): Body[] {
  const types = body?.types ?? [];
  const boundary = 'stalls';
  const part = `--${boundary}\r\ncontent-disposition: form-data; name="`;
  const fillings: readonly (readonly [string, string])[] = [
    ['one line', 'a'.repeat(bytes)],
    ['commas', ','.repeat(bytes)],
    ['quotes', '"'.repeat(bytes)],
    ['empty lines', '\n'.repeat(bytes)],
    ['brackets', '['.repeat(bytes)],
    ['short rows', `phone_number\n${'+1\n'.repeat(bytes / 3)}`],
    ['short names', 'a&'.repeat(bytes / 2)],
    ['objects', '{}\n'.repeat(bytes / 3)],
    ['parts', `${part}a"\r\n\r\n0\r\n`.repeat(bytes / 70)],
    ['a part', `${part}file"; filename="a.wav"\r\n\r\n${'\r\n--stall'.repeat(bytes / 9)}`],
  ];
  return types.flatMap((type) =>
    fillings.map(([kind, text]) => ({
      kind: `${type}: ${kind}`,
      bytes: Buffer.from(text),
      headers: {
        'content-type': type.startsWith('multipart/') ? `${type}; boundary=${boundary}` : type,
      },
    })),
  );
}
