import { describe, expect, test } from 'vitest';
import { newOrganization } from '../../support/organizations.ts';
import { givenRun, givenWorkflow } from '../given.ts';

const menu = { answered_by: 'ivr' };

async function given(options: Parameters<typeof givenRun>[2] = {}) {
  const member = await newOrganization();
  const id = await givenRun(member, await givenWorkflow(member), { mode: 'ad_hoc', ...options });
  return { member, path: `/api/v1/runs/${id}` };
}

describe('submitRunResult with answered_by', () => {
  test('keeps the outcome of a call that has ended', async () => {
    const over = { state: 'completed', outcome: 'voicemail', answered_by: 'machine' } as const;
    const { member, path } = await given({ ...over, ended_at: '2026-01-05T10:01:00.000Z' });

    const { body } = await member.post(`${path}/result`, menu);

    expect(body).toMatchObject({ ...over, ...menu });
  });

  test.each(['human', 'machine', 'unknown', null])('refuses %j', async (answered_by) => {
    const { member, path } = await given({ state: 'running' });

    const { status, body } = await member.post(`${path}/result`, { answered_by });

    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'answered_by']]);
  });
});
