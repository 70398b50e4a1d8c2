import { type ExpressionBuilder, sql, type Transaction } from 'kysely';
import type { ApprovalPolicyUses } from '../../generated/database.ts';
import type { Database } from '../db/connect.ts';
import type { Timestamp } from '../timestamp.ts';

/** What a policy must be for to be looked at. */
export interface Named {
  readonly organization_id: number;
  readonly connector_name: string;
  readonly action_type: ApprovalPolicyUses['action_type'];
  readonly target_id: number;
}

/** Values of destinations; the last is the only one that an exact number may have. */
type Values = readonly string[];

interface Need {
  readonly named: Named;
  readonly values: Values;
  readonly contacts: number;
  readonly now: Timestamp;
}

type Policies = ExpressionBuilder<Database, 'approval_policies'>;

const names = (named: Named) => (policy: Policies) => policy.and({ ...named });

const covers = (values: Values) => (policy: Policies) =>
  policy.or([
    policy('destination_kind', '!=', 'exact_e164'),
    policy('destination_value', '=', values.at(-1) ?? ''),
  ]);

/**
 * The usable policy that expires first, held until the transaction ends; undefined if there is none. Of those that wait
 * for the same policy, each finds it as the one before has left it and goes on to the next if it is used up by then.
 * All take policies in the order of their expiry, so no two ever wait for each other.
 */
export const lockUsable = (trx: Transaction<Database>, { named, values, contacts, now }: Need) =>
  trx
    .selectFrom('approval_policies')
    .select('id')
    .where(names(named))
    .where(sql<boolean>`destination_value = any(${values})`)
    .where(covers(values))
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
    .forUpdate()
    .executeTakeFirst();

type NewUse = Pick<
  ApprovalPolicyUses,
  'organization_id' | 'action_type' | 'api_key_id' | 'subject_type' | 'subject_id'
> & { readonly policy_id: string; readonly created_at: Timestamp };

/** Counts and records a use of a policy that is held. */
export async function insertUse(trx: Transaction<Database>, use: NewUse): Promise<void> {
  await trx
    .updateTable('approval_policies')
    .set((policy) => ({ used_count: policy('used_count', '+', 1) }))
    .where('id', '=', use.policy_id)
    .execute();
  await trx.insertInto('approval_policy_uses').values(use).execute();
}

/** Of each value as many policies are looked at, those that expire last: what was long ago explains no refusal. */
const lookedAt = 20;

/** The policies that cover the destination, usable or not. */
export const listCovering = (trx: Transaction<Database>, named: Named, values: Values) =>
  trx
    .selectFrom(
      sql<{ value: string }>`unnest(${values}::text[])`.as<'covering'>(sql`covering(value)`),
    )
    .innerJoinLateral(
      (covering) =>
        covering
          .selectFrom('approval_policies')
          .select([
            'revoked_at',
            'disabled_at',
            'not_before',
            'expires_at',
            'used_count',
            'max_uses',
            'campaign_contact_count_ceiling',
          ])
          .where(names(named))
          .whereRef('destination_value', '=', 'covering.value')
          .where(covers(values))
          .orderBy('expires_at', 'desc')
          .limit(lookedAt)
          .as('policy'),
      (join) => join.onTrue(),
    )
    .selectAll('policy')
    .execute();

/** Whether a policy is for all that, whatever its destination. */
export async function exists(trx: Transaction<Database>, named: Named): Promise<boolean> {
  const found = await trx
    .selectFrom('approval_policies')
    .select('id')
    .where(names(named))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether a used approval is still in force: not revoked, not disabled, not expired. */
export async function isInForce(
  trx: Transaction<Database>,
  id: string,
  now: Timestamp,
): Promise<boolean> {
  const policy = await trx
    .selectFrom('approval_policies')
    .select('id')
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('disabled_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return policy !== undefined;
}
