import type { Transaction } from 'kysely';
import { isInForce } from '../../approvals/authorization-queries.ts';
import type { Database, Db } from '../../db/connect.ts';
import { Failure } from '../../errors.ts';
import {
  type CallingConfiguration,
  type HaltEvent,
  type HaltingRule,
  callersOf,
  findConfiguration,
  isHaltOf,
  keepConfiguration,
} from '../../telephony/calls/index.ts';
import type { CallerNumber } from '../../telephony/phone-numbers/pool-rules.ts';
import type { Timestamp } from '../../timestamp.ts';
import { keepPublished, publishedVersion, type PublishedVersion } from '../../workflows/placing.ts';
import type { CampaignRow } from '../lock-queries.ts';

/** Why the dialer paused a campaign: an entry of its log, and the rule. */
export interface Halt {
  readonly rule: HaltingRule;
  readonly event: HaltEvent;
  readonly level: 'warning' | 'error';
  readonly message: string;
  readonly details: Record<string, unknown>;
}

/** What a campaign calls with. */
export interface Route extends PublishedVersion {
  readonly configuration: CallingConfiguration;
  /** The numbers that it calls from; empty: none is needed. */
  readonly callers: readonly CallerNumber[];
}

/** The workflow version, approval and number that the campaign calls with, or why it cannot call. */
export async function routeOf(
  db: Db,
  campaign: CampaignRow,
  now: Timestamp,
): Promise<Route | Halt> {
  const { approval_policy_id, telephony_configuration_id, organization_id } = campaign;
  if (approval_policy_id && !(await isInForce(db, approval_policy_id, now)))
    return {
      rule: 'approval',
      event: 'approval_not_in_force',
      level: 'warning',
      message:
        'The approval policy that the campaign was started with is revoked, disabled or expired.',
      details: { policy_id: approval_policy_id },
    };
  const configuration =
    telephony_configuration_id === null
      ? undefined
      : await findConfiguration(db, organization_id, telephony_configuration_id);
  if (!configuration) return configurationMissing(campaign);
  const { workflow_id } = campaign;
  const version = await orHalt(
    'workflow_published',
    () => publishedVersion(db, { organization_id, workflow_id }),
    {
      workflow_id,
    },
  );
  if ('event' in version) return version;
  const numbers = await orHalt(
    'caller_number',
    async () => ({ callers: await callersOf(db, configuration) }),
    {
      telephony_configuration_id,
    },
  );
  if ('event' in numbers) return numbers;
  return { configuration, ...numbers, ...version };
}

/**
 * The route as it is now, which stays until the transaction ends. Whoever changes the workflow or deletes the configuration
 * waits for that, so call it when nothing else is left to wait for. Throws RouteLost if the campaign can no longer call.
 */
export async function keepRoute(
  trx: Transaction<Database>,
  campaign: CampaignRow,
  route: Route,
): Promise<Route> {
  const { organization_id, workflow_id } = campaign;
  const key = { organization_id, workflow_id };
  const version = await orHalt('workflow_published', () => keepPublished(trx, key, route), {
    workflow_id,
  });
  if ('event' in version) throw new RouteLost(version);
  if (!(await keepConfiguration(trx, route.configuration.id)))
    throw new RouteLost(configurationMissing(campaign));
  return { ...route, ...version };
}

export class RouteLost extends Error {
  readonly halt: Halt;
  constructor(halt: Halt) {
    super(halt.message);
    this.halt = halt;
  }
}

const configurationMissing = ({ telephony_configuration_id }: CampaignRow): Halt => ({
  rule: 'telephony_configuration',
  event: 'telephony_configuration_missing',
  level: 'error',
  message: 'The telephony configuration of the campaign no longer exists.',
  details: { telephony_configuration_id },
});

/** What is found, or the refusal as an entry of the log. */
async function orHalt<T>(
  rule: HaltingRule,
  find: () => Promise<T>,
  details: Halt['details'],
): Promise<T | Halt> {
  try {
    return await find();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { code, detail } = error.problem;
    if (!isHaltOf(rule, code)) throw error;
    return { rule, event: code, level: 'error', message: detail, details };
  }
}
