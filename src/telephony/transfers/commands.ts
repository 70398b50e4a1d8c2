import { accessOf } from '../../auth/run-codes.ts';
import type { CallParts } from '../calls/dependencies.ts';
import type { CommandResult, HandoffResult, TransferResult } from '../carriers/carrier.ts';
import type { Reached } from './claim-requests.ts';
import { withRelay } from '../relay/with-relay.ts';
import { briefingOf, requestMs as timeout_ms, ringSeconds } from './rules.ts';

interface Transfer {
  readonly provider: string;
  readonly configuration_id: number;
  readonly run_id: number;
  readonly id: number;
}

/** The URL to which the carrier reports about a transfer. */
export const transferUrl = (
  origin: string,
  { provider, configuration_id, run_id, id }: Transfer,
): string =>
  `${origin}/api/v1/telephony/transfer-callbacks/${provider}/${configuration_id}?run_id=${run_id}&transfer_id=${id}`;

interface Parts extends Pick<CallParts, 'secrets' | 'carriers' | 'now' | 'connection'> {
  readonly origin: { readonly url: string; readonly agentUrl?: string | undefined };
}

const stoodStill = { kind: 'unavailable', detail: 'The process stood still.' } as const;
const isOver = { kind: 'refused', detail: 'The transfer has ended.' } as const;

/**
 * All that a carrier can be told about a transfer: once `transfer` or `handOff`, the others again if the answer is lost. The commands as the carrier of a transfer takes them. One without `leg` asks for documents in place of the last three. `isLate`: whether the process has stood still since it was allowed to tell the carrier.
 */
export function commandsOf(
  { connection, secrets, carriers, now, origin }: Parts,
  { transfer, credentials, provider, configuration_id, carrier_call_id }: Reached,
  isLate: () => boolean,
) {
  const carrier = carriers[provider];
  const { id: transfer_id, organization_id, run_id, leg_id } = transfer;
  const request = { carrier_call_id, transfer_id, timeout_ms };
  /** The runtime of an agent: the next, by its handoff, or the one that has the call. */
  const agentBy = (handoff_id: number | null, workflow_id: number, workflow_version: number) => ({
    run_id,
    workflow_id,
    workflow_version,
    to_number: transfer.run_to_number,
    from_number: transfer.run_from_number,
    ...accessOf(secrets, { organization_id, run_id, handoff_id }, now()),
  });
  const { handoff_id, agent_workflow_id, agent_workflow_version } = transfer;
  const holder = agentBy(handoff_id, agent_workflow_id, agent_workflow_version);
  const line = { organization_id, provider, configuration_id, credentials };
  const linked = (agent: typeof holder, greets: boolean) =>
    withRelay({ db: connection.db, origin }, line, { agent, greets });
  const leg = carrier.leg && leg_id !== null ? { ...carrier.leg, leg_id } : undefined;
  const unknownLeg = async (): Promise<CommandResult> => ({
    kind: 'failed',
    detail: 'The call to the destination is not known.',
  });
  return {
    async transfer(): Promise<TransferResult> {
      const to = transfer.sip_uri ?? transfer.phone_number;
      if (to === null) return { kind: 'unavailable', detail: 'The destination was erased.' };
      return carrier.transfer(credentials, {
        ...request,
        to,
        from_number: transfer.from_number,
        callback_url: transferUrl(origin.url, { ...transfer, configuration_id, provider }),
        ring_seconds: ringSeconds,
        detect: transfer.detects,
        brief: transfer.kind === 'warm',
      });
    },
    async handOff(): Promise<HandoffResult> {
      const { to_workflow_id: to, to_workflow_version: version } = transfer;
      if (to === null || version === null) return isOver;
      const agent = await linked(agentBy(transfer_id, to, version), true);
      // The settings were read after the gate was passed.
      if (isLate()) return stoodStill;
      return carrier.handOff(credentials, { ...request, is_return: false, agent });
    },
    async return(): Promise<HandoffResult> {
      const agent = await linked(holder, false);
      if (isLate()) return stoodStill;
      return carrier.handOff(credentials, { ...request, is_return: true, agent });
    },
    async recall(): Promise<CommandResult> {
      const agent = await linked(holder, false);
      if (isLate()) return { kind: 'failed', detail: stoodStill.detail };
      return carrier.recall(credentials, { carrier_call_id, timeout_ms, leg_id, agent });
    },
    async brief(): Promise<CommandResult> {
      if (!leg) return unknownLeg();
      const briefing = briefingOf(transfer);
      return briefing
        ? leg.brief(credentials, { ...request, leg_id: leg.leg_id, ...briefing })
        : isOver;
    },
    connect: () => leg?.connect(credentials, { ...request, leg_id: leg.leg_id }) ?? unknownLeg(),
    hangUp: () => leg?.hangUp(credentials, { ...request, leg_id: leg.leg_id }) ?? unknownLeg(),
  };
}

/** What the carrier answers to each. */
export type Answers = {
  readonly [Name in keyof ReturnType<typeof commandsOf>]: Awaited<
    ReturnType<ReturnType<typeof commandsOf>[Name]>
  >;
};
