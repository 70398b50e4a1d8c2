import { describe, expect, test } from 'vitest';
import { newOrganization } from '../../support/organizations.ts';
import { callBack, callbackPath, givenCall, givenCallable } from '../../telephony/calls/given.ts';

/** A call that its carrier and then a user have marked. */
async function givenMarked() {
  const member = await newOrganization();
  const { configuration_id } = await givenCallable(member);
  const id = await givenCall(member, configuration_id);
  const path = callbackPath('simulated', configuration_id, id);
  await callBack(member, path, { call_id: 'CA1', status: 'answered', consent: true });
  const [run] = (await member.get('/api/v1/runs')).body.items;
  const mark = `/api/v1/workflow/${run.workflow_id}/runs/${id}/mark-consent`;
  const marked = await member.post(mark, { consent_given: false });
  return { member, id, marked: marked.body, path: `/api/v1/runs/${id}/consent-marks` };
}

describe('listRunConsentMarks', () => {
  test('shows who made each mark, the newest first', async () => {
    const { member, id, marked, path } = await givenMarked();

    const { status, body } = await member.get(path);

    expect(status).toBe(200);
    const common = { id: expect.any(Number), run_id: id };
    expect(body).toEqual({
      items: [
        {
          ...common,
          consent_given: false,
          consent_ts: marked.gathered_context.consent_ts,
          consent_source: 'user',
          marked_by: member.user_id,
        },
        {
          ...common,
          consent_given: true,
          consent_ts: expect.any(String),
          consent_source: 'carrier',
          marked_by: null,
        },
      ],
      next_cursor: null,
    });
  });
});
