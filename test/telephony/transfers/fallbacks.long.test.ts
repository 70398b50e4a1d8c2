import { describe, expect, test } from 'vitest';
import type { Slots } from '../../../src/telephony/calls/index.ts';
import { followUp } from '../../../src/telephony/transfers/fallbacks.ts';
import { ringsFallback } from '../../../src/telephony/transfers/rules.ts';
import { later } from '../../../src/timestamp.ts';
import { onPostgres } from '../../support/database.ts';
import { until } from '../calls/given.ts';
import { givenDestinations, givenFailed, mobile, night, reception } from './given-fallbacks.ts';
import { askedNetwork, send, transferServer } from './given.ts';

const server = transferServer();

describe('A fallback', () => {
  test('is rung if nobody answers, by a second transfer that the first names', async () => {
    const { member, run_id, transfers, id, first, show } = await givenFailed(server);
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
    const { member, transfers, rows, failed } = await givenDestinations(server);
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
    const { member, transfers, id } = await givenFailed(server);
    const before = (await member.get(`${transfers}/${id}`)).headers.get('etag');

    await send(server.app);

    expect((await member.get(`${transfers}/${id}`)).headers.get('etag')).not.toBe(before);
  });

  test.each([
    ['rung', [reception, mobile, night]],
    ['refused', [reception]],
  ])('that was %s makes an ETag read before stale', async (_, destinations) => {
    const { member, transfers, id, change } = await givenFailed(server);
    const read = async () => (await member.get(`${transfers}/${id}`)).headers.get('etag')!;
    const cancel = async (etag: string) => {
      const headers = { 'if-match': etag };
      const { token } = member;
      const { body } = await member.send('POST', `${transfers}/${id}/cancel`, { token, headers });
      return body.code;
    };
    const before = await read();
    await change(destinations);

    await send(server.app);

    expect([await cancel(before), await cancel(await read())]).toEqual([
      'precondition_failed',
      'transfer_ended',
    ]);
  });

  test('is rung once if two processes look at once', async () => {
    const { rows } = await givenFailed(server);
    const [one, other] = [askedNetwork(server), askedNetwork(server)];

    await Promise.all([send(one.app), send(other.app)]);

    expect(await rows()).toHaveLength(2);
    expect([...one.asked, ...other.asked]).toHaveLength(1);
  });

  // The embedded database has one connection.
  test.runIf(onPostgres)('is left to the process that has begun to request it', async () => {
    const { member, id, rows } = await givenFailed(server);
    const { app } = server;
    const [begun, further] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slots: Slots = {
      ...app.calls.slots,
      lock: async (trx, organizationId) => {
        begun.resolve();
        await further.promise;
        return app.calls.slots.lock(trx, organizationId);
      },
    };
    const { organization_id } = member;
    const first = followUp({ ...app, slots }, { id, organization_id });
    await begun.promise;
    const other = askedNetwork(server);
    other.transfer = async () => ({ kind: 'refused', detail: 'No.' });

    let hasLeft = false;
    const sent = send(other.app).then(() => void (hasLeft = true));
    try {
      // Shorter than a session waits for a lock.
      await expect.poll(() => hasLeft, { timeout: 10_000 }).toBe(true);
    } finally {
      further.resolve();
      await Promise.all([first, sent]);
    }

    const next = await first;
    expect(other.asked).toEqual([]);
    expect(await rows()).toMatchObject([
      { id, fallback_id: next?.id, fallback_refusal: null },
      { id: next?.id, destination: 'mobile' },
    ]);
  });

  test.each([
    [25_000, null],
    [30_000, 'too_late'],
  ])(
    'is rung by another process if the first was killed, within 30 seconds: after %i ms, %s',
    async (ms, refusal) => {
      const { id, rows, show } = await givenFailed(server);
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
    const { transfer, change, rows } = await givenDestinations(server);
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

  test.each([
    ['97', 'unknown', 120_001],
    ['99', 'connection_error', 0],
  ])('is not rung after a destination that ends with %s: %s', async (digits, code, ms) => {
    const { transfer, failed, rows } = await givenDestinations(server, [
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
