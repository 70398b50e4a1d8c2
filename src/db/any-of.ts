import { sql } from 'kysely';

/**
 * Some of a column's values: `where('id', '=', anyOf(ids))`. The sub-select hides their number from the planner, which
 * otherwise plans each short list anew, because a plan for all lists would look more expensive.
 */
export const anyOf = <T extends number | string>(
  values: Iterable<T>,
  type: 'bigint' | 'text' | 'uuid' = 'bigint',
) => sql<T>`any((select ${[...values]}::${sql.raw(type)}[])::${sql.raw(type)}[])`;
