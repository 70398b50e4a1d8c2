import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { newOrganization, type Member } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { givenPolicy } from '../../approvals/given.ts';
import { later } from '../../../src/timestamp.ts';
import {
  givenCall,
  givenCallable,
  placedSoFar,
  placementsOf,
} from '../../telephony/calls/given.ts';
import { type CallableCampaign, dialNow, givenCallableCampaign } from '../lifecycle/given.ts';

const server = ownServer();

const numbers = Array.from({ length: 300 }, (_, index) => `+1202555${String(2000 + index * 10)}`);

/** Requests after whose response certain calls must not begin. */
const rules: [
  string,
  (member: Member, campaign: CallableCampaign) => Promise<{ readonly status: number }>,
  (placed: { readonly to_number: string }) => boolean,
][] = [
  ['pauseCampaign', (member, { path }) => member.post(`${path}/pause`), () => true],
  ['cancelCampaign', (member, { path }) => member.post(`${path}/cancel`), () => true],
  [
    'addDoNotCallNumbers',
    (member) =>
      member.post('/api/v1/do-not-call', {
        phone_numbers: numbers.slice(100).map((phone_number) => ({ phone_number })),
      }),
    ({ to_number }) => numbers.indexOf(to_number) >= 100,
  ],
  [
    'updateCampaign',
    (member, { path }) =>
      member.patch(path, {
        schedule_config: { enabled: true, timezone: 'UTC', slots: [slotOfTheDayAfterTomorrow()] },
      }),
    () => true,
  ],
  [
    'updateWorkflow',
    (member, { workflow_id }) =>
      member.put(`/api/v1/workflow/${workflow_id}`, {
        workflow_configurations: { require_prior_consent: 'reminders' },
      }),
    () => true,
  ],
  [
    'updateWorkflow, with calling_hours,',
    (member, { workflow_id }) =>
      member.put(`/api/v1/workflow/${workflow_id}`, {
        workflow_configurations: {
          calling_hours: { timezone: 'UTC', slots: [slotOfTheDayAfterTomorrow()] },
        },
      }),
    () => true,
  ],
  [
    'updateCallingHours',
    (member) =>
      member.put('/api/v1/organizations/calling-hours', {
        timezone: 'UTC',
        slots: [slotOfTheDayAfterTomorrow()],
      }),
    () => true,
  ],
  [
    'suspendOrganizationAsAdmin',
    async ({ organization_id }) =>
      (await newOrganization({ server, superAdmin: true })).post(
        `/api/v1/admin/organizations/${organization_id}/suspend`,
        { reason: 'Unpaid.' },
      ),
    () => true,
  ],
  [
    'revokeApprovalPolicy',
    async (member, { id }) => {
      const { approval_policy_id } = await server.app.db
        .selectFrom('campaigns')
        .select('approval_policy_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return member.post(`/api/v1/approval-policies/${approval_policy_id}/revoke`, {
        reason: 'customer_request',
      });
    },
    () => true,
  ],
];

function slotOfTheDayAfterTomorrow() {
  const day_of_week = (new Date().getUTCDay() + 6 + 2) % 7;
  return { day_of_week, start_time: '09:00', end_time: '10:00' };
}

describe('After the response to', () => {
  test.each(rules)('%s no call begins that it forbids', async (_, forbid, isForbidden) => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, { numbers, limit: 40 });
    const approval_policy_id = await givenPolicy(member);
    await member.post(`${campaign.path}/start`);
    await server.app.db
      .updateTable('campaigns')
      .set({ approval_policy_id })
      .where('id', '=', campaign.id)
      .execute();
    const over = new AbortController();
    const dialing = [1, 2, 3].map(async () => {
      while (!over.signal.aborted) await dialNow(member);
    });
    while ((await placedSoFar(member, campaign.configuration_id)).length < 60);

    const answer = await forbid(member, campaign);
    const answered = server.app.now();
    const before = (await placedSoFar(member, campaign.configuration_id)).length;
    await dialNow(member);
    over.abort();
    await Promise.all(dialing);

    const placed = await placementsOf(member, campaign.configuration_id);
    expect(answer.status).toBe(200);
    expect(placed.filter(({ placed_at }) => placed_at > answered).filter(isForbidden)).toEqual([]);
    expect(before).toBeLessThan(numbers.length);
  });

  test('a request that is repeated with its Idempotency-Key no call begins either', async () => {
    const member = await newOrganization({ server });
    const { configuration_id } = await givenCallable(member);
    const headers = { 'idempotency-key': randomUUID() };
    const body = { phone_numbers: [{ phone_number: '+12025550123' }] };
    const add = () => member.post('/api/v1/do-not-call', body, headers);
    await add();
    const { ring } = await givenPlacing(member, configuration_id);

    const repeated = add();
    const first = await Promise.race([repeated, pause(300)]);
    await ring();

    expect(first).toBeUndefined();
    expect((await repeated).headers.get('idempotent-replayed')).toBe('true');
  });

  test('updateWorkflow, with calling_hours, no call is on its way to the carrier', async () => {
    const member = await newOrganization({ server });
    const { configuration_id, workflow_id } = await givenCallable(member);
    const { ring } = await givenPlacing(member, configuration_id);
    const update = (changes: object) => member.put(`/api/v1/workflow/${workflow_id}`, changes);
    const calling_hours = { timezone: 'UTC', slots: [slotOfTheDayAfterTomorrow()] };

    const renamed = await update({ name: 'Renamed' });
    const updated = update({ workflow_configurations: { calling_hours } });
    const first = await Promise.race([updated, pause(300)]);
    await ring();
    const answer = await updated;
    await givenPlacing(member, configuration_id);
    const unchanged = await update({ workflow_configurations: { calling_hours, voice: 'Ada' } });

    expect(first).toBeUndefined();
    expect([renamed, answer, unchanged].map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});

/** A call of which the carrier may be hearing now, until it rings. */
async function givenPlacing(member: Member, configuration_id: number) {
  const run_id = await givenCall(member, configuration_id);
  const become = (change: object) =>
    server.app.db.updateTable('live_calls').set(change).where('run_id', '=', run_id).execute();
  const placing_at = server.app.now();
  await become({ state: 'placing', placing_at, ask_at: later(placing_at, 20_000) });
  return { ring: () => become({ state: 'ringing' }) };
}
