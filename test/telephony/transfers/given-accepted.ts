import { transferUrl } from '../../../src/telephony/transfers/commands.ts';
import { later } from '../../../src/timestamp.ts';
import { newOrganization } from '../../support/organizations.ts';
import type { TestServer } from '../../support/server.ts';
import { callBack } from '../calls/given.ts';
import { askedNetwork, givenTransferable, reception, send } from './given.ts';

const noon = '2027-02-03T12:00:00.000Z';

/** A transfer that the carrier has accepted, and what can happen to it. */
export async function givenAccepted(
  server: TestServer,
  { warm = false, has_machine_detection = true } = {},
) {
  server.setNow(noon);
  const member = await newOrganization({ server });
  const made = await givenTransferable(member, {
    destinations: [{ ...reception, has_machine_detection }],
  });
  const network = askedNetwork(server);
  network.transfer = async () => ({ kind: 'accepted', leg_id: 'leg' });
  const { run_id, configuration_id, transfers } = made;
  const { id } = (await (warm ? made.warmTransfer() : made.transfer())).body;
  const report = (transfer: string, others = {}) => {
    const call = { provider: 'simulated', configuration_id, run_id, id };
    return callBack(member, transferUrl('', call), { transfer, ...others });
  };
  const wait = async (ms: number) => {
    server.setNow(later(server.app.now(), ms));
    await send(network.app);
  };
  const acts = {
    send: () => send(network.app),
    ring: () => report('ringing'),
    answer: () => report('answered'),
    human: () => report('answered', { answered_by: 'human' }),
    unknown: () => report('answered', { answered_by: 'unknown' }),
    machine: () => report('answered', { answered_by: 'machine' }),
    briefed: () => report('answered', { briefing: 'ended' }),
    connected: () => report('connected'),
    gone: () => report('completed'),
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
  await acts.send();
  return { member, ...made, network, acts, shown: () => made.show(id) };
}

export type Act = keyof Awaited<ReturnType<typeof givenAccepted>>['acts'];
