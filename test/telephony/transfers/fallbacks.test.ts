import { afterEach, describe, expect, test } from 'vitest';
import { ringsFallback } from '../../../src/telephony/transfers/rules.ts';
import { later } from '../../../src/timestamp.ts';
import { givenPolicy } from '../../approvals/given.ts';
import { newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { givenRun, givenWorkflow } from '../../workflows/given.ts';
import { until } from '../calls/given.ts';
import { askedNetwork, givenTransferable, send } from './given.ts';

const server = ownServer();
afterEach(async () => {
  await server.app.db.deleteFrom('run_transfers').execute();
});

/** Monday. */
const noon = '2027-02-01T12:00:00.000Z';
const every = [0, 1, 2, 3, 4, 5, 6];
/** Hours of every day in UTC. */
const hours = (start_time: string, end_time: string) => ({
  timezone: 'UTC',
  slots: every.map((day_of_week) => ({ day_of_week, start_time, end_time })),
});
const morning = hours('07:00', '09:00');

/** The simulated network finds the reception busy; the others answer. */
const reception = { name: 'reception', phone_number: '+12025550140', fallback: 'mobile' };
const mobile = {
  name: 'mobile',
  phone_number: '+12025550110',
  fallback: 'night',
  has_machine_detection: false,
};
const night = { name: 'night', phone_number: '+12025550111' };
const all: readonly object[] = [reception, mobile, night];

const given = async (
  destinations: readonly object[] = all,
  options: Parameters<typeof givenTransferable>[1] = {},
) => {
  const member = await newOrganization({ server, connector: 'crm' });
  const made = await givenTransferable(member, { destinations, ...options });
  const change = (changed: readonly object[]) =>
    server.app.db
      .updateTable('workflows')
      .set({ workflow_configurations: JSON.stringify({ transfer_destinations: changed }) })
      .where('id', '=', made.workflow_id)
      .execute();
  const failed = async (id: number) =>
    until(
      () => made.show(id),
      ({ status }) => status === 'failed',
    );
  return { member, ...made, change, failed };
};

/** A transfer that the network has reported as failed, whose fallback is due. */
async function givenFailed(...options: Parameters<typeof given>) {
  const made = await given(...options);
  const { id } = (await made.transfer()).body;
  await send(server.app);
  return { ...made, id, first: await made.failed(id) };
}

describe('A destination whose hours are closed', () => {
  test('is refused with when they open, and nothing is sent', async () => {
    server.setNow(noon);
    const { transfer, rows } = await given([{ ...night, name: 'reception', hours: morning }]);

    const { status, body } = await transfer();

    expect([status, body.code, body.param]).toEqual([
      409,
      'transfer_destination_closed',
      'destination',
    ]);
    expect(body).toMatchObject({
      detail:
        'The transfer destination "reception" is closed in UTC. It opens at 2027-02-02T07:00:00.000Z.',
      rule: 'slots',
      timezone: 'UTC',
      opens_at: '2027-02-02T07:00:00.000Z',
    });
    expect(await rows()).toEqual([]);
  });

  test.each([
    ['in another zone', { ...hours('21:00', '22:00'), timezone: 'Asia/Tokyo' }, 202],
    [
      'on a holiday',
      { ...hours('00:00', '24:00'), holidays: [{ date: '2027-02-01', name: 'x' }] },
      409,
    ],
    ['with slots that cannot be read', { timezone: 'UTC', slots: 'always' }, 409],
  ])('is looked at by its own clock: %s', async (_, own, status) => {
    server.setNow(noon);
    const { transfer } = await given([{ ...night, name: 'reception', hours: own }]);

    expect((await transfer()).status).toBe(status);
  });

  test('is replaced by the first of its fallbacks that is open', async () => {
    server.setNow(noon);
    const { transfer, rows } = await given([
      { ...reception, hours: morning },
      { ...mobile, hours: morning },
      night,
    ]);

    const { status, body } = await transfer();

    expect(status).toBe(202);
    expect(body).toMatchObject({
      requested_destination: 'reception',
      destination: 'night',
      phone_number: night.phone_number,
      fallback: null,
    });
    expect(await rows()).toMatchObject([{ ring_number: 3 }]);
  });

  test('that close before the carrier hears of it has the fallback rung', async () => {
    server.setNow(noon);
    const network = askedNetwork(server);
    const { transfer, rows } = await given(
      [{ ...reception, hours: hours('11:00', '12:01') }, night],
      {
        settings: {},
      },
    );
    await transfer();
    server.setNow(later(noon, 60_000));

    await send(network.app);

    expect(await rows()).toMatchObject([
      { status: 'failed', failure: 'destination_closed', sending_at: null },
    ]);
    expect(network.asked).toEqual([]);
  });
});

describe('A fallback', () => {
  test('is rung if nobody answers, by a second transfer that the first names', async () => {
    const { member, run_id, transfers, id, first, show } = await givenFailed();
    expect(first).toMatchObject({
      failure: { code: 'busy' },
      fallback: { destination: 'mobile', transfer_id: null, refusal: null },
    });

    await send(server.app);

    const { transfer_id } = (await show(id)).fallback;
    const second = await until(
      () => show(transfer_id),
      ({ status }) => status === 'bridged',
    );
    expect(second).toMatchObject({
      requested_destination: 'reception',
      destination: 'mobile',
      phone_number: mobile.phone_number,
      fallback: { destination: 'night', transfer_id: null, refusal: null },
    });
    const { items } = (await member.get(transfers)).body;
    expect(items).toEqual([second, await show(id)]);
    const events = await server.app.db
      .selectFrom('audit_events')
      .select(['actor_kind', 'after'])
      .where('subject_id', '=', String(run_id))
      .where('action', '=', 'workflow_run.transfer_requested')
      .orderBy('created_at')
      .execute();
    expect(events.map(({ actor_kind }) => actor_kind)).toEqual(['user', 'system']);
    expect(events[1]?.after).toMatchObject({
      transfer: { id: second.id, to_number_ending: '0110', fallback_of_id: id },
    });
  });

  test('of a warm transfer hears the same briefing', async () => {
    const { member, transfers, rows, failed } = await given();
    const briefing = { text: 'Ada asks for another bill.', language: 'en-GB' };
    const request = { destination: 'reception', kind: 'warm', briefing };
    const { id } = (await member.post(transfers, request)).body;
    await send(server.app);
    await failed(id);

    await expect
      .poll(async () => {
        await send(server.app);
        return (await rows()).length;
      })
      .toBe(2);

    expect(await rows()).toMatchObject([
      { destination: 'reception', kind: 'warm', briefing: null },
      {
        destination: 'mobile',
        kind: 'warm',
        briefing: briefing.text,
        briefing_language: briefing.language,
      },
    ]);
  });

  test('changes the ETag of the transfer that it follows', async () => {
    const { member, transfers, id } = await givenFailed();
    const before = (await member.get(`${transfers}/${id}`)).headers.get('etag');

    await send(server.app);

    expect((await member.get(`${transfers}/${id}`)).headers.get('etag')).not.toBe(before);
  });

  test('is rung once if two processes look at once', async () => {
    const { rows } = await givenFailed();
    const [one, other] = [askedNetwork(server), askedNetwork(server)];

    await Promise.all([send(one.app), send(other.app)]);

    expect(await rows()).toHaveLength(2);
    expect([...one.asked, ...other.asked]).toHaveLength(1);
  });

  test.each([
    [25_000, null],
    [30_000, 'too_late'],
  ])(
    'is rung by another process if the first was killed, within 30 seconds: after %i ms, %s',
    async (ms, refusal) => {
      const { id, rows, show } = await givenFailed();
      await server.app.db
        .updateTable('run_transfers')
        .set({ fallback_at: later(server.app.now(), -ms) })
        .execute();
      const network = askedNetwork(server);
      server.setNow(server.app.now());

      await send(network.app);

      expect(await rows()).toHaveLength(refusal === null ? 2 : 1);
      expect(network.asked).toHaveLength(refusal === null ? 1 : 0);
      expect((await show(id)).fallback.refusal).toBe(refusal);
    },
  );

  test('rings no more than three one after another, also if the settings lead back meanwhile', async () => {
    const network = askedNetwork(server);
    network.transfer = async () => ({ kind: 'refused', detail: 'No.' });
    const { transfer, change, rows } = await given();
    await transfer();
    await change([reception, { ...mobile, fallback: 'reception' }, night]);

    for (let sweep = 0; sweep < 8; sweep++) await send(network.app);

    expect(
      (await rows()).map(({ destination, ring_number }) => [destination, ring_number]),
    ).toEqual([
      ['reception', 1],
      ['mobile', 2],
      ['reception', 3],
    ]);
    expect(network.asked).toHaveLength(3);
  });

  test('that the settings no longer have is not rung', async () => {
    const { change, id, show, rows } = await givenFailed();
    await change([reception]);

    await send(server.app);

    expect((await show(id)).fallback.refusal).toBe('transfer_destination_unknown');
    expect(await rows()).toHaveLength(1);
  });

  type Failed = Awaited<ReturnType<typeof givenFailed>>;
  const db = () => server.app.db;

  test.each<[code: string, change: (made: Failed) => Promise<unknown>]>([
    [
      'number_on_do_not_call_list',
      ({ member: { organization_id } }) =>
        db()
          .insertInto('do_not_call_numbers')
          .values({
            organization_id,
            phone_number: mobile.phone_number,
            created_at: server.app.now(),
          })
          .execute(),
    ],
    [
      'outside_calling_hours',
      ({ member: { organization_id } }) =>
        db()
          .insertInto('calling_hours')
          .values({
            organization_id,
            enabled: true,
            timezone: 'UTC',
            slots: JSON.stringify(hours('01:00', '01:01').slots),
          })
          .execute(),
    ],
    [
      'transfer_destination_closed',
      ({ change }) => change([reception, { ...mobile, fallback: undefined, hours: morning }]),
    ],
    [
      'organization_suspended',
      ({ member: { organization_id } }) =>
        db()
          .updateTable('organizations')
          .set({ suspended_at: server.app.now(), suspension_reason: 'Unpaid.' })
          .where('id', '=', organization_id)
          .execute(),
    ],
    [
      'workflow_archived',
      ({ workflow_id }) =>
        db()
          .updateTable('workflows')
          .set({ status: 'archived' })
          .where('id', '=', workflow_id)
          .execute(),
    ],
    [
      'call_ended',
      ({ run_id }) =>
        db()
          .updateTable('workflow_runs')
          .set({ hang_up_requested_at: server.app.now() })
          .where('id', '=', run_id)
          .execute(),
    ],
    ['transfer_in_progress', ({ transfer }) => transfer()],
  ])('obeys what the first did, and says which refuses it: %s', async (code, change) => {
    server.setNow(noon);
    const made = await givenFailed();
    await change(made);
    const network = askedNetwork(server);

    await send(network.app);

    const row = (await made.rows()).find(({ id }) => id === made.id);
    expect([row?.fallback_refusal, row?.fallback_id, row?.fallback_at]).toEqual([code, null, null]);
    const called = network.asked.map(({ to_number }) => to_number);
    expect(called).not.toContain(mobile.phone_number);
  });

  test.each([
    ['exact_e164', reception.phone_number, 'approval_required', 1],
    ['e164_prefix', '+1202', null, 2],
  ])(
    'of a transfer of a connector needs an approval of its own: %s %s',
    async (destination_kind, destination_value, refusal, used_count) => {
      const { member, transfers, workflow_id, failed, show } = await given();
      const policy = await givenPolicy(member, {
        target_id: workflow_id,
        destination_kind: destination_kind as 'e164_prefix',
        destination_value,
      });
      const { body } = await member.send('POST', transfers, {
        key: member.key,
        body: { destination: 'reception', kind: 'cold' },
      });
      await send(server.app);
      await failed(body.id);

      await send(server.app);

      expect((await show(body.id)).fallback.refusal).toBe(refusal);
      const { body: used } = await member.get(`/api/v1/approval-policies/${policy}`);
      expect(used.used_count).toBe(used_count);
    },
  );

  test.each([
    ['97', 'unknown', 120_001],
    ['99', 'connection_error', 0],
  ])('is not rung after a destination that ends with %s: %s', async (digits, code, ms) => {
    const { transfer, failed, rows } = await given([
      { ...reception, phone_number: `+120255501${digits}` },
      mobile,
    ]);
    const { id } = (await transfer()).body;
    await send(server.app);
    server.setNow(later(server.app.now(), ms));
    await send(server.app);

    expect((await failed(id)).failure.code).toBe(code);
    await send(server.app);
    expect(await rows()).toMatchObject([{ fallback_at: null, fallback_refusal: null }]);
  });

  test('follows failures alone that say that nobody was reached', () => {
    const following = Object.entries(ringsFallback).flatMap(([code, rings]) =>
      rings ? [code] : [],
    );

    expect(following).toEqual([
      'busy',
      'no_answer',
      'refused',
      'carrier_failure',
      'destination_closed',
      'machine',
      'hung_up',
    ]);
  });
});

describe('transfer_destinations are refused with the place of', () => {
  const backward = hours('10:00', '09:00');
  test.each<[string, readonly object[], string[], RegExp]>([
    ['a fallback that is none', [reception], ['0', 'fallback'], /^No other destination/],
    [
      'fallbacks that lead back',
      [reception, { ...mobile, fallback: 'reception' }],
      ['0', 'fallback'],
      /^Leads back: reception, mobile, reception\.$/,
    ],
    ['a fallback to itself', [{ ...night, fallback: 'night' }], ['0', 'fallback'], /^Leads back/],
    [
      'four in a row',
      [{ ...night, name: 'first', fallback: 'reception' }, ...all],
      ['0', 'fallback'],
      /^Rings 4 destinations one after another, first, reception, mobile, night; at most 3/,
    ],
    [
      'hours in no zone',
      [{ ...night, hours: { ...morning, timezone: 'Nowhere' } }],
      ['0', 'hours', 'timezone'],
      /IANA/,
    ],
    [
      'hours that end before they begin',
      [{ ...night, hours: { ...backward, slots: backward.slots.slice(0, 1) } }],
      ['0', 'hours', 'slots', '0', 'end_time'],
      /later than start_time/,
    ],
  ])('%s', async (_, transfer_destinations, place, message) => {
    const member = await newOrganization({ server });
    const workflow = await givenWorkflow(member);
    await givenRun(member, workflow);

    const { status, body } = await member.put(workflow.path, {
      workflow_configurations: { transfer_destinations },
    });

    expect(status).toBe(422);
    const [fault] = body.detail;
    expect(fault.loc).toEqual([
      'body',
      'workflow_configurations',
      'transfer_destinations',
      ...place,
    ]);
    expect(fault.msg).toMatch(message);
  });

  test('nothing else: hours, and three in a row, are stored', async () => {
    const member = await newOrganization({ server });
    const workflow = await givenWorkflow(member);
    const transfer_destinations = [{ ...reception, hours: morning }, mobile, night];

    const { status, body } = await member.put(workflow.path, {
      workflow_configurations: { transfer_destinations },
    });

    expect(status).toBe(200);
    expect(body.workflow_configurations.transfer_destinations).toEqual(transfer_destinations);
  });
});
