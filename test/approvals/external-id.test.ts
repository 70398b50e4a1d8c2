import { describe, expect, test } from 'vitest';
import { newOrganization } from '../support/organizations.ts';
import { givenWorkflow } from '../workflows/given.ts';

const path = '/api/v1/approval-policies';
const policy = {
  connector_name: 'crm',
  action_type: 'call_initiate',
  target_name: 'Appointment reminder',
  destination: { kind: 'exact_e164', value: '+12025550123' },
  expires_at: '2099-01-01T00:00:00.000Z',
  max_uses: 1,
};
const sent = { external_id: 'crm-4711', metadata: { case: '77' } };
const conflict = { code: 'external_id_exists', param: 'external_id' };

async function givenTarget() {
  const member = await newOrganization({ connector: 'crm' });
  await givenWorkflow(member);
  return member;
}

describe('createApprovalPolicy', () => {
  test('keeps an external ID and metadata, by which listApprovalPolicies finds it', async () => {
    const member = await givenTarget();
    await member.post(path, policy);

    const created = await member.post(path, { ...policy, ...sent });

    expect(created.body).toMatchObject(sent);
    expect((await member.get(`${path}?external_id=crm-4711`)).body.items).toEqual([created.body]);
    const [event] = (await member.get('/api/v1/audit-events?action=approval_policy.created')).body
      .items;
    expect(event.after).toMatchObject({ external_id: 'crm-4711', metadata: { bytes: 13 } });
  });

  test('lets exactly one of two requests at once have an external ID', async () => {
    const [member, other] = [await givenTarget(), await givenTarget()];
    const create = () => member.post(path, { ...policy, ...sent });

    const answers = await Promise.all([create(), create()]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject(conflict);
    expect((await other.post(path, { ...policy, ...sent })).status).toBe(201);
  });
});

describe('createApprovalRequest', () => {
  test('keeps them too, and refuses an external ID that another request has', async () => {
    const member = await givenTarget();
    const body = { policy: { ...policy, ...sent }, reason: 'The appointment is tomorrow.' };
    const request = () =>
      member.send('POST', '/api/v1/approval-requests', { key: member.key, body });

    const [first, second] = [await request(), await request()];

    expect(first.body).toMatchObject({ status: 'pending', policy: sent });
    expect([second.status, second.body]).toEqual([409, expect.objectContaining(conflict)]);
  });
});
