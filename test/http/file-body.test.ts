import { createHash, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { send } from '../../src/http/answer.ts';
import { fail } from '../../src/http/failures.ts';
import { dispositionOf, fileAnswer } from '../../src/http/file-body.ts';
import { loadContract } from '../../src/http/operations.ts';
import { RequestState } from '../../src/http/state.ts';

const bytes = randomBytes(10_000);
const sha256 = createHash('sha256').update(bytes).digest('hex');
const operation = loadContract().operations.find(({ id }) => id === 'getStory')!;
let server: Server;
let url: string;
let opened = 0;
beforeAll(async () => {
  server = createServer((req, res) => {
    const arrival = { arrived: 0, addressOf: () => '' };
    const state = new RequestState(req, res, arrival);
    const { body, headers } = fileAnswer({
      sha256,
      bytes: bytes.length,
      mediaType: 'audio/wav',
      filename: 'Tour.wav',
      read: async (range) => {
        opened += 1;
        return Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]);
      },
    });
    send(operation, state, { status: 200, headers, body }).catch((error: unknown) =>
      fail(state, error),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

async function get(headers: Record<string, string> = {}, method = 'GET') {
  const answer = await fetch(url, { headers, method });
  return { answer, body: Buffer.from(await answer.arrayBuffer()) };
}

describe('A file', () => {
  test('is sent whole, with its name, type, size and ETag', async () => {
    const { answer, body } = await get();

    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'audio/wav',
      'content-length': '10000',
      'accept-ranges': 'bytes',
      'content-disposition': 'attachment; filename="Tour.wav"',
    });
    expect(answer.headers.get('etag')).toMatch(/^"[\w-]{24}"$/);
    expect(body.equals(bytes)).toBe(true);
  });

  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=100-199', 100, 199],
    ['bytes=9990-', 9990, 9999],
    ['bytes=-10', 9990, 9999],
    ['bytes=9000-99999', 9000, 9999],
  ])('is sent in part for %s', async (range, start, end) => {
    const { answer, body } = await get({ range });

    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end}/10000`);
    expect(answer.headers.get('content-length')).toBe(String(end - start + 1));
    expect(body.equals(bytes.subarray(start, end + 1))).toBe(true);
  });

  test.each(['bytes=0-1,5-9', 'lines=1-2', 'bytes=x-y', 'nonsense'])(
    'is sent whole for %s',
    async (range) => {
      const { answer, body } = await get({ range });

      expect([answer.status, body.length]).toEqual([200, 10_000]);
    },
  );

  test('is refused in a part behind its end', async () => {
    const { answer, body } = await get({ range: 'bytes=10000-' });

    expect(answer.status).toBe(416);
    expect(answer.headers.get('content-range')).toBe('bytes */10000');
    expect(JSON.parse(body.toString())).toMatchObject({
      code: 'range_not_satisfiable',
      bytes: 10_000,
    });
  });

  test('is sent in part if it still is the one that If-Range names, else whole', async () => {
    const etag = (await get()).answer.headers.get('etag')!;
    const range = 'bytes=0-9';

    expect((await get({ range, 'if-range': etag })).answer.status).toBe(206);
    expect((await get({ range, 'if-range': '"another"' })).answer.status).toBe(200);
    expect((await get({ range, 'if-range': `W/${etag}` })).answer.status).toBe(200);
  });

  test('is not sent to a client that has it, nor for HEAD', async () => {
    const etag = (await get()).answer.headers.get('etag')!;
    const before = opened;

    const same = await get({ 'if-none-match': etag });
    const head = await get({}, 'HEAD');

    expect([same.answer.status, same.body.length]).toEqual([304, 0]);
    expect([head.answer.status, head.answer.headers.get('content-length')]).toEqual([200, '10000']);
    expect(opened).toBe(before);
  });
});

describe('A file name', () => {
  test.each([
    ['Tour.wav', 'attachment; filename="Tour.wav"'],
    ['Grüße.wav', `attachment; filename="Gr__e.wav"; filename*=UTF-8''Gr%C3%BC%C3%9Fe.wav`],
    ['a"b.wav', `attachment; filename="a_b.wav"; filename*=UTF-8''a%22b.wav`],
    ['../a\r\nSet-Cookie: x', 'attachment; filename=".._a__Set-Cookie: x"'],
    [`it's (1).wav`, `attachment; filename="it's (1).wav"`],
  ])('%j is sent as %s', (name, header) => {
    expect(dispositionOf(name)).toBe(header);
  });
});
