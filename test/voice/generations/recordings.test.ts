import { describe, expect, test } from 'vitest';
import { readWav } from '../../../src/voice/generations/wav-rules.ts';
import { formOf, formType } from '../../support/binary-bodies.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { toneWav } from '../engines/wav.ts';
import { givenProfile } from '../given.ts';
import { audioOf, path } from './given.ts';

const upload = (member: Member, fields: Record<string, string>, bytes: Buffer) =>
  member.send('POST', `${path}/recordings`, {
    raw: formOf({ fields, file: { name: '../../greeting.mp3', bytes } }),
    headers: { 'content-type': formType },
  });

describe('createGenerationFromRecording', () => {
  test('makes a completed generation with the recording as its original version', async () => {
    const member = await newOrganization();
    const profile_id = await givenProfile(member, { language: 'es' });
    const wav = toneWav({ seconds: 0.5, channels: 2, sample_rate: 22_050 });

    const answer = await upload(member, { profile_id, text: 'Buenos días.' }, wav);

    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      created_from: 'recording',
      text: 'Buenos días.',
      language: 'es',
      engine: null,
      status: 'completed',
      progress: 100,
      duration_seconds: 0.5,
    });
    const kept = readWav(await audioOf(member.server, answer.body.default_version_id));
    expect(kept).toMatchObject({ sample_rate: 22_050, channels: 2 });
    expect(kept?.samples.equals(readWav(wav)!.samples)).toBe(true);
    const location = answer.headers.get('location') ?? '';
    expect((await member.get(location)).body).toEqual(answer.body);
  });

  test('refuses a form of more than 100 MiB', async () => {
    const member = await newOrganization();
    const raw = new Uint8Array(104_857_601);

    const answer = await member.send('POST', `${path}/recordings`, {
      raw,
      headers: { 'content-type': formType },
    });

    expect([answer.status, answer.body.code]).toEqual([413, 'payload_too_large']);
  });

  test('refuses what is no recording, and a profile of another organization', async () => {
    const [member, other] = [await newOrganization(), await newOrganization()];
    const own = await givenProfile(member);
    const foreign = await givenProfile(other);

    const broken = await upload(member, { profile_id: own }, Buffer.from('no audio'));
    const strange = await upload(member, { profile_id: foreign }, toneWav());

    expect([broken.status, broken.body.detail[0].loc]).toEqual([422, ['body', 'file']]);
    expect([strange.status, strange.body.param]).toEqual([404, 'profile_id']);
    expect((await member.get(path)).body.items).toEqual([]);
  });

  test('refuses where there is no room', async () => {
    const member = await newOrganization();
    const profile_id = await givenProfile(member);
    await member.server.app.db
      .updateTable('organizations')
      .set({ voice_bytes_limit: 0 })
      .where('id', '=', member.organization_id)
      .execute();

    const answer = await upload(member, { profile_id }, toneWav());

    expect([answer.status, answer.body.code]).toEqual([409, 'limit_reached']);
  });
});
