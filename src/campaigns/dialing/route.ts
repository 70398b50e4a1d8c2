import { isInForce } from '../../approvals/authorization-queries.ts';
import type { Db } from '../../db/connect.ts';
import { Failure } from '../../errors.ts';
import { callersOf } from '../../telephony/calls/configuration-checks.ts';
import * as routes from '../../telephony/calls/route-queries.ts';
import type { CallerNumber } from '../../telephony/phone-numbers/pool-rules.ts';
import type { Timestamp } from '../../timestamp.ts';
import { publishedVersion } from '../../workflows/placing.ts';
import type { CampaignRow } from '../lock-queries.ts';

/** Why the dialer paused a campaign: an entry of its log. */
export interface Halt {
  readonly event: string;
  readonly level: 'warning' | 'error';
  readonly message: string;
  readonly details: Record<string, unknown>;
}

/** What a campaign calls with. */
export interface Route {
  readonly configuration: routes.CallingConfiguration;
  /** The numbers that it calls from; empty: none is needed. */
  readonly callers: readonly CallerNumber[];
  readonly definition_id: number;
  readonly workflow_configurations: Record<string, unknown>;
  /** Those of the workflow, as they are stored. */
  readonly calling_hours: unknown;
  /** The purpose for which the workflow requires a consent. */
  readonly require_prior_consent: string | null;
}

/**
 * The workflow version, approval and number that the campaign calls with, or why it cannot call. `lock` keeps them until
 * the transaction ends.
 */
export async function routeOf(
  db: Db,
  campaign: CampaignRow,
  { now, lock }: { readonly now: Timestamp; readonly lock: boolean },
): Promise<Route | Halt> {
  const { approval_policy_id, telephony_configuration_id, organization_id } = campaign;
  if (approval_policy_id && !(await isInForce(db, approval_policy_id, now)))
    return {
      event: 'approval_not_in_force',
      level: 'warning',
      message:
        'The approval policy that the campaign was started with is revoked, disabled or expired.',
      details: { policy_id: approval_policy_id },
    };
  const configuration =
    telephony_configuration_id === null
      ? undefined
      : await routes.find(db, organization_id, { id: telephony_configuration_id, lock });
  if (!configuration)
    return {
      event: 'telephony_configuration_missing',
      level: 'error',
      message: 'The telephony configuration of the campaign no longer exists.',
      details: { telephony_configuration_id },
    };
  const version = await orHalt(
    () => publishedVersion(db, organization_id, campaign.workflow_id, { lock }),
    {
      workflow_id: campaign.workflow_id,
    },
  );
  if ('event' in version) return version;
  const numbers = await orHalt(async () => ({ callers: await callersOf(db, configuration) }), {
    telephony_configuration_id,
  });
  if ('event' in numbers) return numbers;
  return { configuration, ...numbers, ...version };
}

/** What is found, or the refusal as an entry of the log. */
async function orHalt<T>(find: () => Promise<T>, details: Halt['details']): Promise<T | Halt> {
  try {
    return await find();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { code, detail } = error.problem;
    return { event: code, level: 'error', message: detail, details };
  }
}
