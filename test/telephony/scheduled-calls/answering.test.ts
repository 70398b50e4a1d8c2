import { describe, expect, test } from 'vitest';
import { initiateScheduled } from '../../../src/telephony/scheduled-calls/jobs.ts';
import { later } from '../../../src/timestamp.ts';
import { givenPolicy } from '../../approvals/given.ts';
import { givenScheduled, schedulingServer } from './given.ts';

const server = schedulingServer();

const hour = 3_600_000;
const inMs = (ms: number): string => later(server.app.now(), ms);

/** A call that a person scheduled, and a connector's key that may place calls. */
async function given() {
  const scheduled = await givenScheduled(server);
  const { member, own, workflow_id, answer } = scheduled;
  const { body } = await member.post('/api/v1/auth/api-keys', {
    name: 'CRM',
    connector_name: 'crm',
    scopes: ['calls:place'],
  });
  const change = (to: object) => member.send('PATCH', own, { key: body.key, body: to });
  const approve = (expires_at: string) =>
    givenPolicy(member, {
      target_id: workflow_id,
      destination_value: answer.body.to_number,
      expires_at,
    });
  return { ...scheduled, key: body.key as string, change, approve };
}

describe('updateScheduledCall', () => {
  test.each([
    ['its time', { scheduled_at: later(new Date().toISOString(), 240 * hour) }],
    ['its context', { initial_context: { first_name: 'Mallory' } }],
  ])('refuses a connector without an approval that changes %s', async (_, to) => {
    const { change, show, answer } = await given();

    const { status, body } = await change(to);

    expect([status, body]).toMatchObject([
      403,
      {
        code: 'approval_required',
        reason: 'no_matching_policy',
        action_type: 'call_initiate',
        destination: { kind: 'exact_e164', value: answer.body.to_number },
      },
    ]);
    expect(await show()).toEqual(answer.body);
  });

  test('refuses a connector whose approval ends before the call', async () => {
    const { change, approve, show, answer } = await given();
    await approve(inMs(2 * hour));

    const { status, body } = await change({ scheduled_at: inMs(3 * hour) });

    expect([status, body.reason]).toEqual([403, 'expired']);
    expect(await show()).toEqual(answer.body);
  });

  test('makes a connector answer for the call, which uses its approval', async () => {
    const { change, approve, member, show } = await given();
    const policy = await approve(inMs(4 * hour));

    const { status } = await change({ scheduled_at: inMs(2 * hour) });
    const { body: before } = await member.get(`/api/v1/approval-policies/${policy}`);
    server.setNow(inMs(2 * hour));
    await initiateScheduled(server.app);

    expect([status, before.used_count]).toEqual([200, 0]);
    expect((await show()).status).toBe('initiated');
    const { body: after } = await member.get(`/api/v1/approval-policies/${policy}`);
    expect(after.used_count).toBe(1);
  });

  test('makes a person answer for the call of a connector', async () => {
    const { member, key, workflow_id, answer } = await given();
    const { to_number } = answer.body;
    const { body: call } = await server.send('POST', '/api/v1/telephony/scheduled-calls', {
      headers: { 'x-api-key': key },
      body: { workflow_id, to_number, scheduled_at: inMs(hour) },
    });
    const own = `/api/v1/telephony/scheduled-calls/${call.id}`;

    await member.patch(own, { initial_context: { first_name: 'Ada' } });
    server.setNow(inMs(hour));
    await initiateScheduled(server.app);

    expect((await member.get(own)).body.status).toBe('initiated');
  });
});

describe('cancelScheduledCall', () => {
  test('needs no approval, as nobody is called', async () => {
    const { member, own, key } = await given();

    const { status, body } = await member.send('POST', `${own}/cancel`, { key });

    expect([status, body.status]).toEqual([200, 'canceled']);
  });
});
