import { describe, expect, test } from 'vitest';
import { runToken } from '../../../src/auth/run-tokens.ts';
import { createTurns } from '../../../src/voice/speech/speak.ts';
import { createSpeaking } from '../../../src/voice/speech/speaking.ts';
import { problem } from '../../voice/engines/speech-server.ts';
import { startStudio, type Studio } from '../../voice/generations/given.ts';
import { givenProfile } from '../../voice/given.ts';
import { givenRun, givenWorkflow } from '../given.ts';

const pcm = { encoding: 'pcm_s16le' };

describe('streamRunSpeech', () => {
  const pathOf = (runId: number) => `/api/v1/runs/${runId}/speech/stream`;

  async function givenTalking({ server, member }: Studio, profileId?: string) {
    const workflow_configurations = JSON.stringify({ voice_profile_id: profileId });
    const run_id = await givenRun(member, await givenWorkflow(member, { workflow_configurations }));
    const { organization_id } = member;
    return { run_id, key: runToken(server.app.secrets, { organization_id, run_id }) };
  }

  test("speaks with the voice of the run's workflow, and the token with no other", async () => {
    const studio = await startStudio();
    const preset = {
      voice_type: 'preset',
      preset_engine: 'qwen',
      preset_voice_id: 'nova',
    } as const;
    const profile_id = await givenProfile(studio.member, preset);
    const { run_id, key } = await givenTalking(studio, profile_id);
    const send = (where: string, other: object = {}) =>
      studio.member.send('POST', where, { key, body: { ...pcm, text: 'Hello.', ...other } });

    const own = await send(pathOf(run_id));
    const session = await studio.member.send('GET', `/api/v1/runs/${run_id}/session`, { key });
    const named = await send(pathOf(run_id), { profile_id: studio.profile_id });
    const any = await send('/api/v1/voice/speech/stream', { profile_id: studio.profile_id });

    expect([own.status, named.status, any.status, any.body.code]).toEqual([
      200,
      422,
      403,
      'insufficient_scope',
    ]);
    expect(studio.speech.spoken.map(({ body }) => body['voice'])).toEqual(['nova']);
    expect(session.body.voice).toMatchObject({ id: profile_id, language: 'en' });
  });

  test('speaks with the voice of the agent that has got the call by a handoff', async () => {
    const studio = await startStudio();
    const { member, server } = studio;
    const { app } = server;
    const { organization_id } = member;
    const preset = { voice_type: 'preset', preset_engine: 'qwen' } as const;
    const profileOf = (preset_voice_id: string) =>
      givenProfile(member, { ...preset, name: preset_voice_id, preset_voice_id });
    const { run_id, key } = await givenTalking(studio, await profileOf('nova'));
    const next = await givenWorkflow(member, {
      versions: ['published'],
      workflow_configurations: JSON.stringify({ voice_profile_id: await profileOf('onyx') }),
    });
    const version = await app.db
      .selectFrom('workflow_definitions')
      .select('id')
      .where('workflow_id', '=', next.id)
      .executeTakeFirstOrThrow();
    const at = app.now();
    const { id: handoff_id } = await app.db
      .insertInto('run_transfers')
      .values({
        organization_id,
        run_id,
        kind: 'handoff',
        destination: 'next',
        to_workflow_id: next.id,
        to_workflow_version: 1,
        to_definition_id: version.id,
        status: 'bridged',
        created_at: at,
        deadline_at: at,
        sending_at: at,
        bridged_at: at,
        ended_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await app.db
      .updateTable('workflow_runs')
      .set({ handoff_id })
      .where('id', '=', run_id)
      .execute();
    const nextKey = runToken(server.app.secrets, { organization_id, run_id, handoff_id });
    const send = (as: string) =>
      member.send('POST', pathOf(run_id), { key: as, body: { ...pcm, text: 'Hello.' } });

    const answers = [await send(nextKey), await send(key)];

    expect(answers.map(({ status, body }) => [status, body?.code])).toEqual([
      [200, undefined],
      [401, 'run_held_by_another_agent'],
    ]);
    expect(studio.speech.spoken.map(({ body }) => body['voice'])).toEqual(['onyx']);
  });

  test('is 409 without a voice, after the end of the run, and without the engine', async () => {
    const studio = await startStudio();
    const silent = await givenTalking(studio);
    const ended = await givenTalking(studio, studio.profile_id);
    await studio.member.post(`/api/v1/runs/${ended.run_id}/hang-up`);
    const foreign = await givenProfile(studio.member, { default_engine: 'kokoro' });
    const other = await givenTalking(studio, foreign);

    const answers = await Promise.all(
      [silent, ended, other].map(({ run_id, key }) =>
        studio.member.send('POST', pathOf(run_id), { key, body: { ...pcm, text: 'Hello.' } }),
      ),
    );

    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [409, 'run_without_voice'],
      [409, 'run_ended'],
      [409, 'engine_unavailable'],
    ]);
  });

  test('is 502 or 504 if the engine fails', async () => {
    const studio = await startStudio();
    const { run_id, key } = await givenTalking(studio, studio.profile_id);
    const send = () =>
      studio.member.send('POST', pathOf(run_id), { key, body: { ...pcm, text: 'Hello.' } });
    studio.speech.answers = [problem(503, ''), () => {}];

    const failed = await send();
    const { app } = studio.server;
    Object.assign(app, { speaking: createSpeaking(() => app, createTurns({ sentenceMs: 200 })) });
    const late = await send();

    expect([failed.status, late.status]).toEqual([502, 504]);
  });
});
