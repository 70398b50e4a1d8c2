import { sql } from 'kysely';

/** The settings by which a call reaches others. Those of a call in progress are changed by people alone. */
export const reaching = ['run_token_scopes', 'transfer_destinations'] as const;

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
