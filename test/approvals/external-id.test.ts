import { describe, expect, test } from 'vitest';
import { newOrganization } from '../support/organizations.ts';
import { givenWorkflow } from '../workflows/given.ts';

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
