import type { Transaction } from 'kysely';
import { isInForce } from '../../approvals/authorization-queries.ts';
import { type Batcher, createBatcher } from '../../fairness/batcher.ts';
import type { Database, Db } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';
import { inForce, ofWorkflows } from '../calling-hours/queries.ts';
import { type CallingHours, hoursOfWorkflow } from '../calling-hours/rules.ts';

import { passGate } from './gate-queries.ts';
import * as live from './live-queries.ts';
import type { CampaignFacts } from './permission-columns.ts';
import { type Withheld, withheldBy } from './permission-rules.ts';

/** A call that may be placed now, and only by whoever got this. */
export interface CallToPlace extends Pick<
  live.UnplacedCall,
  | 'id'
  | 'organization_id'
  | 'campaign_id'
  | 'workflow_id'
  | 'workflow_version'
  | 'to_number'
  | 'from_number'
  | 'traceparent'
  | 'deferrals'
  | 'handling'
  | 'errors'
  | 'calls_per_second'
> {
  readonly configuration_id: number;
  readonly provider: NonNullable<live.UnplacedCall['provider']>;
  readonly credentials_encrypted: Buffer;
  /** When it was marked, which identifies the attempt. */
  readonly placing_at: Timestamp;
}

export interface Withholding {
  readonly reason: Withheld;
  readonly campaign_id: number | null;
}

/**
 * `withheld`: a rule forbids it now; of campaigns, the next claim tells which. `gone`: somebody else places it, or its
 * lease has ended. `locked`: somebody else looks at it, usually for a few milliseconds.
 */
type Placing =
  | {
      readonly kind: 'place';
      readonly call: CallToPlace;
      /** When the gate was passed, by the process's own clock, in milliseconds. */
      readonly passed_at: number;
    }
  | ({ readonly kind: 'withheld' } & Withholding)
  | { readonly kind: 'gone' }
  | { readonly kind: 'locked' };

/** What campaigns say about their calls, by the ids of the calls. Behind the gate. */
export type FactsOfCampaigns = (
  trx: Transaction<Database>,
  calls: readonly live.UnplacedCall[],
  now: Timestamp,
) => Promise<ReadonlyMap<number, CampaignFacts>>;

interface Parts {
  readonly db: Db;
  readonly factsOfCampaigns: FactsOfCampaigns;
  readonly now: () => Timestamp;
}

export interface Unplaced {
  readonly id: number;
  readonly organization_id: number;
}

/** Organizations whose calls are marked at once. */
const maxAtOnce = 4;

/**
 * Marks calls as being placed, if every rule of the gate still allows them (`permission-rules.ts`). Behind the organization's gate, so that after the
 * response to a request that forbids calls none is marked.
 */
export function createPlacer({ db, factsOfCampaigns, now }: Parts): Batcher<Unplaced, Placing> {
  return createBatcher({
    maxAtOnce,
    keyOf: ({ organization_id }) => organization_id,
    work: (items: readonly Unplaced[]) =>
      db.transaction().execute(async (trx) => {
        const [first] = items;
        if (!first) return [];
        await passGate(trx, first.organization_id);
        const [at, passed_at] = [now(), performance.now()];
        const calls = await live.lockUnplaced(
          trx,
          items.map(({ id }) => id),
          at,
        );
        const found = new Set(calls.map(({ id }) => id));
        const missed = items.flatMap(({ id }) => (found.has(id) ? [] : [id]));
        const locked = await live.unplacedAmong(trx, missed);
        const reasons = await withheldAmong(trx, calls, { factsOfCampaigns, now: at });
        const allowed = calls.filter(({ id }) => !reasons.has(id));
        if (allowed.length > 0)
          await live.setPlacing(
            trx,
            allowed.map(({ id }) => id),
            at,
          );
        const known = new Map(calls.map((call) => [call.id, call]));
        return items.map(({ id }) => {
          const call = known.get(id);
          // Whoever comes first with a call places it, also within one batch.
          known.delete(id);
          if (!call) return { kind: locked.has(id) ? 'locked' : 'gone' };
          return placingOf({ ...call, placing_at: at }, reasons.get(id), passed_at);
        });
      }),
  });
}

function placingOf(
  call: live.UnplacedCall & Pick<CallToPlace, 'placing_at'>,
  reason: Withheld | undefined,
  passed_at: number,
): Placing {
  const { provider, credentials_encrypted, campaign_id } = call;
  if (reason !== undefined || !provider || !credentials_encrypted)
    return { kind: 'withheld', reason: reason ?? 'configuration_missing', campaign_id };
  return { kind: 'place', call: { ...call, provider, credentials_encrypted }, passed_at };
}

/** Why calls may not be placed now. */
async function withheldAmong(
  trx: Transaction<Database>,
  calls: readonly live.UnplacedCall[],
  { factsOfCampaigns, now }: Pick<Parts, 'factsOfCampaigns'> & { readonly now: Timestamp },
): Promise<ReadonlyMap<number, Withheld>> {
  const ofCampaigns = calls.filter(({ campaign_id }) => campaign_id !== null);
  const campaigns =
    ofCampaigns.length === 0 ? undefined : await factsOfCampaigns(trx, ofCampaigns, now);
  const revoked = await notInForce(trx, calls, now);
  const hours = await hoursOf(trx, calls);
  return new Map(
    calls.flatMap((call) => {
      const { id, approval_policy_id } = call;
      const reason = withheldBy({
        call,
        hours: hours(call),
        lost_approval: approval_policy_id !== null && revoked.has(approval_policy_id),
        campaign: campaigns?.get(id),
        now,
      });
      return reason === undefined ? [] : [[id, reason] as const];
    }),
  );
}

/** The calling hours that each call must obey, of calls of one organization. */
async function hoursOf(
  trx: Transaction<Database>,
  calls: readonly live.UnplacedCall[],
): Promise<(call: live.UnplacedCall) => CallingHours> {
  const bound = calls.find(({ has_hours }) => has_hours);
  const organization = bound ? await inForce(trx, bound.organization_id) : null;
  const ids = calls.flatMap(({ has_workflow_hours, workflow_id }) =>
    has_workflow_hours ? [workflow_id] : [],
  );
  const stored = ids.length === 0 ? undefined : await ofWorkflows(trx, ids);
  return ({ workflow_id }) => ({
    organization,
    workflow: hoursOfWorkflow(stored?.get(workflow_id)),
  });
}

/** The approvals of calls that are no longer in force. */
async function notInForce(
  trx: Transaction<Database>,
  calls: readonly live.UnplacedCall[],
  now: Timestamp,
): Promise<ReadonlySet<string>> {
  const policies = new Set(calls.flatMap(({ approval_policy_id }) => approval_policy_id ?? []));
  const revoked = new Set<string>();
  for (const id of policies) if (!(await isInForce(trx, id, now))) revoked.add(id);
  return revoked;
}
