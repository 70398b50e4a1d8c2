import type { Transaction } from 'kysely';
import { authorize } from '../../approvals/actions.ts';
import { actorOf } from '../../audit/actions.ts';
import type { Caller } from '../../caller.ts';
import type { Database } from '../../db/connect.ts';
import { conflict, invalid, notFound, tooManyCalls } from '../../errors.ts';
import type { Jobs } from '../../jobs/queue.ts';
import type { Timestamp } from '../../timestamp.ts';
import { publishedVersion } from '../../workflows/placing.ts';
import * as routes from './route-queries.ts';
import * as calls from './queries.ts';
import { deadline } from './rules.ts';

/** The queue of single calls. */
export const placeQueue = 'calls.place';

export interface WantedCall {
  readonly workflow_id: number;
  /** In E.164. */
  readonly to_number: string;
  readonly from_number: string | undefined;
  readonly telephony_configuration_id: number | undefined;
  readonly initial_context: Readonly<Record<string, unknown>>;
}

interface Request {
  readonly caller: Caller;
  readonly requestId: string;
  readonly now: Timestamp;
}

/**
 * Writes a single call down and enqueues its placing: either all that allows it is so at this moment, or nothing is kept.
 * Throws what forbids it. Returns the run's id.
 */
export async function initiate(
  trx: Transaction<Database>,
  jobs: Jobs,
  { wanted, caller, requestId, now }: Request & { readonly wanted: WantedCall },
): Promise<number> {
  const { organization_id } = caller;
  const workflow = await publishedVersion(trx, organization_id, wanted.workflow_id);
  const configuration = await configurationFor(
    trx,
    organization_id,
    wanted.telephony_configuration_id,
  );
  const from_number = await callerNumber(trx, configuration, wanted.from_number);
  const { limit, live } = await calls.lockSlots(trx, organization_id);
  if (live >= limit) throw tooManyCalls(limit);
  if (await routes.isOnDoNotCallList(trx, organization_id, wanted.to_number))
    throw conflict(
      'number_on_do_not_call_list',
      "The number is on the organization's do-not-call list; nothing was placed.",
    );
  const run = {
    organization_id,
    workflow_id: wanted.workflow_id,
    definition_id: workflow.definition_id,
    name: `Call to ${wanted.to_number}`,
    mode: 'ad_hoc' as const,
    to_number: wanted.to_number,
    from_number,
    telephony_configuration_id: configuration,
    initial_context: JSON.stringify(wanted.initial_context),
    created_at: now,
    deadline_at: deadline(workflow.workflow_configurations, now),
  };
  const { id } = await calls.insert(trx, run, {
    ...actorOf(caller),
    request_id: requestId,
    after: JSON.stringify({
      workflow_id: wanted.workflow_id,
      telephony_configuration_id: configuration,
      to_number_ending: wanted.to_number.slice(-4),
    }),
  });
  await authorize(trx, {
    caller,
    action: {
      action_type: 'call_initiate',
      workflow_id: wanted.workflow_id,
      to_number: wanted.to_number,
      run_id: id,
    },
    now,
  });
  await jobs.enqueue(trx, placeQueue, [{ data: { run_id: id }, key: String(id) }]);
  return id;
}

/**
 * The configuration that is named, which never falls through to another, or the default. It is not deleted before the
 * transaction ends. Throws where there is none.
 */
export async function configurationFor(
  trx: Transaction<Database>,
  organizationId: number,
  named: number | undefined,
): Promise<number> {
  const found = await routes.find(trx, organizationId, named);
  if (found) return found.id;
  if (named !== undefined) throw notFound('Telephony configuration');
  throw conflict(
    'no_default_telephony_configuration',
    'No telephony configuration was named and the organization has no default for outbound calls. Set one, or name one.',
  );
}

/** The number to call from: the one asked for, if it is the configuration's, or its default; null leaves it to the carrier. */
async function callerNumber(
  trx: Transaction<Database>,
  configurationId: number,
  wanted: string | undefined,
): Promise<string | null> {
  const found = await routes.findNumber(trx, configurationId, wanted);
  if (wanted !== undefined && !found)
    throw invalid(
      ['body', 'from_number'],
      'This is not a phone number of the telephony configuration.',
      wanted,
    );
  return found?.phone_number ?? null;
}
