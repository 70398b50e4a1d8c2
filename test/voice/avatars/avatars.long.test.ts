import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32, createDeflate, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { tinyPng } from '../../support/binary-bodies.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { together } from '../../support/together.ts';
import { givenProfile } from '../given.ts';

const pathOf = (id: string): string => `/api/v1/voice/profiles/${id}`;
const put = (member: Member, id: string, raw: Uint8Array, headers: Record<string, string> = {}) =>
  member.send('PUT', `${pathOf(id)}/avatar`, {
    raw,
    headers: { 'content-type': 'image/png', ...headers },
  });

async function given() {
  const member = await newOrganization();
  return { member, id: await givenProfile(member) };
}

/** The stored picture, as bytes. */
async function picture({ server, token }: Member, id: string) {
  const answer = await fetch(`${server.url}${pathOf(id)}/avatar`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
}

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c06' } });

/** A PNG that says it has this size; its rows are zeros. */
function claimedPng(width: number, height: number, rows: Buffer): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const parts = [chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...parts]);
}

test('The process that decodes pictures has an empty environment', () => {
  const source = readFileSync(
    new URL('../../../src/voice/avatars/picture.ts', import.meta.url),
    'utf8',
  );

  expect(source).toContain('const run = { env: {}, ');
});

describe('setVoiceProfileAvatar', () => {
  test.each(['png', 'jpeg', 'webp'] as const)(
    'stores a %s as WebP of at most 512 by 512 pixels, whatever its content type',
    async (format) => {
      const { member, id } = await given();
      const bytes = await plain(1000, 600).toFormat(format).toBuffer();

      const answer = await put(member, id, bytes);

      expect(answer.status).toBe(200);
      expect(answer.body.avatar_path).toBe(`${pathOf(id)}/avatar`);
      const stored = await picture(member, id);
      expect(stored.answer.headers.get('content-type')).toBe('image/webp');
      expect(stored.answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(stored.answer.headers.get('content-disposition')).toMatch(/^attachment; filename="/);
      expect(await sharp(stored.bytes).metadata()).toMatchObject({
        format: 'webp',
        width: 512,
        height: 307,
      });
      expect((await member.get(pathOf(id))).body).toEqual(answer.body);
      expect((await member.get('/api/v1/voice/profiles')).body).toEqual([answer.body]);
    },
  );

  test('drops all metadata, such as where the picture was taken, and turns it upright', async () => {
    const { member, id } = await given();
    const bytes = await plain(40, 20)
      .withExif({
        IFD0: { Artist: 'Ada Lovelace' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(bytes.includes('Ada Lovelace')).toBe(true);

    await put(member, id, bytes, { 'content-type': 'image/jpeg' });

    const stored = await picture(member, id);
    const { exif, icc, xmp, iptc, width, height } = await sharp(stored.bytes).metadata();
    expect([exif, icc, xmp, iptc]).toEqual([undefined, undefined, undefined, undefined]);
    expect([width, height]).toEqual([20, 40]);
    expect(stored.bytes.includes('Ada')).toBe(false);
  });

  test.each<[string, Uint8Array]>([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['half a picture', tinyPng.subarray(0, 50)],
    ['rows that are missing', claimedPng(100, 100, deflateSync(Buffer.alloc(200)))],
  ])('refuses %s and keeps the picture that is there', async (_, bytes) => {
    const { member, id } = await given();
    const before = (await put(member, id, tinyPng)).body;

    const answer = await put(member, id, bytes);

    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['body']]);
    expect((await member.get(pathOf(id))).body).toEqual(before);
  });

  test('refuses a small file with 900 million pixels without decoding it', async () => {
    const { member, id } = await given();
    const bomb = claimedPng(30_000, 30_000, await deflatedZeros(30_001 * 30_000));
    const before = process.memoryUsage().rss;

    const answer = await put(member, id, bomb);

    expect([answer.status, answer.body.detail[0].msg]).toEqual([
      422,
      'The picture has 30000 by 30000 pixels; it can have 25000000 at most.',
    ]);
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  test('refuses a content type that is no picture', async () => {
    const { member, id } = await given();

    const answer = await put(member, id, tinyPng, { 'content-type': 'text/html' });

    expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_media_type']);
  });

  test('refuses a body of more than 5 MiB', async () => {
    const { member, id } = await given();

    const answer = await put(member, id, new Uint8Array(5_242_881));

    expect([answer.status, answer.body.code]).toEqual([413, 'payload_too_large']);
  });

  test('keeps the ETag if the picture is the same', async () => {
    const { member, id } = await given();

    const [first, again] = [await put(member, id, tinyPng), await put(member, id, tinyPng)];

    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
  });

  test('refuses more than the bytes that the organization can have', async () => {
    const { member, id } = await given();
    const admin = await newOrganization({ superAdmin: true });
    const limits = `/api/v1/admin/organizations/${member.organization_id}/limits`;
    await admin.put(limits, { voice_bytes_limit: 10 });

    const answer = await put(member, id, tinyPng);

    expect([answer.status, answer.body.limit_name]).toEqual([409, 'voice_bytes_limit']);
    expect((await member.get(pathOf(id))).body.avatar_path).toBeNull();
  });

  test('leaves one of two pictures that arrive at once, whole', async () => {
    const { member, id } = await given();
    const pictures = [await plain(30, 30).png().toBuffer(), tinyPng];

    const answers = await together(
      member.server,
      pictures.map((bytes) => () => put(member, id, bytes)),
    );

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { width } = await sharp((await picture(member, id)).bytes).metadata();
    expect([1, 30]).toContain(width);
  });
});

describe('getVoiceProfileAvatar', () => {
  test('sends a part of the picture', async () => {
    const { member, id } = await given();
    await put(member, id, tinyPng);
    const avatar = `${pathOf(id)}/avatar`;
    const { bytes } = await picture(member, id);

    const part = await member.send('GET', avatar, { headers: { range: 'bytes=0-3' } });
    const beyond = await member.send('GET', avatar, { headers: { range: 'bytes=99999-' } });

    expect([part.status, part.text]).toEqual([206, 'RIFF']);
    expect(part.headers.get('content-range')).toBe(`bytes 0-3/${bytes.length}`);
    expect([beyond.status, beyond.body.code]).toEqual([416, 'range_not_satisfiable']);
  });

  test('does not find a picture of a profile that has none', async () => {
    const { member, id } = await given();

    const answer = await member.get(`${pathOf(id)}/avatar`);

    expect([answer.status, answer.body.detail]).toEqual([404, 'Picture not found.']);
  });
});

describe('deleteVoiceProfileAvatar', () => {
  test('removes the picture from the profile', async () => {
    const { member, id } = await given();
    await put(member, id, tinyPng);

    expect((await member.delete(`${pathOf(id)}/avatar`)).status).toBe(204);

    expect((await member.get(pathOf(id))).body.avatar_path).toBeNull();
    expect((await member.get(`${pathOf(id)}/avatar`)).status).toBe(404);
    expect((await member.delete(`${pathOf(id)}/avatar`)).status).toBe(404);
  });
});

/** Compressed beside the event loop, which would otherwise stand still for seconds. */
const deflatedZeros = (bytes: number): Promise<Buffer> =>
  buffer(Readable.from(zeros(bytes)).pipe(createDeflate()));

function* zeros(bytes: number): Generator<Buffer> {
  const chunk = Buffer.alloc(1_048_576);
  for (let left = bytes; left > 0; left -= chunk.length) yield chunk.subarray(0, left);
}
