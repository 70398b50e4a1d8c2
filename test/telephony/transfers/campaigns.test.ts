import { describe, expect, test } from 'vitest';
import { authorize } from '../../../src/approvals/actions.ts';
import { runToken } from '../../../src/auth/run-tokens.ts';
import { callerOf, campaignStart, givenPolicy, ofCampaign } from '../../approvals/given.ts';
import { givenCampaign } from '../../campaigns/given.ts';
import { newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { until } from '../calls/given.ts';
import { givenTransferable, reception, send } from './given.ts';

const server = ownServer();

const busy = { name: 'reception', phone_number: '+12025550140', fallback: 'mobile' };
const mobile = { name: 'mobile', phone_number: '+12025550110', has_machine_detection: false };

/** A call of a campaign, whose agent asks for transfers with the token of the run. */
async function given(destinations: readonly object[] = [reception]) {
  const member = await newOrganization({ server, connector: 'crm' });
  const { organization_id } = member;
  const { id: campaign_id } = await givenCampaign(member);
  const made = await givenTransferable(member, {
    settings: { run_token_scopes: ['run:act'] },
    destinations,
    mode: 'campaign',
    campaign_id,
    user_id: null,
    api_key_id: null,
  });
  const { run_id } = made;
  const key = runToken(server.app.secrets, { organization_id, run_id });
  const keep = (approval_policy_id: string) =>
    server.app.db
      .updateTable('live_calls')
      .set({ approval_policy_id })
      .where('run_id', '=', run_id)
      .execute();
  const policyOfCampaign = () =>
    givenPolicy(member, {
      ...ofCampaign,
      target_id: campaign_id,
      destination_value: String(campaign_id),
      campaign_contact_count_ceiling: 100,
    });
  return {
    member,
    ...made,
    keep,
    policyOfCampaign,
    byToken: () =>
      member.send('POST', made.transfers, {
        key,
        body: { destination: 'reception', kind: 'cold' },
      }),
    startedByConnector: async () => {
      const caller = await callerOf(member);
      const action = campaignStart({ campaign_id });
      const policy = await policyOfCampaign();
      await server.app.db
        .transaction()
        .execute((trx) => authorize(trx, { caller, action, now: server.app.now() }));
      await keep(policy);
      return caller;
    },
  };
}

describe("A transfer that the agent of a campaign's call requests", () => {
  test('needs no approval if a person started the campaign', async () => {
    const { byToken } = await given();

    expect((await byToken()).status).toBe(202);
  });

  test('needs one for its destination if a connector started the campaign, and uses it', async () => {
    const { member, workflow_id, byToken, startedByConnector, rows } = await given();
    const { api_key_id } = await startedByConnector();

    const before = await byToken();
    const policy = await givenPolicy(member, {
      target_id: workflow_id,
      destination_value: reception.phone_number,
    });
    const after = await byToken();

    expect([before.status, before.body.code]).toEqual([403, 'approval_required']);
    expect(after.status).toBe(202);
    expect(await rows()).toMatchObject([{ approval_policy_id: policy, api_key_id, user_id: null }]);
    const { body } = await member.get(`/api/v1/approval-policies/${policy}`);
    expect(body.used_count).toBe(1);
  });

  test('is refused if the policy of its campaign does not say which connector used it', async () => {
    const { member, workflow_id, byToken, keep, policyOfCampaign } = await given();
    await keep(await policyOfCampaign());
    await givenPolicy(member, {
      target_id: workflow_id,
      destination_value: reception.phone_number,
    });

    const { status, body } = await byToken();

    expect([status, body.code]).toEqual([403, 'approval_required']);
  });

  test('has its fallback need one as well', async () => {
    const { member, workflow_id, byToken, startedByConnector, show } = await given([busy, mobile]);
    await startedByConnector();
    await givenPolicy(member, { target_id: workflow_id, destination_value: busy.phone_number });
    const { id } = (await byToken()).body;
    await send(server.app);
    await until(
      () => show(id),
      ({ status }) => status === 'failed',
    );

    await send(server.app);

    expect((await show(id)).fallback.refusal).toBe('approval_required');
  });
});
