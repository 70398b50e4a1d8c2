import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { newOrganization } from '../support/organizations.ts';

const keys = '/api/v1/auth/api-keys';
const json = { 'content-type': 'application/json' };

describe('A body', () => {
  test.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['application/json; charset=latin1'],
  ])('of the type %s is refused', async (type) => {
    const member = await newOrganization();

    const answer = await member.send('POST', keys, {
      raw: '{"name":"x"}',
      headers: { 'content-type': type },
    });

    expect(answer.status).toBe(415);
    expect(answer.body).toMatchObject({
      code: 'unsupported_media_type',
      allowed: ['application/json'],
    });
  });

  test('without a type is refused', async () => {
    const member = await newOrganization();

    const answer = await member.send('POST', keys, {
      raw: new TextEncoder().encode('{"name":"x"}'),
    });

    expect(answer.status).toBe(415);
  });

  test('without credentials is refused above 16 KiB', async () => {
    const { server } = await newOrganization();
    const send = (path: string, bytes: number) =>
      server.send('POST', `/api/v1/auth/${path}`, { raw: '['.repeat(bytes), headers: json });

    for (const path of ['login', 'signup']) {
      expect((await send(path, 16_384)).body.detail[0].type).toBe('json_too_deep');
      expect((await send(path, 16_385)).status).toBe(413);
    }
  });

  test('over 1 MiB is refused, even if it was compressed to less', async () => {
    const member = await newOrganization();
    const raw = JSON.stringify({ name: 'x'.repeat(1_048_576) });

    const plain = await member.send('POST', keys, { raw, headers: json });
    const packed = await member.send('POST', keys, {
      raw: gzipSync(raw),
      headers: { ...json, 'content-encoding': 'gzip' },
    });

    for (const answer of [plain, packed]) {
      expect(answer.status).toBe(413);
      expect(answer.body).toMatchObject({ code: 'payload_too_large', limit_bytes: 1_048_576 });
    }
  });

  test('may be compressed', async () => {
    const member = await newOrganization();

    const answer = await member.send('POST', keys, {
      raw: gzipSync('{"name":"packed"}'),
      headers: { ...json, 'content-encoding': 'gzip' },
    });

    expect(answer.status).toBe(201);
  });

  test('with an unknown or broken compression is refused', async () => {
    const member = await newOrganization();
    const send = (raw: string | Uint8Array, encoding: string) =>
      member.send('POST', keys, { raw, headers: { ...json, 'content-encoding': encoding } });

    expect((await send('{}', 'zip')).status).toBe(415);
    expect((await send('not gzip', 'gzip')).body.detail[0].type).toBe('json_invalid');
  });

  test('is not read before the caller is authenticated', async () => {
    const { server } = await newOrganization();

    const answer = await server.send('POST', keys, {
      raw: 'not json',
      headers: json,
    });

    expect(answer.status).toBe(401);
  });
});
