import { describe, expect, test } from 'vitest';
import { givenCallRun } from '../given.ts';

const menu = { answered_by: 'ivr' };

describe('submitRunResult with answered_by', () => {
  test('keeps the outcome of a call that has ended', async () => {
    const over = { state: 'completed', outcome: 'voicemail', answered_by: 'machine' } as const;
    const { member, path } = await givenCallRun({ ...over, ended_at: '2026-01-05T10:01:00.000Z' });

    const { body } = await member.post(`${path}/result`, menu);

    expect(body).toMatchObject({ ...over, ...menu });
  });

  test.each(['human', 'machine', 'unknown', null])('refuses %j', async (answered_by) => {
    const { member, path } = await givenCallRun({ state: 'running' });

    const { status, body } = await member.post(`${path}/result`, { answered_by });

    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'answered_by']]);
  });
});
