import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import type { Timestamp } from '../timestamp.ts';
import type { LookUp } from './queries.ts';

interface TokenTimes extends Pick<LookUp, 'demo'> {
  /** After when a run must have ended, if it has. */
  readonly endedAfter: Timestamp;
  /** After when a test run must have been created that has not ended. */
  readonly testCreatedAfter: Timestamp;
}

interface FoundToken {
  /** Whether the settings of the agent's workflow let it act on its call. */
  readonly is_acting: boolean;
  /** The handoff whose agent has the run; null: the first agent. */
  readonly held_by: number | null;
  /** Whether the carrier may have heard of the token's handoff, which has not ended. */
  readonly is_begun: boolean;
}

interface TokenOf {
  readonly organization_id: number;
  readonly run_id: number;
  /** Null: the first agent's. */
  readonly handoff_id: number | null;
}

/**
 * What a run's token may do; undefined if the organization has no such run or handoff, or the run's tokens are revoked or
 * too old.
 */
export const findToken = (
  db: Db,
  run: TokenOf,
  { endedAfter, testCreatedAfter, demo }: TokenTimes,
): Promise<FoundToken | undefined> =>
  db
    .selectFrom('workflow_runs as run')
    .innerJoin('organizations', 'organizations.id', 'run.organization_id')
    .leftJoin('run_transfers as handoff', (join) =>
      join
        .on(sql<boolean>`handoff.id = ${run.handoff_id}::bigint`)
        .onRef('handoff.run_id', '=', 'run.id')
        .onRef('handoff.organization_id', '=', 'run.organization_id')
        .on('handoff.kind', '=', 'handoff'),
    )
    .innerJoin('workflows', (join) =>
      join
        .on(sql<boolean>`workflows.id = coalesce(handoff.to_workflow_id, run.workflow_id)`)
        .onRef('workflows.organization_id', '=', 'run.organization_id'),
    )
    .select(
      sql<boolean>`${settingsInCall('workflows')} @> '{"run_token_scopes": ["run:act"]}'`.as(
        'is_acting',
      ),
    )
    .select('run.handoff_id as held_by')
    .select(
      sql<boolean>`coalesce(handoff.status = 'requested' and handoff.sending_at is not null, false)`.as(
        'is_begun',
      ),
    )
    .where(sql<boolean>`(${run.handoff_id}::bigint is null or handoff.id is not null)`)
    .where('run.id', '=', run.run_id)
    .where('run.organization_id', '=', run.organization_id)
    .where('run.token_revoked_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('run.ended_at', '>', endedAfter),
        eb.and([
          eb('run.ended_at', 'is', null),
          eb.or([
            eb('run.mode', 'in', ['ad_hoc', 'campaign', 'inbound']),
            eb('run.created_at', '>', testCreatedAfter),
          ]),
        ]),
      ]),
    )
    .$if(!demo, (runs) => runs.where('organizations.is_demo', '=', false))
    .executeTakeFirst();

/** The settings by which a call reaches others, or is hung up. Those of a call in progress are changed by people alone. */
export const reaching = ['run_token_scopes', 'transfer_destinations', 'on_answered_by'] as const;

/**
 * The settings of a workflow for a run: as they were when it began, or as a person has set them since. What keys have replaced
 * is kept in `former_settings`, each until when it counted, until a person sets the settings. `workflow` and `run` are the
 * tables' names in the statement.
 */
export const settingsInCall = (workflow: string, began_at = sql`run.created_at`) => {
  const column = (name: string) => sql.ref(`${workflow}.${name}`);
  return sql<Record<string, unknown>>`coalesce((
    select (${column('workflow_configurations')} - ${sql.lit(`{${reaching.join(',')}}`)}::text[]) || (former -> 'settings')
    from jsonb_array_elements(${column('former_settings')}) as former
    where (former ->> 'until')::timestamptz > ${began_at}
    order by (former ->> 'until')::timestamptz limit 1
  ), ${column('workflow_configurations')})`;
};
