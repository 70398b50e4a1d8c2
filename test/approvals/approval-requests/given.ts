import { later } from '../../../src/timestamp.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { givenPolicy, requestedAt } from '../given.ts';

export const policies = '/api/v1/approval-policies';
export const requests = '/api/v1/approval-requests';
export const to_number = '+12025550123';
export const reason = 'The appointment is tomorrow.';
export const terms = {
  connector_name: 'crm',
  action_type: 'call_initiate',
  target_name: 'Appointment reminder',
  destination: { kind: 'exact_e164', value: to_number },
  expires_at: later(new Date().toISOString(), 30 * 86_400_000),
  max_uses: 1,
};

export const declined = { declined_at: '2026-01-01T00:00:00.000Z', declined_reason: 'No.' };
export const closed = { proposal_closes_at: '2026-01-02T00:00:00.000Z' };
export const withdrawn = { ...closed, withdrawn_at: '2026-01-02T00:00:00.000Z' };

export const connected = () => newOrganization({ connector: 'crm' });
export const byKey = (member: Member, body: unknown, headers: Record<string, string> = {}) =>
  member.send('POST', requests, { key: member.key, body, headers });
export const answerWith = (member: Member, id: string, verb: 'accept' | 'decline' | 'withdraw') =>
  member.post(`${requests}/${id}/${verb}`, verb === 'decline' ? { reason: 'No.' } : undefined);
export const read = async (member: Member, id: string) =>
  (await member.get(`${requests}/${id}`)).body;
export const givenRequest = (member: Member, options: Parameters<typeof givenPolicy>[1] = {}) =>
  givenPolicy(member, { ...requestedAt(member.server.app.now()), ...options });
export const initiate = (member: Member, workflow_id: number, key = member.key) =>
  member.send('POST', '/api/v1/telephony/initiate-call', { key, body: { workflow_id, to_number } });
