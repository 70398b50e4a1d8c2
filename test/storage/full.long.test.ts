import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failureFor } from '../../src/http/failures.ts';
import { reasonAgainst } from '../../src/http/health.ts';
import { loadContract } from '../../src/http/operations.ts';
import { hasRoom, hasRoomIn } from '../../src/storage/room.ts';
import { formOf, formType, wavOf } from '../support/binary-bodies.ts';
import { newOrganization } from '../support/organizations.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { givenProfile } from '../voice/given.ts';

const uploads = loadContract().operations.flatMap(({ id, method, path, body }) => {
  const type = body?.isForm ? formType : body?.types.find((each) => each.startsWith('image/'));
  return type === undefined ? [] : [[id, { method, path, type }] as const];
});

// Writing to this device fails as writing to a full disk does.
describe.skipIf(process.platform !== 'linux')('While the disk for files is full', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
    server.app.spool.write = async (stream: Readable) => {
      await pipeline(stream, createWriteStream('/dev/full'));
      throw new Error('There was room.');
    };
  });
  afterAll(() => server.close());

  test.each(uploads)('%s answers 503 storage_full', async (_, { method, path, type }) => {
    const member = await newOrganization({ server });
    const id = await givenProfile(member);
    const file = { name: 'a.wav', bytes: wavOf(20) };
    const raw =
      type === formType
        ? formOf({ fields: { profile_id: id, reference_text: 'Good morning.' }, file })
        : file.bytes;

    const answer = await member.send(method, path.replace('{profile_id}', id), {
      raw: Uint8Array.from(raw),
      headers: { 'content-type': type },
    });

    expect([answer.status, answer.body.code]).toEqual([503, 'storage_full']);
    expect(answer.headers.get('retry-after')).toBe('30');
  });
});

test.each(['ENOSPC', 'EDQUOT'])('%s below another error is storage_full', (code) => {
  const cause = Object.assign(new Error('write'), { code, syscall: 'write' });

  expect(failureFor(new Error('outer', { cause }))).toMatchObject({
    problem: { code: 'storage_full', retryAfterSeconds: 30 },
  });
});

describe('A disk', () => {
  const disk = { type: 0, bsize: 4096, frsize: 4096, blocks: 1e6, bfree: 1e6, bavail: 1e6 };
  test.each([
    ['with room', {}, true],
    ['without blocks', { bavail: 10 }, false],
    ['without blocks for users', { bfree: 1e6, bavail: 0 }, false],
    ['without inodes', { files: 1000, ffree: 0 }, false],
    ['that makes inodes as it needs them', { files: 0, ffree: 0 }, true],
    ['of unknown size', { blocks: 0, bavail: 0 }, true],
  ])('%s', (_, differing, expected) => {
    expect(hasRoom({ ...disk, files: 1000, ffree: 1000, ...differing })).toBe(expected);
  });

  test('is that of the nearest directory that is there', async () => {
    expect(await hasRoomIn('/tmp/not/there/yet')).toBe(await hasRoomIn('/tmp'));
  });

  test('that is full makes a process not ready', () => {
    expect(reasonAgainst({ migrated: true, stuck: [], skewMs: 0, full: ['DATA_DIR'] })).toContain(
      'no room for files on the disk of DATA_DIR',
    );
  });
});
