import { describe, expect, test } from 'vitest';
import { readWav } from '../../../src/voice/generations/wav-rules.ts';
import { maxVersions } from '../../../src/voice/versions/rules.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { together } from '../../support/together.ts';
import { givenGeneration, givenProfile, givenVersion } from '../given.ts';
import { givenVersionWithAudio } from '../generations/audio.ts';
import { audioOf, path } from '../generations/given.ts';

const gain = (gain_db: number) => ({ type: 'gain', params: { gain_db } });

async function given(profile: Parameters<typeof givenProfile>[1] = {}) {
  const member = await newOrganization();
  const profile_id = await givenProfile(member, profile);
  const id = await givenGeneration(member, { profile_id });
  const version = await givenVersionWithAudio(member, id);
  const apply = (body: object, headers: Record<string, string> = {}) =>
    member.post(`${path}/${id}/apply-effects`, body, headers);
  return { member, id, version, apply };
}

/** The highest absolute sample of a version. */
async function peakOf({ server }: Member, version: string): Promise<number> {
  const { samples } = readWav(await audioOf(server, version))!;
  let peak = 0;
  for (let at = 0; at < samples.length; at += 2)
    peak = Math.max(peak, Math.abs(samples.readInt16LE(at)));
  return peak;
}

describe('applyGenerationEffects', () => {
  test('makes a version of the default one, which stays the default', async () => {
    const { member, id, version, apply } = await given();

    const answer = await apply({ effects_chain: [gain(-6.0206)], label: 'Softer' });

    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      generation_id: id,
      label: 'Softer',
      is_default: false,
      duration_seconds: 0.5,
      source_version_id: version,
      effects_chain: [{ type: 'gain', enabled: true, params: { gain_db: -6.0206 } }],
    });
    const peaks = [await peakOf(member, version), await peakOf(member, answer.body.id)];
    expect(peaks[1]! / peaks[0]!).toBeCloseTo(0.5, 2);
    expect(answer.headers.get('location')).toBe(answer.body.audio_path);
    expect((await member.get(`${path}/${id}`)).body.default_version_id).toBe(version);
    const { body } = await member.get(`${path}/${id}/versions`);
    expect(body.items[0]).toEqual(answer.body);
  });

  test('uses a version that is named, and numbers what has no label', async () => {
    const { member, apply } = await given();
    const { body: softer } = await apply({ effects_chain: [gain(-6.0206)] });

    const { body } = await apply({
      effects_chain: [gain(-6.0206)],
      source_version_id: softer.id,
    });

    expect([softer.label, body.label]).toEqual(['Version 2', 'Version 3']);
    expect(body.source_version_id).toBe(softer.id);
    expect((await peakOf(member, body.id)) / 16_384).toBeCloseTo(0.25, 2);
  });

  test("applies the profile's effects where none are sent, and none where it has none", async () => {
    const chain = [{ type: 'gain', enabled: true, params: { gain_db: -20 } }];
    const [own, none] = [await given({ effects_chain: JSON.stringify(chain) }), await given()];

    const [softer, same] = [await own.apply({}), await none.apply({})];

    expect(softer.body.effects_chain).toEqual(chain);
    expect((await peakOf(own.member, softer.body.id)) / 16_384).toBeCloseTo(0.1, 2);
    expect(same.body.effects_chain).toEqual([]);
    expect(await peakOf(none.member, same.body.id)).toBe(16_384);
  });

  test('shows how long an echo makes the version', async () => {
    const { member, apply } = await given();

    const { body } = await apply({ effects_chain: [{ type: 'delay' }] });

    const { samples } = readWav(await audioOf(member.server, body.id))!;
    expect(body.duration_seconds).toBeGreaterThan(0.7);
    expect(samples.length / 2 / 8000).toBeCloseTo(body.duration_seconds, 3);
  });

  test('refuses a generation that is not completed, and one with too many versions', async () => {
    const { member, id, apply } = await given();
    const queued = await givenGeneration(member, { status: 'queued' });
    for (let n = 1; n < maxVersions - 1; n += 1) await givenVersion(member, id);

    const early = await member.post(`${path}/${queued}/apply-effects`, {});
    const both = await together(member.server, [() => apply({}), () => apply({})]);
    const full = await apply({});

    expect([early.status, early.body.code]).toEqual([409, 'generation_not_completed']);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect([full.status, full.body.code, full.body.limit]).toEqual([
      409,
      'limit_reached',
      maxVersions,
    ]);
  });

  test('refuses where there is no room for the audio, and does not find foreign versions', async () => {
    const { member, apply } = await given();
    const foreign = await given();
    const missing = await apply({ source_version_id: foreign.version });
    await member.server.app.db
      .updateTable('organizations')
      .set({ voice_bytes_limit: 0 })
      .where('id', '=', member.organization_id)
      .execute();

    const full = await apply({ effects_chain: [gain(-1)] });

    expect([missing.status, missing.body.param]).toEqual([404, 'source_version_id']);
    expect([full.status, full.body.code]).toEqual([409, 'limit_reached']);
  });
});
