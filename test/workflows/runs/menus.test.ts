import { describe, expect, test } from 'vitest';
import { givenCallRun } from '../given.ts';

describe('submitRunResult with answered_by', () => {
  test.each(['human', 'machine', 'voicemail', 'screener', 'ivr'])(
    'keeps the outcome of a call that has ended, and takes %s',
    async (answered_by) => {
      const over = { state: 'completed', outcome: 'no_answer', answered_by: 'unknown' } as const;
      const ended_at = '2026-01-05T10:01:00.000Z';
      const { member, path } = await givenCallRun({ ...over, ended_at });

      const { body } = await member.post(`${path}/result`, { answered_by });

      expect(body).toMatchObject({ ...over, answered_by });
    },
  );

  test.each(['unknown', 'fax', null])('refuses %j', async (answered_by) => {
    const { member, path } = await givenCallRun({ state: 'running' });

    const { status, body } = await member.post(`${path}/result`, { answered_by });

    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'answered_by']]);
  });
});
