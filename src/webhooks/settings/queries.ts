import { type Selectable, sql, type Transaction } from 'kysely';
import type { EventChoices } from '../../../generated/database.ts';
import type { Database, Db } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';

export type EventSettingsRow = Pick<
  Selectable<EventChoices>,
  'organization_id' | 'recorded' | 'revision' | 'updated_at'
>;

const ofOrganization = (db: Db, organizationId: number) =>
  db
    .selectFrom('event_choices')
    .select(['organization_id', 'recorded', 'revision', 'updated_at'])
    .where('organization_id', '=', organizationId);

export const get = (db: Db, organizationId: number): Promise<EventSettingsRow> =>
  ofOrganization(db, organizationId).executeTakeFirstOrThrow();

/** The settings, locked until the transaction ends, also against endpoints that choose events. */
export const lock = (
  trx: Transaction<Database>,
  organizationId: number,
): Promise<EventSettingsRow> =>
  ofOrganization(trx, organizationId).forNoKeyUpdate().executeTakeFirstOrThrow();

interface Settings {
  readonly recorded: EventSettingsRow['recorded'];
  readonly updated_at: Timestamp;
}

/** Replaces the settings, which are locked, and with them what is recorded. */
export async function replace(
  trx: Transaction<Database>,
  organizationId: number,
  { recorded, updated_at }: Settings,
): Promise<EventSettingsRow> {
  const { rows } = await sql<Pick<Selectable<EventChoices>, 'chosen'>>`
    select chosen_events(${organizationId}, ${recorded}::text[]) as chosen`.execute(trx);
  return trx
    .updateTable('event_choices')
    .set((eb) => ({ recorded, updated_at, ...rows[0], revision: eb('revision', '+', 1) }))
    .where('organization_id', '=', organizationId)
    .returning(['organization_id', 'recorded', 'revision', 'updated_at'])
    .executeTakeFirstOrThrow();
}
