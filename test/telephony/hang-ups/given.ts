import type { Application } from '../../../src/app.ts';
import { claimQueued } from '../../../src/telephony/calls/jobs.ts';
import type {
  CallStatusAnswer,
  CommandResult,
  PlacementResult,
} from '../../../src/telephony/carriers/carrier.ts';
import type { HangUpRequest } from '../../../src/telephony/carriers/requests.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import type { TestServer } from '../../support/server.ts';
import { givenCallable } from '../calls/given.ts';
import { withCarriers } from '../calls/with-carriers.ts';

export interface FakeCarrier {
  readonly app: Application;
  /** The requests to end calls that it got, in order. */
  readonly asked: HangUpRequest[];
  placement: () => Promise<PlacementResult>;
  hangUp: () => Promise<CommandResult>;
  says: CallStatusAnswer;
}

export const accepted: PlacementResult = { kind: 'accepted', carrier_call_id: 'call-1' };

/** The server's app with a carrier whose answers are given. */
export function carrierFor(server: TestServer): FakeCarrier {
  const carrier: Omit<FakeCarrier, 'app'> = {
    asked: [],
    placement: async () => accepted,
    hangUp: async () => ({ kind: 'accepted' }),
    says: { kind: 'silent', detail: '' },
  };
  const app = withCarriers(server, {
    simulated: {
      ...server.app.calls.carriers.simulated,
      place: () => carrier.placement(),
      status: async () => carrier.says,
      async hangUp(_, request) {
        carrier.asked.push(request);
        return carrier.hangUp();
      },
    },
  });
  return Object.assign(carrier, { app });
}

export const completes = '+12025550100';

/** A single call that nobody has placed, and what a client does with it. */
export async function givenQueued(
  server: TestServer,
  {
    to_number = completes,
    ...pace
  }: { to_number?: string; ring_ms?: number; talk_ms?: number } = {},
) {
  const member = await newOrganization({ server });
  const { workflow_id } = await givenCallable(member, pace);
  const { body } = await member.post('/api/v1/telephony/initiate-call', { workflow_id, to_number });
  const run = { id: Number(body.id), workflow_id };
  return {
    member,
    run,
    show: async () => (await member.get(`/api/v1/runs/${run.id}`)).body,
    hangUp: (other: Member = member) => other.post(`/api/v1/runs/${run.id}/hang-up`),
    /** Has the call placed, and waits for the carrier's answer. */
    placeWith: async (app: Application) =>
      void (await Promise.all(await claimQueued(app, [run.id]))),
    report: (event: 'answered' | 'completed' | 'busy') =>
      server.app.calls.report({
        run_id: run.id,
        organization_id: member.organization_id,
        at: server.app.now(),
        event,
        carrier_call_id: 'call-1',
      }),
  };
}

/** What is kept of a call while it is in progress; undefined after its end. */
export const liveOf = ({ app }: TestServer, id: number) =>
  app.db
    .selectFrom('live_calls')
    .select(['state', 'hang_up_at', 'hang_ups', 'ask_at'])
    .where('run_id', '=', id)
    .executeTakeFirst();
