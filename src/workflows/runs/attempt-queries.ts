import type { Db } from '../../db/connect.ts';
import { summarized } from './rules.ts';
import { summaryColumns } from './read-queries.ts';

/** How many of a contact's calls are shown. */
const shownCalls = 50;

/** The newest calls of a contact, newest first. */
export async function attemptsOf(db: Db, organizationId: number, contactId: number) {
  const rows = await db
    .selectFrom('workflow_runs as run')
    .select(summaryColumns)
    .where('run.organization_id', '=', organizationId)
    .where('run.contact_id', '=', contactId)
    .orderBy('run.id', 'desc')
    .limit(shownCalls)
    .execute();
  return rows.map(summarized);
}

/** The last call of a contact and how it ended; it has ended. */
export async function lastAttempt(db: Db, organizationId: number, contactId: number) {
  const { id, outcome, ended_at } = await db
    .selectFrom('workflow_runs')
    .select(['id', 'outcome', 'ended_at'])
    .where('organization_id', '=', organizationId)
    .where('contact_id', '=', contactId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  if (outcome === null || ended_at === null)
    throw new Error(`The last call of contact ${contactId} has not ended.`);
  return { id, outcome, ended_at };
}
