import { sql } from 'kysely';

/**
 * A condition that every positive id meets, and of which the planner expects that one row does. For the rows of a list
 * that name others by their ids: those are then looked up by their index. The plan of a prepared statement stays until
 * the table is analyzed; one that was made while the table was small would read the whole of a table that has grown.
 */
export const expectFewRows = (id: string) =>
  sql<boolean>`${sql.ref(id)} between 1 and 9223372036854775807`;
