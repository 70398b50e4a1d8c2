import { expect } from 'vitest';
import { transferUrl } from '../../../src/telephony/transfers/commands.ts';
import { later } from '../../../src/timestamp.ts';
import { newOrganization } from '../../support/organizations.ts';
import type { TestServer } from '../../support/server.ts';
import { callBack } from '../calls/given.ts';
import { askedNetwork, givenTransferable, reception, send } from './given.ts';

const noon = '2027-02-03T12:00:00.000Z';

/** An answered call whose carrier accepts every request, and what can happen to its transfer. */
export async function givenActs(
  server: TestServer,
  { warm = false, has_machine_detection = false } = {},
) {
  server.setNow(noon);
  const member = await newOrganization({ server });
  const made = await givenTransferable(member, {
    destinations: [{ ...reception, has_machine_detection }],
  });
  const network = askedNetwork(server);
  network.transfer = async () => ({ kind: 'accepted', leg_id: 'leg' });
  const { run_id, configuration_id, transfers } = made;
  let id = 0;
  const report = (transfer: string, others = {}) => {
    const call = { provider: 'simulated', configuration_id, run_id, id };
    return callBack(member, transferUrl('', call), { transfer, ...others });
  };
  const wait = async (ms: number) => {
    server.setNow(later(server.app.now(), ms));
    await send(network.app);
  };
  const acts = {
    request: async () => {
      const { status, body } = await (warm ? made.warmTransfer() : made.transfer());
      if (status === 202) id = body.id;
    },
    send: () => send(network.app),
    ring: () => report('ringing'),
    answer: () => report('answered'),
    human: () => report('answered', { answered_by: 'human' }),
    unknown: () => report('answered', { answered_by: 'unknown' }),
    machine: () => report('answered', { answered_by: 'machine' }),
    briefed: () => report('answered', { briefing: 'ended' }),
    connected: () => report('connected'),
    gone: () => report('completed'),
    busy: () => report('busy'),
    pause: () => wait(10_000),
    deadline: () => wait(120_001),
    cancel: () => member.post(`${transfers}/${id}/cancel`),
    end: () =>
      server.app.calls.report({
        run_id,
        organization_id: member.organization_id,
        at: server.app.now(),
        event: 'completed',
      }),
  };
  /** Kills the process while the carrier gets the command: another takes over with the same carrier. */
  const kill = async (command: 'brief' | 'connect') => {
    network[command] = () => new Promise(() => undefined);
    await network.app.calls.sendTransfers();
    await expect.poll(() => network[given[command]].length).toBe(1);
    return askedNetwork(server);
  };
  /** What happens, one after another: names of acts with spaces between them. */
  const happens = async (names: string) => {
    for (const name of names.split(' ')) {
      const found = Object.entries(acts).find(([act]) => act === name);
      if (!found) throw new Error(`No act is called ${name}.`);
      await found[1]();
    }
  };
  return { member, ...made, network, acts, happens, kill, shown: () => made.show(id) };
}

const given = { brief: 'briefed', connect: 'connected' } as const;

/** As `givenActs`, of a transfer that the carrier has accepted. */
export async function givenAccepted(
  server: TestServer,
  { warm = false, has_machine_detection = true } = {},
) {
  const made = await givenActs(server, { warm, has_machine_detection });
  await made.acts.request();
  await made.acts.send();
  return made;
}

export type Act = keyof Awaited<ReturnType<typeof givenActs>>['acts'];
