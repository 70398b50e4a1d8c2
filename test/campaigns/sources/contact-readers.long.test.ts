import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type ContactReaders,
  createContactReaders,
} from '../../../src/campaigns/sources/readers.ts';
import { Failure } from '../../../src/errors.ts';

const source = { id: '0190aaaa-0000-7000-8000-000000000001', organization_id: 1 };
const order = { format: 'csv', skip: false, source } as const;

const line = (index: number) => `+1212${2_000_000 + index}\n`;

/** A file without end, and how many bytes of it were read. */
function endless() {
  const read = { bytes: 0 };
  function* chunks(): Generator<Buffer> {
    yield Buffer.from('phone_number\n');
    for (let first = 0; ; first += 4000) {
      const chunk = Buffer.from(
        Array.from({ length: 4000 }, (_, index) => line((first + index) % 7_000_000)).join(''),
      );
      read.bytes += chunk.length;
      yield chunk;
    }
  }
  return { body: Readable.from(chunks(), { objectMode: false }), read };
}

const short = () => Readable.from([Buffer.from(`phone_number\n${line(1)}`)]);

let readers: ContactReaders;
beforeEach(() => {
  readers = createContactReaders({ form: 'copy', threads: 1 });
});
afterEach(() => readers.end());

/** Reads a file to its end, with the only thread. */
async function kindsOf(body: Readable): Promise<string[]> {
  const kinds = [];
  for await (const { kind } of readers.read(order, body)) kinds.push(kind);
  return kinds;
}

describe('A file of contacts', () => {
  test('is found to begin, to have rows, and to end', async () => {
    expect(await kindsOf(short())).toEqual(['begun', 'rows', 'summary']);
  });

  test('is read no further while its rows are not stored', async () => {
    const { body, read } = endless();
    const found = readers.read(order, body);
    expect((await found.next()).value?.kind).toBe('begun');
    expect((await found.next()).value?.kind).toBe('rows');

    // Each of these has several turns of the thread.
    for (let turn = 0; turn < 20; turn += 1) await kindsOf(short());
    const before = read.bytes;
    for (let turn = 0; turn < 20; turn += 1) await kindsOf(short());

    expect(read.bytes).toBe(before);
    expect(before).toBeLessThan(1_000_000);
    await found.return(undefined);
    body.destroy();
  });

  test('ends with a failure when its thread ends, and the next one has a new thread', async () => {
    const { body } = endless();
    const found = readers.read(order, body);
    await found.next();

    await readers.end();

    const failure = await (async () => {
      for await (const _ of found);
    })().catch((error: unknown) => error);
    body.destroy();
    expect(failure).toBeInstanceOf(Failure);
    expect((failure as Failure).problem.code).toBe('unavailable');
    expect(await kindsOf(short())).toEqual(['begun', 'rows', 'summary']);
  });

  test('takes turns with all files of another organization', async () => {
    const others = Array.from({ length: 6 }, () => endless());
    const reading = others.map(async ({ body: other }) => {
      const ended = async () => {
        for await (const _ of readers.read({ ...order, skip: true }, other));
      };
      await ended().catch(() => {});
    });
    const bytesOfOthers = () => others.reduce((sum, { read }) => sum + read.bytes, 0);
    await vi.waitFor(() => expect(bytesOfOthers()).toBeGreaterThan(2_000_000), 20_000);
    const chunk = Array.from({ length: 4000 }, (_, index) => line(index)).join('');
    const file = Array.from({ length: 40 }, (_, index) =>
      index ? chunk : `phone_number\n${chunk}`,
    );

    const before = bytesOfOthers();
    const own = { ...order, skip: true, source: { ...source, organization_id: 2 } };
    const body = Readable.from(
      file.map((text) => Buffer.from(text)),
      { objectMode: false },
    );
    for await (const _ of readers.read(own, body));
    const during = bytesOfOthers() - before;

    expect(during).toBeLessThan(3 * 40 * chunk.length);
    for (const { body: other } of others) other.destroy(new Error('Enough.'));
    await Promise.all(reading);
  });

  test('ends with the error of its body', async () => {
    const { body } = endless();
    const found = readers.read(order, body);
    await found.next();

    body.destroy(new Error('The client has left.'));

    await expect(
      (async () => {
        for await (const _ of found);
      })(),
    ).rejects.toThrow('The client has left.');
    expect(await kindsOf(short())).toEqual(['begun', 'rows', 'summary']);
  });
});
