import { givenPolicy, requestedAt } from '../../approvals/given.ts';
import { invite } from '../../auth/invitations/given.ts';
import { givenMember } from '../../auth/members/given.ts';
import { deliver, deliveriesOf, givenEndedRun, givenEndpoint } from '../../webhooks/given.ts';
import type { Member } from '../organizations.ts';
import type { Parameters } from './parameters.ts';

export const policy = async (owner: Member): Promise<Parameters> => ({
  policy_id: await givenPolicy(owner),
});

export const approvalRequest = async (owner: Member): Promise<Parameters> => ({
  approval_request_id: await givenPolicy(owner, requestedAt(owner.server.app.now())),
});

export const key = async (owner: Member): Promise<Parameters> => ({
  key_id: (await owner.post('/api/v1/auth/api-keys', { name: 'x' })).body.id,
});

export const member = async (owner: Member): Promise<Parameters> => ({
  user_id: (await givenMember(owner, 'viewer')).id,
});

export const invitation = async (owner: Member): Promise<Parameters> => ({
  invitation_id: (await invite(owner)).body.id,
});

export const consent = async (owner: Member): Promise<Parameters> => ({
  consent_id: (
    await owner.post('/api/v1/consents', {
      phone_number: '+12025550123',
      purpose: 'reminders',
      obtained_at: '2026-01-02T11:00:00.000Z',
      source: 'Form',
    })
  ).body.id,
});

export const endpoint = async (owner: Member): Promise<Parameters> => ({
  endpoint_id: (await givenEndpoint(owner, 'http://127.0.0.1:9/')).id,
});

export const disabledEndpoint = async (owner: Member): Promise<Parameters> => {
  const { id, path } = await givenEndpoint(owner, 'http://127.0.0.1:9/');
  await owner.post(`${path}/disable`);
  return { endpoint_id: id };
};

export const delivery = async (owner: Member): Promise<Parameters> => {
  await endpoint(owner);
  await givenEndedRun(owner);
  await deliver(owner.server);
  return { delivery_id: (await deliveriesOf(owner))[0].id };
};
