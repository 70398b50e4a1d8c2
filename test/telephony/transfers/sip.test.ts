import { describe, expect, test } from 'vitest';
import { emptyOfNumber } from '../../../src/privacy/personal-queries.ts';
import { givenPolicy } from '../../approvals/given.ts';
import { newOrganization } from '../../support/organizations.ts';
import { namesOf } from '../../webhooks/events/given.ts';
import { until } from '../calls/given.ts';
import { givenNumber } from '../given.ts';
import { askedNetwork, auditOf, givenTransferable, send, transferServer } from './given.ts';

const server = transferServer();

const number = '+12025550110';
const at = (user: string) => ({
  name: 'reception',
  sip_uri: `sip:${user}@pbx.example.com:5061`,
  has_machine_detection: false,
});
const desk = at('front-desk');
const numbered = at(number);
const busy = { name: 'reception', phone_number: '+12025550140', fallback: 'mobile' };

const given = async (
  destination: object | readonly object[],
  options: Parameters<typeof givenTransferable>[1] = {},
) => {
  const member = await newOrganization({ server, connector: 'crm' });
  const made = await givenTransferable(member, {
    destinations: [destination].flat(),
    ...options,
  });
  const { organization_id } = member;
  return {
    member,
    ...made,
    ended: (id: number) =>
      until(
        async () => {
          await send(server.app);
          return made.show(id);
        },
        ({ ended_at }) => ended_at !== null,
      ),
    block: () =>
      server.app.db
        .insertInto('do_not_call_numbers')
        .values({ organization_id, phone_number: number, created_at: server.app.now() })
        .execute(),
  };
};

describe('createRunTransfer to a SIP URI', () => {
  test('connects it, and the audit event has its host alone', async () => {
    const { run_id, transfer, show } = await given(desk);

    const { status, body } = await transfer();
    await send(server.app);

    expect(status).toBe(202);
    expect(body).toMatchObject({ phone_number: null, sip_uri: desk.sip_uri });
    await until(
      () => show(body.id),
      (shown) => shown.status === 'bridged',
    );
    const [event] = await auditOf(server, run_id);
    expect(event?.after).toMatchObject({
      transfer: { to_number_ending: null, to_sip_host: 'pbx.example.com' },
    });
    expect(JSON.stringify(event)).not.toContain('front-desk');
  });

  test.each([
    ['desk40', 'busy'],
    ['desk-75', 'refused'],
  ])('fails on the simulated network as its last digits say: %s %s', async (user, code) => {
    const { transfer, show } = await given(at(user));
    const { id } = (await transfer()).body;

    await send(server.app);

    const failed = await until(
      () => show(id),
      ({ status }) => status === 'failed',
    );
    expect(failed.failure.code).toBe(code);
  });

  test.each([
    ['desk-60', undefined, 'failed', 'machine'],
    ['desk-60', false, 'bridged', null],
    ['desk-10', true, 'bridged', null],
    ['desk', undefined, 'bridged', null],
  ])(
    'tells machines from people before the two are connected: %s, detection %j',
    async (user, has_machine_detection, status, code) => {
      const { transfer, ended } = await given({ ...at(user), has_machine_detection });

      const shown = await ended((await transfer()).body.id);

      expect([shown.status, shown.failure?.code ?? null]).toEqual([status, code]);
    },
  );

  test('briefs whoever answers, and then connects the two', async () => {
    const { member, warmTransfer, ended } = await given(desk);

    const shown = await ended((await warmTransfer()).body.id);

    expect([shown.kind, shown.status]).toEqual(['warm', 'bridged']);
    expect(await namesOf(member)).toContain('transfer_briefing');
  });

  test('is rung as the fallback of a number that is busy', async () => {
    const mobile = { ...desk, name: 'mobile' };
    const { transfer, transfers, member, ended } = await given([busy, mobile]);

    const first = await ended((await transfer()).body.id);
    const { transfer_id } = await until(
      async () => {
        await send(server.app);
        return (await member.get(`${transfers}/${first.id}`)).body.fallback;
      },
      (fallback) => fallback.transfer_id !== null,
    );

    expect(await ended(transfer_id)).toMatchObject({
      destination: 'mobile',
      phone_number: null,
      sip_uri: desk.sip_uri,
      status: 'bridged',
    });
  });

  test.each([
    [desk, false],
    [numbered, true],
  ])('gives the carrier the URI: %j', async (to, isWarm) => {
    const network = askedNetwork(server);
    const { transfer, warmTransfer } = await given(to);
    await (isWarm ? warmTransfer() : transfer());

    await send(network.app);

    expect(network.asked).toMatchObject([{ to: to.sip_uri, detect: false, brief: isWarm }]);
  });

  test('whose user is a number obeys the do-not-call list, now and when the carrier is about to hear of it', async () => {
    const network = askedNetwork(server);
    const [now, then] = [await given(numbered), await given(numbered)];
    await now.block();

    const refused = await now.transfer();
    const accepted = await then.transfer();
    await then.block();
    await send(network.app);

    expect([refused.status, refused.body.code, refused.body.param]).toEqual([
      409,
      'number_on_do_not_call_list',
      'destination',
    ]);
    expect(accepted.body).toMatchObject({
      phone_number: number,
      sip_uri: numbered.sip_uri,
    });
    expect(await then.rows()).toMatchObject([{ failure: 'do_not_call', sending_at: null }]);
    expect(network.asked).toEqual([]);
  });

  test('obeys the calling hours and the daily cap, and no calling codes', async () => {
    const from_number = '+12025550199';
    const { member, configuration_id, transfer, transfers } = await given(desk, { from_number });
    const { db } = server.app;
    await givenNumber(member, configuration_id, { phone_number: from_number, daily_cap: 1 });
    await db
      .updateTable('telephony_configurations')
      .set({ calling_codes: ['+44'] })
      .where('id', '=', configuration_id)
      .execute();

    const first = await transfer();
    await member.post(`${transfers}/${first.body.id}/cancel`);
    const capped = await transfer();
    await db
      .insertInto('calling_hours')
      .values({
        organization_id: member.organization_id,
        enabled: true,
        timezone: 'UTC',
        slots: JSON.stringify([]),
      })
      .execute();
    const closed = await transfer();

    expect([first.status, capped.body.code, closed.body.code]).toEqual([
      202,
      'daily_cap_reached',
      'outside_calling_hours',
    ]);
  });

  test.each([desk, numbered])('is covered by no approval of a connector: %j', async (to) => {
    const { member, transfers, workflow_id, rows } = await given(to);
    await givenPolicy(member, {
      target_id: workflow_id,
      destination_kind: 'e164_prefix',
      destination_value: '+1',
    });

    const { status, body } = await member.send('POST', transfers, {
      key: member.key,
      body: { destination: 'reception', kind: 'cold' },
    });

    expect([status, body.code, body.reason]).toEqual([
      403,
      'approval_required',
      'destination_mismatch',
    ]);
    expect(body).not.toHaveProperty('destination');
    expect(await rows()).toEqual([]);
  });

  test('is no fallback of what a connector requested', async () => {
    const { member, transfers, workflow_id, ended, rows } = await given([
      busy,
      { ...numbered, name: 'mobile' },
    ]);
    await givenPolicy(member, {
      target_id: workflow_id,
      destination_kind: 'e164_prefix',
      destination_value: '+1',
    });
    const { body } = await member.send('POST', transfers, {
      key: member.key,
      body: { destination: 'reception', kind: 'cold' },
    });
    await ended(body.id);

    await expect
      .poll(async () => {
        await send(server.app);
        return (await rows()).map(({ fallback_refusal }) => fallback_refusal);
      })
      .toEqual(['approval_required']);
  });

  test('that was stored before it was checked is none', async () => {
    const { transfer, workflow_id } = await given(desk);
    for (const destination of [
      { name: 'reception', sip_uri: 'sip:a@10.0.0.1' },
      { name: 'reception', sip_uri: 'sip:a@pbx.example.com?X-Transfer=1' },
      { name: 'reception', sip_uri: 7 },
      { ...desk, phone_number: number },
    ]) {
      await server.app.db
        .updateTable('workflows')
        .set({ workflow_configurations: JSON.stringify({ transfer_destinations: [destination] }) })
        .where('id', '=', workflow_id)
        .execute();
      const { status, body } = await transfer();
      expect([status, body.code]).toEqual([409, 'transfer_destination_unknown']);
    }
  });

  test('is not sent once the number in it was erased, which removes both', async () => {
    const network = askedNetwork(server);
    const { member, transfer, rows } = await given(numbered);
    await transfer();

    await server.app.db.transaction().execute((trx) =>
      emptyOfNumber(trx, {
        organization_id: member.organization_id,
        phone_number: number,
      }),
    );
    await send(network.app);

    expect(await rows()).toMatchObject([
      { phone_number: null, sip_uri: null, status: 'failed', failure: 'destination_removed' },
    ]);
    expect(network.asked).toEqual([]);
  });
});
