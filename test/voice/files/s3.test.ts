import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { later } from '../../../src/timestamp.ts';
import { emptyStorage, removeUnused } from '../../../src/voice/files/jobs.ts';
import { wavOf } from '../../support/binary-bodies.ts';
import { newOrganization } from '../../support/organizations.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { type S3Server, startS3 } from '../../support/s3.ts';
import { givenProfile } from '../given.ts';
import { uploadSample } from '../samples/given.ts';

let s3: S3Server;
let server: TestServer;
beforeAll(async () => {
  s3 = await startS3();
  server = await startServer({
    storage: {
      kind: 's3',
      bucket: 'voices',
      prefix: 'all',
      region: 'us-east-1',
      endpoint: s3.url,
      credentials: s3.credentials,
    },
  });
});
afterEach(() => server.setNow(undefined));
afterAll(async () => {
  await server.close();
  await s3.close();
});

describe('Files in an S3-compatible store', () => {
  test('are uploaded and read in parts through the API, and go with their last reference', async () => {
    const member = await newOrganization({ server });
    const profile = await givenProfile(member);
    const bytes = wavOf(1.5);

    const { body: sample } = await uploadSample(member, profile, { bytes });
    const path = `/api/v1/voice/profiles/${profile}/samples/${sample.id}`;
    const part = await member.send('GET', `${path}/audio`, { headers: { range: 'bytes=0-3' } });
    const stored = [...s3.objects.values()].some((object) => object.equals(bytes));
    await member.delete(path);
    server.setNow(later(server.app.now(), 2 * 60 * 60_000));
    await removeUnused(server.app);
    await emptyStorage(server.app);

    expect([part.status, part.text, stored]).toEqual([206, 'RIFF', true]);
    expect([...s3.objects.values()].some((object) => object.equals(bytes))).toBe(false);
  });

  test('are copied to this machine for threads and programs, until they are released', async () => {
    const { organization_id } = await newOrganization({ server });
    const { files, spool } = server.app;
    const bytes = randomBytes(200_000);
    const file = await files.keep(
      organization_id,
      await spool.write(Readable.from([bytes])),
      'audio/wav',
    );

    const local = await files.local(file);
    const copied = readFileSync(local.path);
    await local.release();

    expect(copied.equals(bytes)).toBe(true);
    expect(existsSync(local.path)).toBe(false);
    expect((await buffer(await files.read(file))).equals(bytes)).toBe(true);
  });
});
