import { sql, type Transaction } from 'kysely';
import { isInForce as isApproved } from '../../approvals/authorization-queries.ts';
import type { Database, Db } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';
import type { Key } from '../../workflows/runs/read-queries.ts';
import { handoffGateRules, type Withheld, withheldBy } from '../calls/permission-rules.ts';
import { handoffsIn } from './handoff-rules.ts';
import { type Due, isUnreported, type SendingRow } from './sending-queries.ts';

type Trx = Transaction<Database>;

/** How often a call has changed its agent. */
export async function count(db: Db, { organization_id, run_id }: Key): Promise<number> {
  const { handoffs } = await db
    .selectFrom('run_transfers')
    .select((eb) => eb.fn.countAll<number>().as('handoffs'))
    .where('organization_id', '=', organization_id)
    .where('run_id', '=', run_id)
    .where('kind', '=', 'handoff')
    .where('status', '=', 'bridged')
    .executeTakeFirstOrThrow();
  return handoffs;
}

/** Why the carrier may not hear of a handoff now, by the rules of the gate, which was passed. */
export async function withheld(
  trx: Trx,
  handoff: SendingRow,
  now: Timestamp,
): Promise<Withheld | 'destination_removed' | 'workflow_unavailable' | undefined> {
  const { organization_id, to_workflow_id, approval_policy_id, provider } = handoff;
  const isNamed = handoffsIn(handoff.destinations).some(
    ({ name, workflow_id }) => name === handoff.destination && workflow_id === to_workflow_id,
  );
  if (!isNamed) return 'destination_removed';
  const { is_suspended, is_active } = await trx
    .selectFrom('organizations as organization')
    .leftJoin('workflows as workflow', (join) =>
      join
        .onRef('workflow.organization_id', '=', 'organization.id')
        .on('workflow.id', '=', to_workflow_id),
    )
    .select(
      sql<boolean>`organization.suspended_at is not null or organization.deleted_at is not null`.as(
        'is_suspended',
      ),
    )
    .select(sql<boolean>`coalesce(workflow.status = 'active', false)`.as('is_active'))
    .where('organization.id', '=', organization_id)
    .executeTakeFirstOrThrow();
  if (!is_active) return 'workflow_unavailable';
  return withheldBy(
    {
      call: { ...handoff, is_suspended, is_listed: false, lacks_consent: false, provider },
      hours: { organization: null, workflow: null },
      lost_approval:
        approval_policy_id !== null && !(await isApproved(trx, approval_policy_id, now)),
      campaign: undefined,
      now,
    },
    handoffGateRules,
  );
}

/** A handoff that its carrier has accepted and of which it has reported nothing in time. */
export const findUnreported = (db: Db, { id, organization_id }: Due, now: Timestamp) =>
  db
    .selectFrom('run_transfers')
    .select(['organization_id', 'run_id', 'id as transfer_id'])
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .where(isUnreported(now))
    .executeTakeFirst();
