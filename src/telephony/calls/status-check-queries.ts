import { sql } from 'kysely';
import type { TelephonyConfigurations } from '../../../generated/database.ts';
import type { Db } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';

/** At most so many rows are taken by one turn of the sweep. */
const batch = 200;

/** The carrier is queried about the call soon: its answer to the request was lost. */
export const checkSoon = (db: Db, id: number, ask_at: Timestamp) =>
  db
    .updateTable('live_calls')
    .set({ ask_at })
    .where('run_id', '=', id)
    .where('state', '=', 'placing')
    .execute();

/** How often in a row the carrier was silent; no answer about an earlier attempt counts. */
export const setSilences = (
  db: Db,
  { run_id, placing_at }: Pick<CheckedCall, 'run_id' | 'placing_at'>,
  asked: number,
) =>
  db
    .updateTable('live_calls')
    .set({ asked })
    .where('run_id', '=', run_id)
    .where('state', '=', 'placing')
    .where('placing_at', '=', placing_at)
    .execute();

/**
 * Takes calls about which the carrier is to be queried now, with all that asking needs; nobody else takes them within the
 * next minute, and less while they are being placed.
 */
export async function takeDue(db: Db, now: Timestamp) {
  const pauses = sql`case when state = 'placing' then least(10 * 2 ^ least(asked, 3), 60) else 60 end`;
  const { rows } = await sql<CheckedCall>`
    with taken as (
      update live_calls
      set ask_at = ${now}::timestamptz + make_interval(secs => ${pauses})
      where run_id in (
        select run_id from live_calls where ask_at <= ${now} order by ask_at limit ${sql.lit(batch)}
        for no key update skip locked
      )
      returning run_id, organization_id, to_number, telephony_configuration_id, state, placing_at, deadline_at, asked + 1 as asked,
        deferrals
    )
    select taken.run_id, taken.organization_id, taken.to_number, taken.telephony_configuration_id, taken.state,
      taken.placing_at, taken.deadline_at, taken.asked, taken.deferrals, run.from_number, run.carrier_call_id,
      configuration.provider, configuration.credentials_encrypted
    from taken
    join workflow_runs as run on run.id = taken.run_id
    left join telephony_configurations as configuration on configuration.id = taken.telephony_configuration_id
    order by taken.run_id`.execute(db);
  return rows;
}

export interface CheckedCall {
  readonly run_id: number;
  readonly organization_id: number;
  readonly to_number: string;
  readonly telephony_configuration_id: number;
  readonly state: 'placing' | 'ringing' | 'in_progress';
  readonly placing_at: Timestamp;
  readonly deadline_at: Timestamp;
  /** How often in a row the carrier would be silent with this time. */
  readonly asked: number;
  readonly deferrals: number;
  readonly from_number: string | null;
  readonly carrier_call_id: string | null;
  /** Null: the configuration was deleted. */
  readonly provider: TelephonyConfigurations['provider'] | null;
  readonly credentials_encrypted: Buffer | null;
}

/** Calls that were being placed are queried about at once. */
export const checkPlacing = (db: Db, now: Timestamp) =>
  db
    .updateTable('live_calls')
    .set({ ask_at: now })
    .where('state', '=', 'placing')
    .where('ask_at', '>', now)
    .execute();
