import {
  type ExpressionBuilder,
  type NotNull,
  type Selectable,
  sql,
  type Transaction,
} from 'kysely';
import type { ApprovalPolicies, ApprovalPolicyUses } from '../../generated/database.ts';
import type { Database, Db } from '../db/connect.ts';
import type { Timestamp } from '../timestamp.ts';

/** The members that a policy must match before its destination is compared. */
export interface Named {
  readonly organization_id: number;
  readonly connector_name: string;
  readonly action_type: ApprovalPolicyUses['action_type'];
  readonly target_id: number;
}

/** Destination values that cover the action; only the last may be an exact number. */
type Values = readonly string[];

interface Need {
  readonly named: Named;
  readonly values: Values;
  readonly contacts: number;
  readonly now: Timestamp;
  readonly lock: boolean;
}

type Policies = ExpressionBuilder<Database, 'approval_policies'>;

const names = (named: Named) => (policy: Policies) => policy.and({ ...named });

const covers = (values: Values) => (policy: Policies) =>
  policy.or([
    policy('destination_kind', '!=', 'exact_e164'),
    policy('destination_value', '=', values.at(-1) ?? ''),
  ]);

/**
 * The usable policy that expires first; undefined if there is none. `lock`: until the transaction ends. A transaction
 * that waits for a policy sees the uses of those before it, and goes on to the next policy if this one is used up.
 * Every transaction locks policies in order of expiry, so they cannot deadlock.
 */
export const findUsable = (db: Db, { named, values, contacts, now, lock }: Need) =>
  db
    .selectFrom('approval_policies')
    .select('id')
    .where(names(named))
    .where(sql<boolean>`destination_value = any(${values})`)
    .where(covers(values))
    .where('approved_at', 'is not', null)
    .where('revoked_at', 'is', null)
    .where('disabled_at', 'is', null)
    .whereRef('used_count', '<', 'max_uses')
    .where('not_before', '<=', now)
    .where('expires_at', '>', now)
    .where((policy) =>
      policy.or([
        policy('campaign_contact_count_ceiling', 'is', null),
        policy('campaign_contact_count_ceiling', '>=', contacts),
      ]),
    )
    .orderBy('expires_at')
    .orderBy('id')
    .limit(1)
    .$if(lock, (rows) => rows.forUpdate())
    .executeTakeFirst();

type NewUse = Pick<
  ApprovalPolicyUses,
  'organization_id' | 'action_type' | 'api_key_id' | 'subject_type' | 'subject_id'
> & { readonly policy_id: string; readonly created_at: Timestamp };

/** Counts and records a use of a locked policy; returns the policy. */
export async function insertUse(trx: Transaction<Database>, use: NewUse): Promise<UsedPolicy> {
  const used = await trx
    .updateTable('approval_policies')
    .set((policy) => ({ used_count: policy('used_count', '+', 1) }))
    .where('id', '=', use.policy_id)
    .returning(usedColumns)
    .executeTakeFirstOrThrow();
  await trx.insertInto('approval_policy_uses').values(use).execute();
  return used;
}

const usedColumns = [
  'id',
  'organization_id',
  'connector_name',
  'action_type',
  'target_name',
  'used_count',
  'max_uses',
  'expires_at',
] as const;

/** A policy after a use. */
export type UsedPolicy = Pick<Selectable<ApprovalPolicies>, (typeof usedColumns)[number]>;

interface Used {
  readonly id: string;
  readonly organization_id: number;
}

/** The API key that last used a policy for a campaign, as it is now, with the connector of the policy. */
export const lastCampaignUser = (db: Db, { id, organization_id }: Used) =>
  db
    .selectFrom('approval_policy_uses as use')
    .innerJoin('approval_policies as policy', (join) =>
      join
        .onRef('policy.id', '=', 'use.policy_id')
        .onRef('policy.organization_id', '=', 'use.organization_id'),
    )
    .innerJoin('api_keys as key', (join) =>
      join
        .onRef('key.id', '=', 'use.api_key_id')
        .onRef('key.organization_id', '=', 'use.organization_id'),
    )
    .select(['use.api_key_id', 'policy.connector_name', 'key.scopes'])
    .where('use.organization_id', '=', organization_id)
    .where('use.policy_id', '=', id)
    .where('use.subject_type', '=', 'campaign')
    .orderBy('use.id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Maximum number of policies read per value, those that expire last: older ones do not explain a refusal. */
const maxExplained = 20;

const explaining = [
  'revoked_at',
  'disabled_at',
  'approved_at',
  'declined_at',
  'not_before',
  'expires_at',
  'used_count',
  'max_uses',
  'campaign_contact_count_ceiling',
] as const;

interface Own {
  readonly id: string;
  readonly organization_id: number;
  readonly connector_name: string;
}

/** A policy of the connector, usable or not. */
export const findOwn = (db: Db, { id, organization_id, connector_name }: Own) =>
  db
    .selectFrom('approval_policies')
    .select(explaining)
    .where('organization_id', '=', organization_id)
    .where('connector_name', '=', connector_name)
    .where('id', '=', id)
    .where('approved_at', 'is not', null)
    .$narrowType<{ approved_at: NotNull }>()
    .executeTakeFirst();

/** The policies that cover the destination, usable or not, and the requests for them that are pending or declined. */
export const listCovering = (
  db: Db,
  { named, values, now }: Pick<Need, 'named' | 'values' | 'now'>,
) =>
  db
    .selectFrom(
      sql<{ value: string }>`unnest(${values}::text[])`.as<'covering'>(sql`covering(value)`),
    )
    .innerJoinLateral(
      (covering) =>
        covering
          .selectFrom('approval_policies')
          .select(explaining)
          .where(names(named))
          .whereRef('destination_value', '=', 'covering.value')
          .where(covers(values))
          .where((row) =>
            row.or([
              row('approved_at', 'is not', null),
              row('declined_at', 'is not', null),
              row('proposal_closes_at', '>', now),
            ]),
          )
          .orderBy('expires_at', 'desc')
          .limit(maxExplained)
          .as('policy'),
      (join) => join.onTrue(),
    )
    .selectAll('policy')
    .execute();

/** Whether any policy that a user approved matches these members, whatever its destination. */
export async function exists(db: Db, named: Named): Promise<boolean> {
  const found = await db
    .selectFrom('approval_policies')
    .select('id')
    .where(names(named))
    .where('approved_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether a used approval is still in force: not revoked, not disabled, not expired. */
export async function isInForce(db: Db, id: string, now: Timestamp): Promise<boolean> {
  const policy = await db
    .selectFrom('approval_policies')
    .select('id')
    .where('id', '=', id)
    .where('approved_at', 'is not', null)
    .where('revoked_at', 'is', null)
    .where('disabled_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return policy !== undefined;
}
