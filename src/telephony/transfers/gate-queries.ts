import { sql, type Transaction } from 'kysely';
import { isInForce as isApproved } from '../../approvals/authorization-queries.ts';
import type { Database } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';
import { inForce, ofWorkflows } from '../calling-hours/queries.ts';
import { hoursOfWorkflow } from '../calling-hours/rules.ts';
import { handoffGateRules, withheldBy } from '../calls/permission-rules.ts';
import { isInForce as isListed } from '../do-not-call/queries.ts';
import { closedAt, destinationsIn, isAt } from './destination-rules.ts';
import { handoffsIn } from './handoff-rules.ts';
import type { SendingRow } from './sending-queries.ts';

/** Why the carrier may not hear of a transfer now, by the rules of the gate, which was passed. */
export async function withheld(
  trx: Transaction<Database>,
  transfer: SendingRow,
  now: Timestamp,
): Promise<string | undefined> {
  const isHandoff = transfer.kind === 'handoff';
  const reason = isHandoff ? handoffRemoved(transfer) : destinationGone(transfer, now);
  if (reason !== undefined) return reason;
  const { organization_id, agent_workflow_id, to_workflow_id, approval_policy_id } = transfer;
  const { is_active, ...known } = await trx
    .selectFrom('organizations as organization')
    .leftJoin('do_not_call_numbers as listed', (join) =>
      join
        .onRef('listed.organization_id', '=', 'organization.id')
        .on('listed.phone_number', '=', transfer.phone_number ?? '')
        .on(isListed(now, 'listed')),
    )
    .leftJoin('workflows as next', (join) =>
      join.onRef('next.organization_id', '=', 'organization.id').on('next.id', '=', to_workflow_id),
    )
    .select([
      sql<boolean>`organization.suspended_at is not null or organization.deleted_at is not null`.as(
        'is_suspended',
      ),
      sql<boolean>`listed.id is not null`.as('is_listed'),
      sql<boolean>`coalesce(next.status = 'active', false)`.as('is_active'),
    ])
    .where('organization.id', '=', organization_id)
    .executeTakeFirstOrThrow();
  if (isHandoff && !is_active) return 'workflow_unavailable';
  const hours = isHandoff
    ? { organization: null, workflow: null }
    : {
        organization: await inForce(trx, organization_id),
        workflow: hoursOfWorkflow(
          (await ofWorkflows(trx, [agent_workflow_id])).get(agent_workflow_id),
        ),
      };
  const lost_approval =
    approval_policy_id !== null && !(await isApproved(trx, approval_policy_id, now));
  const call = { ...known, ...transfer, lacks_consent: false };
  const facts = { call, hours, lost_approval, campaign: undefined, now };
  return isHandoff ? withheldBy(facts, handoffGateRules) : withheldBy(facts);
}

function destinationGone(transfer: SendingRow, now: Timestamp) {
  const found = destinationsIn(transfer.destinations).find(
    ({ name }) => name === transfer.destination,
  );
  if (!found || !isAt(found, transfer)) return 'destination_removed';
  return closedAt(found, now) ? 'destination_closed' : undefined;
}

const handoffRemoved = ({ destinations, destination, to_workflow_id }: SendingRow) =>
  handoffsIn(destinations).some(
    ({ name, workflow_id }) => name === destination && workflow_id === to_workflow_id,
  )
    ? undefined
    : 'destination_removed';
