import { describe, expect, test } from 'vitest';
import { runToken } from '../../../src/auth/run-tokens.ts';
import { later } from '../../../src/timestamp.ts';
import { givenPolicy } from '../../approvals/given.ts';
import { newOrganization } from '../../support/organizations.ts';
import { givenNumber } from '../given.ts';
import { askedNetwork, givenTransferable, reception, send, transferServer } from './given.ts';

const server = transferServer();

const given = async (options: Parameters<typeof givenTransferable>[1] = {}) => {
  const member = await newOrganization({ server, connector: 'crm' });
  const made = await givenTransferable(member, options);
  const { organization_id } = member;
  const { db } = server.app;
  const network = askedNetwork(server);
  /** Hours by the organization's zone that have closed or open at noon UTC of every day but the given ones. */
  const setHours = (start_time: string, end_time: string) =>
    db
      .insertInto('calling_hours')
      .values({
        organization_id,
        enabled: true,
        timezone: 'UTC',
        slots: JSON.stringify(
          [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({ day_of_week, start_time, end_time })),
        ),
      })
      .execute();
  return {
    member,
    ...made,
    network,
    setHours,
    block: () =>
      db
        .insertInto('do_not_call_numbers')
        .values({
          organization_id,
          phone_number: reception.phone_number,
          created_at: server.app.now(),
        })
        .execute(),
    suspend: () =>
      db
        .updateTable('organizations')
        .set({ suspended_at: server.app.now(), suspension_reason: 'Unpaid.' })
        .where('id', '=', organization_id)
        .execute(),
    byToken: () =>
      member.send('POST', made.transfers, {
        key: runToken(server.app.secrets, { organization_id, run_id: made.run_id }),
        body: { destination: 'reception', kind: 'cold' },
      }),
    byConnector: () =>
      member.send('POST', made.transfers, {
        key: member.key,
        body: { destination: 'reception', kind: 'cold' },
      }),
  };
};

const noon = '2027-02-03T12:00:00.000Z';
const acting = { settings: { run_token_scopes: ['run:act'] } };

describe('createRunTransfer refuses a destination, and sends nothing,', () => {
  test('that is on the do-not-call list', async () => {
    const { block, transfer, network, rows } = await given();
    await block();

    const { status, body } = await transfer();
    await send(network.app);

    expect([status, body.code, body.param]).toEqual([
      409,
      'number_on_do_not_call_list',
      'destination',
    ]);
    expect([await rows(), network.asked]).toEqual([[], []]);
  });

  test.each([
    ['Asia/Tokyo', 409],
    ['America/New_York', 202],
  ])('outside calling hours by its own clock: %s', async (timezone, status) => {
    server.setNow(noon);
    const { transfer, setHours } = await given({ destinations: [{ ...reception, timezone }] });
    await setHours('07:00', '09:00');

    const answer = await transfer();

    expect(answer.status).toBe(status);
    if (status === 409) expect(answer.body.code).toBe('outside_calling_hours');
  });

  test('while the organization is suspended, also by the token of a run', async () => {
    const { suspend, byToken, rows } = await given(acting);
    await suspend();

    const { status, body } = await byToken();

    expect([status, body.code]).toEqual([403, 'organization_suspended']);
    expect(await rows()).toEqual([]);
  });

  test('that the configuration does not serve', async () => {
    const { transfer, configuration_id, rows } = await given();
    await server.app.db
      .updateTable('telephony_configurations')
      .set({ calling_codes: ['+44'] })
      .where('id', '=', configuration_id)
      .execute();

    const { status, body } = await transfer();

    expect([status, body.code]).toEqual([409, 'destination_not_served']);
    expect(await rows()).toEqual([]);
  });

  test('that costs more than others, and is allowed by nobody', async () => {
    const destinations = [{ ...reception, phone_number: '+870773111632' }];
    const { transfer, rows } = await given({ destinations });

    const { status, body } = await transfer();

    expect([status, body.code, body.param]).toEqual([
      409,
      'number_type_not_allowed',
      'destination',
    ]);
    expect(await rows()).toEqual([]);
  });

  test.each<[string, (made: Awaited<ReturnType<typeof given>>) => Promise<unknown>]>([
    [
      'no_caller_number',
      ({ configuration_id }) =>
        server.app.db
          .updateTable('telephony_configurations')
          .set({ provider: 'twilio' })
          .where('id', '=', configuration_id)
          .execute(),
    ],
    [
      'credentials_unreadable',
      ({ configuration_id }) =>
        server.app.db
          .updateTable('telephony_configurations')
          .set({ credentials_encrypted: Buffer.from('damaged') })
          .where('id', '=', configuration_id)
          .execute(),
    ],
    [
      'workflow_archived',
      ({ workflow_id }) =>
        server.app.db
          .updateTable('workflows')
          .set({ status: 'archived' })
          .where('id', '=', workflow_id)
          .execute(),
    ],
    [
      'workflow_not_published',
      ({ workflow_id }) =>
        server.app.db
          .updateTable('workflow_definitions')
          .set({ version_status: 'draft', published_at: null })
          .where('workflow_id', '=', workflow_id)
          .execute(),
    ],
  ])('where a call could not be placed: %s', async (code, change) => {
    const made = await given();
    await change(made);

    const { status, body } = await made.transfer();

    expect([status, body.code]).toEqual([409, code]);
    expect(await made.rows()).toEqual([]);
  });

  test('beyond the daily cap of the number of the call, for which it counts', async () => {
    const { member, transfer, transfers, configuration_id } = await given({
      from_number: '+12025550199',
    });
    await givenNumber(member, configuration_id, { phone_number: '+12025550199', daily_cap: 1 });

    const first = await transfer();
    await member.post(`${transfers}/${first.body.id}/cancel`);
    const { status, body } = await transfer();

    expect(first.status).toBe(202);
    expect([status, body.code]).toEqual([409, 'daily_cap_reached']);
  });

  test('of a connector without an approval, and counts the use of one', async () => {
    const { member, byConnector, workflow_id, rows } = await given();

    const before = await byConnector();
    const policy = await givenPolicy(member, {
      target_id: workflow_id,
      destination_value: reception.phone_number,
    });
    const after = await byConnector();

    expect([before.status, before.body.code]).toEqual([403, 'approval_required']);
    expect(after.status).toBe(202);
    expect(await rows()).toMatchObject([{ approval_policy_id: policy }]);
    const { body } = await member.get(`/api/v1/approval-policies/${policy}`);
    expect(body.used_count).toBe(1);
  });

  test("by the token of a run that a connector requested, without the connector's approval", async () => {
    const { member, byToken, run_id } = await given(acting);
    const { db } = server.app;
    const key = await db
      .selectFrom('api_keys')
      .select('id')
      .where('organization_id', '=', member.organization_id)
      .where('connector_name', '=', 'crm')
      .executeTakeFirstOrThrow();
    await db
      .updateTable('workflow_runs')
      .set({ api_key_id: key.id, user_id: null })
      .where('id', '=', run_id)
      .execute();

    const { status, body } = await byToken();

    expect([status, body.code]).toEqual([403, 'approval_required']);
  });
});

describe('A transfer of which the carrier has not heard is not sent', () => {
  type Given = Awaited<ReturnType<typeof given>>;

  test.each<[code: string, change: (made: Given) => Promise<unknown>]>([
    ['do_not_call', ({ block }) => block()],
    ['organization_suspended', ({ suspend }) => suspend()],
    ['outside_hours', ({ setHours }) => setHours('01:00', '01:01')],
    ['too_late', async () => server.setNow(later(server.app.now(), 120_001))],
  ])('once a rule forbids it: %s', async (code, change) => {
    server.setNow(noon);
    const made = await given();
    const { id } = (await made.transfer()).body;

    await change(made);
    await send(made.network.app);

    expect(await made.rows()).toMatchObject([
      { id, status: 'failed', failure: code, sending_at: null },
    ]);
    expect(made.network.asked).toEqual([]);
  });

  test('once its approval is revoked', async () => {
    const { member, byConnector, workflow_id, rows, network } = await given();
    const policy = await givenPolicy(member, {
      target_id: workflow_id,
      destination_value: reception.phone_number,
    });
    await byConnector();

    await member.post(`/api/v1/approval-policies/${policy}/revoke`, { reason: 'x' });
    await send(network.app);

    expect(await rows()).toMatchObject([{ failure: 'approval_not_in_force', sending_at: null }]);
    expect(network.asked).toEqual([]);
  });
});

test.each([false, true])(
  'The response to an entry of the do-not-call list waits for a transfer that the carrier is being sent, canceled meanwhile: %j',
  async (isCanceled) => {
    const { member, transfer, transfers, network } = await given();
    const answer = Promise.withResolvers<void>();
    network.transfer = async () => {
      await answer.promise;
      return { kind: 'accepted' };
    };
    const { id } = (await transfer()).body;
    await network.app.calls.sendTransfers();
    await expect.poll(() => network.asked.length).toBe(1);
    if (isCanceled) await member.post(`${transfers}/${id}/cancel`);

    let isAnswered = false;
    const added = member
      .post('/api/v1/do-not-call', { phone_numbers: [{ phone_number: reception.phone_number }] })
      .then((response) => {
        isAnswered = true;
        return response;
      });
    await expect
      .poll(async () =>
        server.app.db
          .selectFrom('do_not_call_numbers')
          .select('id')
          .where('organization_id', '=', member.organization_id)
          .execute()
          .then(({ length }) => length),
      )
      .toBeGreaterThan(0);
    expect(isAnswered).toBe(false);
    answer.resolve();

    expect((await added).status).toBeLessThan(300);
    await network.app.calls.settled();
  },
);
