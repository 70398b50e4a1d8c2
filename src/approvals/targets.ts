import type { Transaction } from 'kysely';
import type { components } from '../../generated/api.ts';
import type { Database } from '../db/connect.ts';
import { conflict, type Fault, InvalidRequest, notFound } from '../errors.ts';
import { destinationFaults } from './rules.ts';
import type { ApprovalsApp } from './context.ts';

type Noun = keyof ApprovalsApp['lookups']['targets'];
type Request = components['schemas']['CreateApprovalPolicyRequest'];

interface Search {
  readonly organizationId: number;
  readonly request: Request;
  /** Says where in the body of a request the faults are. */
  readonly faulty?: (faults: readonly Fault[]) => readonly Fault[];
}

/**
 * The id of the workflow or campaign that a new policy names, locked against renaming until the transaction ends.
 * Throws 404 if there is none, 409 `target_ambiguous` if there are several, and 422 if the destination is another
 * campaign.
 */
export async function lockTarget(
  trx: Transaction<Database>,
  targets: ApprovalsApp['lookups']['targets'],
  { organizationId, request, faulty = (faults) => faults }: Search,
): Promise<number> {
  const { action_type, target_name, target_id, destination } = request;
  const noun = action_type === 'call_initiate' ? 'workflow' : 'campaign';
  const named = { name: target_name, id: target_id };
  const [only, ...others] = await targets[noun](trx, organizationId, named);
  if (only === undefined) throw targetNotFound(noun, request);
  if (others.length > 0) throw targetAmbiguous(noun, target_name, [only, ...others]);
  const faults = destinationFaults(destination, only);
  if (faults.length > 0) throw new InvalidRequest(faulty(faults));
  return only;
}

const targetNotFound = (noun: Noun, { target_name, target_id }: Request) => {
  const what = `${noun === 'workflow' ? 'Workflow' : 'Campaign'} "${target_name}"`;
  return target_id === undefined
    ? notFound(what, 'target_name')
    : notFound(`${what} with the id ${target_id}`, 'target_id');
};

const targetAmbiguous = (noun: Noun, name: string, target_ids: readonly number[]) =>
  conflict(
    'target_ambiguous',
    `Several ${noun}s are named "${name}". Send the id of one of them as target_id.`,
    { target_ids, param: 'target_name' },
  );
