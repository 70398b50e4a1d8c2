import { describe, expect, test } from 'vitest';
import { givenCampaign } from '../../campaigns/given.ts';
import { together } from '../../support/together.ts';
import { bodiesOf } from '../../webhooks/events/given.ts';
import { deliver, givenEndpoint, startReceiver } from '../../webhooks/given.ts';
import { givenActs } from './given-accepted.ts';
import { reception, transferServer } from './given.ts';

const server = transferServer();

async function given() {
  const made = await givenActs(server);
  const of = async () =>
    (await bodiesOf(made.member)).filter(({ call }) => call.run_id === made.run_id);
  return { ...made, of };
}

describe('The events of transfers', () => {
  test.each<[acts: string, types: string]>([
    ['request', 'requested'],
    ['request request', 'requested'],
    ['request send send', 'requested'],
    ['request send ring ring', 'requested ringing'],
    ['request send ring answer gone', 'requested ringing bridged'],
    ['request send answer ring busy', 'requested bridged'],
    ['request send ring busy answer', 'requested ringing failed'],
    ['request cancel cancel send', 'requested canceled'],
    ['request send ring cancel answer', 'requested ringing canceled'],
    ['request send deadline deadline', 'requested failed'],
    ['request send ring end busy', 'requested ringing failed ended'],
    ['request end send cancel', 'requested failed ended'],
    ['request send answer end', 'requested bridged ended'],
    [
      'request send busy request send busy request cancel end',
      'requested failed requested failed requested canceled ended',
    ],
    [
      'request send ring busy request send ring answer',
      'requested ringing failed requested ringing bridged',
    ],
  ])('after %s are %s, in this order, and the end of the call comes last', async (acts, types) => {
    const made = await given();

    await made.happens(acts);

    const events = (await made.of()).filter(({ type }) => type !== 'call_analyzed');
    expect(events.map(({ type }) => type.replace(/^(transfer|call)_/, ''))).toEqual(
      types.split(' '),
    );
    const times = events.map(({ at }) => at).filter((at) => at !== undefined);
    expect(times).toEqual(times.toSorted((one, other) => (one < other ? -1 : 1)));
  });

  test('say of which call and transfer they are, without the number of the destination', async () => {
    const { member, happens, of, run_id } = await given();
    await happens('request send busy');

    const [requested, failed] = await of();

    const { items } = (await member.get(`/api/v1/runs/${run_id}/transfers`)).body;
    const { id, created_at, failure } = items[0];
    const transfer = { id, kind: 'cold', destination: 'reception', created_at };
    expect(requested).toMatchObject({ call: { run_id, mode: 'ad_hoc' }, transfer });
    expect(failed).toMatchObject({ call: requested.call, transfer, failure });
    expect(failure.code).toBe('busy');
    expect(JSON.stringify([requested, failed])).not.toContain(reception.phone_number);
    const { body } = await member.get(`/api/v1/events?run_id=${run_id}&type=transfer_failed`);
    expect(body.items).toEqual([failed]);
  });

  test('are listed with the campaign of the call', async () => {
    const { member, acts, run_id, of, workflow_id } = await given();
    const { db } = server.app;
    const { id: campaign_id } = await givenCampaign(member, { workflow_id });
    await db
      .updateTable('workflow_runs')
      .set({ campaign_id, mode: 'campaign' })
      .where('id', '=', run_id)
      .execute();

    await acts.request();

    const [event] = await of();
    const { body } = await member.get(`/api/v1/events?campaign_id=${campaign_id}`);
    expect(body.items).toEqual([event]);
    expect(event.call.campaign_id).toBe(campaign_id);
  });

  test('reach an endpoint that has chosen them, in their order', async () => {
    const { member, happens, run_id } = await given();
    const receiver = await startReceiver();
    const events = ['transfer_requested', 'transfer_ringing', 'transfer_bridged', 'call_ended'];
    await givenEndpoint(member, receiver.url, { events });
    await happens('request send ring answer end');

    await deliver(server);

    expect(receiver.heard()).toEqual(events.map((event) => `${event} ${run_id}`));
  });

  test('come before the end of a call that ends while somebody answers', async () => {
    const { acts, of, member, run_id } = await given();
    await acts.request();
    await acts.send();

    const end = async () => {
      await acts.end();
      return member.get(`/api/v1/runs/${run_id}`);
    };
    await together(server, [acts.answer, end]);

    const types = (await of()).map(({ type }) => type);
    expect(types[0]).toBe('transfer_requested');
    expect(['transfer_bridged', 'transfer_failed']).toContain(types[1]);
    expect(types[2]).toBe('call_ended');
  });

  test('are written once if the answer is reported twice at once', async () => {
    const { acts, of } = await given();
    await acts.request();
    await acts.send();

    await together(server, [acts.answer, acts.answer]);

    expect((await of()).map(({ type }) => type)).toEqual([
      'transfer_requested',
      'transfer_bridged',
    ]);
  });
});
