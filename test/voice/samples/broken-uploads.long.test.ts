import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { request, type ClientRequest } from 'node:http';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { later } from '../../../src/timestamp.ts';
import { emptyStorage, removeUnused } from '../../../src/voice/files/jobs.ts';
import { formOf, formType, wavOf } from '../../support/binary-bodies.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { givenProfile } from '../given.ts';
import { samplesOf, uploadSample } from './given.ts';

const organizations = 10;
const each = 100;

const server = ownServer();

interface Upload {
  readonly member: Member;
  readonly profile: string;
  readonly bytes: Buffer;
}

interface Begun extends Upload {
  readonly sending: ClientRequest;
  readonly rest: Uint8Array;
  /** The status; undefined if the connection ended without one. */
  readonly status: Promise<number | undefined>;
}

/** Sends the first half of an upload. */
function begin(upload: Upload): Begun {
  const { member, profile, bytes } = upload;
  const body = formOf({ fields: { reference_text: 'Hi' }, file: { name: 'a', bytes } });
  const half = body.length >> 1;
  const sending = request(server.url + samplesOf(profile), {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${member.token}`,
      'content-type': formType,
      'content-length': body.length,
    },
  });
  const status = new Promise<number | undefined>((done) => {
    sending.on('error', () => done(undefined));
    sending.on('response', (response) => {
      response.resume();
      response.once('close', () => done(response.complete ? response.statusCode : undefined));
    });
  });
  sending.write(body.subarray(0, half));
  return { ...upload, sending, rest: body.subarray(half), status };
}

/** Sends an upload that was refused because too many waited, until it is accepted. */
async function sendAgain({ member, profile, bytes }: Upload): Promise<number> {
  for (;;) {
    const { status } = await uploadSample(member, profile, { bytes });
    if (status !== 429) return status;
    await vi.waitFor(() => expect(server.inProgress()).toBeLessThan(organizations * 20), 30_000);
  }
}

const filesBelow = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

test(
  'Of 1,000 uploads that arrive at once and of which half break, exactly the others are there',
  { timeout: 180_000 },
  async () => {
    const uploads: Upload[] = [];
    for (let n = 0; n < organizations; n++) {
      const member = await newOrganization({ server });
      const profile = await givenProfile(member);
      for (let i = 0; i < each; i++)
        uploads.push({ member, profile, bytes: wavOf(1.5, 200 + n * each + i) });
    }
    const { app } = server;
    const memory = { before: process.memoryUsage().rss, max: 0 };
    const watch = setInterval(() => {
      memory.max = Math.max(memory.max, process.memoryUsage().rss);
    }, 20);

    const begun = uploads.map(begin);
    await vi.waitFor(() => expect(app.inProgress.taken('uploads')).toBe(uploads.length), 60_000);
    const [broken, whole] = [0, 1].map((part) => begun.filter((_, index) => index % 2 === part));
    for (const { sending } of broken!) sending.destroy();
    for (const { sending, rest } of whole!) sending.end(rest);
    const statuses = await Promise.all(whole!.map(({ status }) => status));
    const refused = whole!.filter((_, index) => statuses[index] === 429);
    const repeated: number[] = [];
    for (const upload of refused) repeated.push(await sendAgain(upload));
    await Promise.all(broken!.map(({ status }) => status));
    await vi.waitFor(() => expect(app.inProgress.taken('uploads')).toBe(0), 60_000);
    clearInterval(watch);

    const accepted = [...statuses, ...repeated].filter((status) => status === 201);
    expect(accepted).toHaveLength(uploads.length / 2);
    expect(new Set(statuses.filter((status) => status !== 201))).toEqual(
      new Set(refused.length > 0 ? [429] : []),
    );
    await expect.poll(() => filesBelow(join(app.config.dataDir, 'incoming'))).toEqual([]);
    // With the clients, which are in the same process, and the threads that decode.
    expect(memory.max - memory.before).toBeLessThan(600_000_000);

    server.setNow(later(app.now(), 2 * 60 * 60_000));
    for (let round = 0; round < 2; round++) await removeUnused(app);
    await emptyStorage(app);
    server.setNow(undefined);
    const rows = await app.db
      .selectFrom('voice_samples as sample')
      .innerJoin('voice_files as file', 'file.id', 'sample.file_id')
      .select(['sample.profile_id', 'file.sha256', 'file.id', 'file.bytes'])
      .execute();
    const kept = rows.map(({ profile_id, sha256 }) => `${profile_id} ${sha256}`);
    const expected = whole!.map(
      ({ profile, bytes }) => `${profile} ${createHash('sha256').update(bytes).digest('hex')}`,
    );
    expect(kept.toSorted()).toEqual(expected.toSorted());
    const stored = filesBelow(join(app.config.dataDir, 'files'));
    expect(stored.toSorted()).toEqual(rows.map(({ sha256, id }) => `${sha256}.${id}`).toSorted());
    const { items } = (await whole![0]!.member.get(samplesOf(whole![0]!.profile))).body;
    expect(items).toHaveLength(each / 2);
  },
);
