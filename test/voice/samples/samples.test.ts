import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { formOf, formType, wavOf } from '../../support/binary-bodies.ts';
import { cursorAt } from '../../support/cursors.ts';
import { onPostgres } from '../../support/database.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { together } from '../../support/together.ts';
import { givenProfile, givenSamples } from '../given.ts';
import { samplesOf, uploadSample } from './given.ts';

const fixture = (name: string): Buffer =>
  readFileSync(join(import.meta.dirname, '../audio/fixtures', name));

async function given() {
  const member = await newOrganization();
  return { member, profile: await givenProfile(member) };
}

/** The temporary files of uploads. */
const incoming = ({ server }: Member): string[] => {
  try {
    return readdirSync(join(server.app.config.dataDir, 'incoming'));
  } catch {
    return [];
  }
};
const countOf = async (member: Member, profile: string): Promise<number> =>
  (await member.get(`/api/v1/voice/profiles/${profile}`)).body.sample_count;

async function audio({ server, token }: Member, path: string) {
  const answer = await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } });
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** Lets no sample be inserted until so many transactions wait; the embedded database runs them one by one anyway. */
async function holdSamples({ server }: Member) {
  if (!onPostgres) return undefined;
  const { db } = server.app;
  const trx = await db.startTransaction().execute();
  await sql`lock table voice_samples in share mode`.execute(trx);
  return {
    async release(waiting: number): Promise<void> {
      try {
        await vi.waitFor(async () => {
          const { rows } = await sql`
            select 1 from pg_stat_activity
            where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0
          `.execute(db);
          expect(rows.length).toBeGreaterThanOrEqual(waiting);
        }, 20_000);
      } finally {
        await trx.rollback().execute();
      }
    },
  };
}

describe('createVoiceSample', () => {
  test('stores the recording as it was sent, and what it is', async () => {
    const { member, profile } = await given();
    const bytes = wavOf(2.5, 220, 16_000);

    const answer = await uploadSample(member, profile, {
      bytes,
      name: '../../etc/passwd',
      type: 'text/html',
      reference_text: 'Grüße aus dem Hafen.',
    });

    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`${samplesOf(profile)}/${answer.body.id}`);
    expect(answer.body).toMatchObject({
      profile_id: profile,
      reference_text: 'Grüße aus dem Hafen.',
      format: 'wav',
      duration_seconds: 2.5,
      sample_rate: 16_000,
      channels: 1,
      size_bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    const sent = await audio(member, answer.body.audio_path);
    expect(sent.answer.headers.get('content-type')).toBe('audio/wav');
    expect(sent.answer.headers.get('content-disposition')).toBe(
      `attachment; filename="${answer.body.id}.wav"`,
    );
    expect(sent.bytes.equals(bytes)).toBe(true);
    expect(await countOf(member, profile)).toBe(1);
    await expect.poll(() => incoming(member)).toEqual([]);
  });

  test('takes what a browser records, and gives it back as that', async () => {
    const { member, profile } = await given();
    const bytes = fixture('long.webm');

    const { status, body } = await uploadSample(member, profile, { bytes });

    expect(status).toBe(201);
    expect(body).toMatchObject({ format: 'webm', sample_rate: 48_000, channels: 1 });
    const sent = await audio(member, body.audio_path);
    expect(sent.answer.headers.get('content-type')).toBe('audio/webm');
    expect(sent.answer.headers.get('content-disposition')).toContain(`${body.id}.webm`);
    expect(sent.bytes.equals(bytes)).toBe(true);
  });

  test.each<[string, Uint8Array, string]>([
    ['AAC of a telephone', fixture('aac.m4a'), 'The recording is AAC in an MP4 file (m4a), which'],
    ['text', Buffer.from('not audio'), 'is not a WAV'],
    ['nothing', Buffer.alloc(0), 'has no samples'],
    ['half a recording', wavOf(2).subarray(0, 20_000), 'ends early'],
    ['less than a second', wavOf(0.9), 'is 0.9 seconds long; it must be 1 to 300 seconds'],
    ['more than five minutes', wavOf(301), '300'],
  ])('refuses %s and leaves nothing', async (_, bytes, message) => {
    const { member, profile } = await given();

    const answer = await uploadSample(member, profile, { bytes });

    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['body', 'file']]);
    expect(answer.body.detail[0].msg).toContain(message);
    expect(await countOf(member, profile)).toBe(0);
    await expect.poll(() => incoming(member)).toEqual([]);
  });

  test.each([
    ['no file', { fields: { reference_text: 'Hi' } }, 'file'],
    ['no words', { fields: {}, file: { name: 'a', bytes: wavOf(1) } }, 'reference_text'],
    [
      'an unknown field',
      { fields: { reference_text: 'Hi', voice: 'x' }, file: { name: 'a', bytes: wavOf(1) } },
      'voice',
    ],
    [
      'too many words',
      { fields: { reference_text: 'x'.repeat(2001) }, file: { name: 'a', bytes: wavOf(1) } },
      'reference_text',
    ],
  ])('refuses a form with %s', async (_, form, member_) => {
    const { member, profile } = await given();

    const answer = await member.send('POST', samplesOf(profile), {
      raw: formOf(form),
      headers: { 'content-type': formType },
    });

    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['body', member_]]);
    await expect.poll(() => incoming(member)).toEqual([]);
  });

  test('refuses a form of more than 50 MiB, and another content type', async () => {
    const { member, profile } = await given();
    const path = samplesOf(profile);
    const large = { raw: new Uint8Array(52_428_801), headers: { 'content-type': formType } };

    expect((await member.send('POST', path, large)).status).toBe(413);
    expect((await member.post(path, { reference_text: 'Hi' })).status).toBe(415);
  });

  test('stores the same recording once for several samples that arrive at once', async () => {
    const { member, profile } = await given();
    const upload = () => uploadSample(member, profile);

    const answers = await Promise.all([upload(), upload(), upload(), upload()]);

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(await countOf(member, profile)).toBe(4);
    const files = await member.server.app.db
      .selectFrom('voice_files')
      .select('id')
      .where('organization_id', '=', member.organization_id)
      .execute();
    expect(files).toHaveLength(1);
  });

  test('adds the fiftieth sample once when several arrive at once', async () => {
    const { member, profile } = await given();
    await givenSamples(member, profile, 49);
    const upload = () => uploadSample(member, profile);
    const hold = await holdSamples(member);

    const uploads = Promise.all([upload(), upload(), upload()]);
    await hold?.release(3);
    const answers = await uploads;

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'limit_reached',
      limit: 50,
    });
    expect(await countOf(member, profile)).toBe(50);
  });

  test('refuses more bytes than the organization can have', async () => {
    const { member, profile } = await given();
    const admin = await newOrganization({ superAdmin: true });
    const limits = `/api/v1/admin/organizations/${member.organization_id}/limits`;
    await admin.put(limits, { voice_bytes_limit: 10_000 });

    const answer = await uploadSample(member, profile);

    expect([answer.status, answer.body.limit_name]).toEqual([409, 'voice_bytes_limit']);
    expect(await countOf(member, profile)).toBe(0);
    await expect.poll(() => incoming(member)).toEqual([]);
  });

  test('is not found or leaves nothing if the profile is deleted meanwhile', async () => {
    const { member, profile } = await given();

    const [deleted, uploaded] = await together(member.server, [
      () => member.delete(`/api/v1/voice/profiles/${profile}`),
      () => uploadSample(member, profile),
    ]);

    expect(deleted?.status).toBe(204);
    expect([201, 404]).toContain(uploaded?.status);
    const left = await member.server.app.db
      .selectFrom('voice_samples')
      .select('id')
      .where('profile_id', '=', profile)
      .execute();
    expect(left).toEqual([]);
    await expect.poll(() => incoming(member)).toEqual([]);
  });
});

describe('listVoiceSamples', () => {
  test('refuses a cursor with an id of another kind', async () => {
    const { member, profile } = await given();
    const cursor = cursorAt('listVoiceSamples', [1], { path: { profile_id: profile } });

    expect((await member.get(`${samplesOf(profile)}?cursor=${cursor}`)).status).toBe(422);
  });
});

describe('getVoiceSampleAudio', () => {
  test('sends a part of the recording, and 304 to who has it', async () => {
    const { member, profile } = await given();
    const { audio_path } = (await uploadSample(member, profile)).body;
    const read = (headers: Record<string, string>) => member.send('GET', audio_path, { headers });
    const etag = (await read({})).headers.get('etag') ?? '';

    const part = await read({ range: 'bytes=0-3', 'if-range': etag });
    const beyond = await read({ range: 'bytes=9999999-' });

    expect([part.status, part.text]).toEqual([206, 'RIFF']);
    expect([beyond.status, beyond.body.code]).toEqual([416, 'range_not_satisfiable']);
    expect((await read({ 'if-none-match': etag })).status).toBe(304);
  });
});

describe('updateVoiceSample', () => {
  test('corrects the words; those that are the same change nothing', async () => {
    const { member, profile } = await given();
    const { id } = (await uploadSample(member, profile)).body;
    const patch = (reference_text: string) =>
      member.patch(`${samplesOf(profile)}/${id}`, { reference_text });

    const [first, again] = [await patch('Good evening.'), await patch('Good evening.')];

    expect(first.body.reference_text).toBe('Good evening.');
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
  });
});

describe('deleteVoiceSample', () => {
  test('deletes one sample', async () => {
    const { member, profile } = await given();
    const { id, audio_path } = (await uploadSample(member, profile)).body;
    await uploadSample(member, profile);
    const path = `${samplesOf(profile)}/${id}`;

    expect((await member.delete(path)).status).toBe(204);

    expect((await member.get(path)).body.param).toBe('sample_id');
    expect((await member.get(audio_path)).status).toBe(404);
    expect(await countOf(member, profile)).toBe(1);
  });
});
