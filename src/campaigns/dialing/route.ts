import type { Transaction } from 'kysely';
import { isInForce } from '../../approvals/authorization-queries.ts';
import type { Database } from '../../db/connect.ts';
import { Failure } from '../../errors.ts';
import * as routes from '../../telephony/calls/route-queries.ts';
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
  readonly configuration: NonNullable<Awaited<ReturnType<typeof routes.findForCampaign>>>;
  readonly from_number: string | null;
  readonly definition_id: number;
  readonly workflow_configurations: Record<string, unknown>;
}

/** The workflow version, approval and number that the campaign calls with, or why it cannot call. */
export async function routeOf(
  trx: Transaction<Database>,
  campaign: CampaignRow,
  now: Timestamp,
): Promise<Route | Halt> {
  const { approval_policy_id, telephony_configuration_id, organization_id } = campaign;
  if (approval_policy_id && !(await isInForce(trx, approval_policy_id, now)))
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
      : await routes.findForCampaign(trx, organization_id, telephony_configuration_id);
  if (!configuration)
    return {
      event: 'telephony_configuration_missing',
      level: 'error',
      message: 'The telephony configuration of the campaign no longer exists.',
      details: { telephony_configuration_id },
    };
  const version = await versionOf(trx, campaign);
  if ('event' in version) return version;
  const caller = await routes.findNumber(trx, configuration.id, undefined);
  return { configuration, from_number: caller?.phone_number ?? null, ...version };
}

async function versionOf(trx: Transaction<Database>, campaign: CampaignRow) {
  try {
    return await publishedVersion(trx, campaign.organization_id, campaign.workflow_id);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return {
      event: error.problem.code,
      level: 'error',
      message: error.problem.detail,
      details: { workflow_id: campaign.workflow_id },
    } as const;
  }
}
