import { createServer, type Server } from 'node:http';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Request } from 'express';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Failure, InvalidRequest } from '../../src/errors.ts';
import { type Form, readForm } from '../../src/http/multipart.ts';
import { streamed } from '../../src/http/body-streams.ts';
import { openSpool } from '../../src/storage/spool.ts';

const limit = 1_000_000;
const directory = mkdtempSync(join(tmpdir(), 'voice-agent-forms-'));
const spool = openSpool(directory);
let server: Server;
let url: string;
let [forms, errors]: [Form[], unknown[]] = [[], []];
beforeAll(async () => {
  server = createServer((req, res) => {
    const signal = new AbortController().signal;
    const request = req as Request;
    readForm(request, streamed({ req: request, res }, limit), { spool, signal })
      .then((form) => forms.push(form))
      .catch((error: unknown) => errors.push(error))
      .finally(() => res.end());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  [forms, errors] = [[], []];
});
afterAll(() => {
  server.close();
  rmSync(directory, { recursive: true });
});

const names = (): string[] => readdirSync(directory);
type Part = readonly [name: string, value: string | Blob, filename?: string];
async function post(...parts: readonly Part[]): Promise<void> {
  const body = new FormData();
  for (const [name, value, filename] of parts)
    if (typeof value === 'string') body.append(name, value);
    else body.append(name, value, filename);
  await fetch(url, { method: 'POST', body }).then((answer) => answer.text());
}
const faults = () =>
  errors.map((error) =>
    error instanceof InvalidRequest ? error.faults.map(({ loc }) => loc.join('.')) : error,
  );

describe('A form', () => {
  test('has its fields as text, and its file as a temporary file', async () => {
    await post(['reference_text', 'Grüße'], ['file', new Blob(['abc']), '../../etc/passwd']);

    const { file, ...fields } = forms[0]!;
    expect(fields).toEqual({ reference_text: 'Grüße' });
    expect(file).toMatchObject({ bytes: 3, filename: 'passwd' });
    const { path } = file as { path: string };
    expect(path.startsWith(directory)).toBe(true);
    expect(readFileSync(path, 'utf8')).toBe('abc');
    await spool.remove(file as never);
  });

  test('may have no file and no field; the schema decides', async () => {
    await post(['language', 'en']);

    expect(forms).toEqual([{ language: 'en' }]);
  });

  test.each<[string, string, readonly Part[]]>([
    [
      'two files',
      'body',
      [
        ['file', new Blob(['a']), 'a'],
        ['file', new Blob(['b']), 'b'],
      ],
    ],
    ['a file of another name', 'body.avatar', [['avatar', new Blob(['a']), 'a']]],
    [
      'a field twice',
      'body.name',
      [
        ['name', 'a'],
        ['name', 'b'],
        ['file', new Blob(['a']), 'a'],
      ],
    ],
    [
      'a field that cannot be stored',
      'body.name',
      [
        ['file', new Blob(['a']), 'a'],
        ['name', 'a\0'],
      ],
    ],
    ['a field of 100 kB', 'body.name', [['name', 'x'.repeat(100_000)]]],
    ['thirty fields', 'body', Array.from({ length: 30 }, (_, n): Part => [`n${n}`, 'x'])],
  ])('with %s is refused and leaves no file', async (_, loc, parts) => {
    await post(...parts);

    expect(faults()).toEqual([[loc]]);
    expect(names()).toEqual([]);
  });

  test('larger than the limit is refused and leaves no file', async () => {
    await post(['file', new Blob(['x'.repeat(2 * limit)]), 'large']);

    expect(errors).toEqual([expect.any(Failure)]);
    expect((errors[0] as Failure).problem.code).toBe('payload_too_large');
    expect(names()).toEqual([]);
  });

  test.each([
    ['no boundary', 'multipart/form-data', 'abc'],
    ['a body that is no form', 'multipart/form-data; boundary=x', 'abc'],
    [
      'a file that never ends',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
    ],
  ])('with %s is refused and leaves no file', async (_, type, body) => {
    await fetch(url, { method: 'POST', body, headers: { 'content-type': type } });

    expect(faults()).toEqual([['body']]);
    expect(names()).toEqual([]);
  });

  test('that ends in a part too many is refused', async () => {
    const part = '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n0\r\n';
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };

    await fetch(url, { method: 'POST', headers, body: part.repeat(5000) });

    expect(faults()).toEqual([['body']]);
  });

  test('whose client leaves in the middle leaves no file', async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(
      'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 5000\r\n\r\n' +
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
    );
    await expect.poll(() => names()).toHaveLength(1);

    socket.destroy();

    await expect.poll(() => faults()).toEqual([['body']]);
    expect(names()).toEqual([]);
  });
});
