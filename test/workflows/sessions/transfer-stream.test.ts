import { describe, expect, test } from 'vitest';
import type { components } from '../../../generated/api.ts';
import { follow } from '../../../src/workflows/sessions/stream.ts';
import { newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { transferUrl } from '../../../src/telephony/transfers/commands.ts';
import { callBack } from '../../telephony/calls/given.ts';
import { askedNetwork, givenTransferable, send } from '../../telephony/transfers/given.ts';

const server = ownServer();

async function given() {
  const member = await newOrganization({ server });
  const made = await givenTransferable(member);
  const { run_id, configuration_id } = made;
  const key = { organization_id: member.organization_id, run_id };
  const network = askedNetwork(server);
  const open = () => {
    const { signal } = new AbortController();
    const events = follow(server.app, { key, after: 0, agent: null, signal });
    return {
      next: async () =>
        (await events.next()).value?.data as components['schemas']['RunSessionEvent'],
      leave: () => events.return(undefined),
    };
  };
  return {
    ...made,
    open,
    send: () => send(network.app),
    report: async (transfer: string) => {
      const { items } = (await member.get(made.transfers)).body;
      const call = { provider: 'simulated', configuration_id, run_id, id: items[0].id };
      await callBack(member, transferUrl('', call), { transfer });
    },
    end: () => server.app.calls.report({ ...key, at: server.app.now(), event: 'completed' }),
  };
}

describe('streamRunSession', () => {
  test('tells the runtime of each change of a transfer, and of the next one', async () => {
    const { open, transfer, send: sendAll, report, show } = await given();
    const stream = open();
    const first = (await transfer()).body;

    expect(await stream.next()).toEqual({ event: 'transfer', transfer: first });
    await sendAll();
    await report('ringing');
    expect(await stream.next()).toMatchObject({ transfer: { id: first.id, status: 'ringing' } });
    await report('busy');
    expect(await stream.next()).toEqual({ event: 'transfer', transfer: await show(first.id) });
    const second = (await transfer()).body;
    expect(await stream.next()).toEqual({ event: 'transfer', transfer: second });
    await stream.leave();
  });

  test('ends with the state in which the call left its transfer', async () => {
    const { open, transfer, end } = await given();
    await transfer();
    const stream = open();
    expect(await stream.next()).toMatchObject({ transfer: { status: 'requested' } });

    await end();

    expect(await stream.next()).toMatchObject({
      transfer: { status: 'failed', failure: { code: 'call_ended' } },
    });
    expect(await stream.next()).toMatchObject({ event: 'complete', outcome: 'completed' });
  });

  test('begins with the last transfer, also for a runtime that was started anew', async () => {
    const { open, transfer, send: sendAll, report } = await given();
    await transfer();
    await sendAll();
    await report('busy');
    const last = (await transfer()).body;

    for (const stream of [open(), open()]) {
      expect(await stream.next()).toEqual({ event: 'transfer', transfer: last });
      await stream.leave();
    }
  });

  test('tells of what another process has changed, whose wake-up was lost', async () => {
    const { open, transfer, run_id } = await given();
    await transfer();
    const stream = open();
    await stream.next();

    await server.app.db
      .updateTable('run_transfers')
      .set({ status: 'ringing' })
      .where('run_id', '=', run_id)
      .execute();

    expect(await stream.next()).toMatchObject({ transfer: { status: 'ringing' } });
    await stream.leave();
  });
});
