import { type Insertable, sql, type Transaction } from 'kysely';
import type { InboundCalls } from '../../../generated/database.ts';
import type { Database, Db } from '../../db/connect.ts';
import { later, type Timestamp } from '../../timestamp.ts';

/** A call as its carrier names it. */
export interface CallKey {
  readonly telephony_configuration_id: number;
  readonly carrier_call_id: string;
}

/** The decision about a call, with what its agent runtime gets; undefined if it was not received before. */
export const find = (db: Db, { telephony_configuration_id, carrier_call_id }: CallKey) =>
  db
    .selectFrom('inbound_calls as inbound')
    .leftJoin('workflow_runs as run', 'run.id', 'inbound.run_id')
    .leftJoin('workflow_definitions as version', 'version.id', 'run.definition_id')
    .leftJoin('live_calls as live', 'live.run_id', 'inbound.run_id')
    .select([
      'inbound.organization_id',
      'inbound.run_id',
      'inbound.rejection',
      'inbound.received_at',
      'run.workflow_id',
      'run.state',
      'run.traceparent',
      'run.to_number',
      'run.from_number',
      'version.version_number',
      'live.handling',
    ])
    .where('inbound.telephony_configuration_id', '=', telephony_configuration_id)
    .where('inbound.carrier_call_id', '=', carrier_call_id)
    .executeTakeFirst();

export type ReceivedCall = NonNullable<Awaited<ReturnType<typeof find>>>;

export const insert = (trx: Transaction<Database>, call: Insertable<InboundCalls>) =>
  trx.insertInto('inbound_calls').values(call).execute();

/** How many days a carrier's repeated request is recognized. No call lasts as long. */
const keptDays = 7;
const dayMs = 24 * 60 * 60 * 1000;
const removedAtOnce = 1000;

/** Removes the decisions about calls that were received long ago; their runs stay. */
export async function removeOld(db: Db, now: Timestamp): Promise<void> {
  const before = later(now, -keptDays * dayMs);
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from inbound_calls where (telephony_configuration_id, carrier_call_id) in (
        select telephony_configuration_id, carrier_call_id from inbound_calls where received_at < ${before}
        order by received_at limit ${removedAtOnce} for update skip locked
      )`.execute(db);
    if (numAffectedRows < BigInt(removedAtOnce)) return;
  }
}

/** The oldest simulated configuration of the organization that has the number, or the one with the id if it has it. */
export const findSimulated = (
  db: Db,
  organizationId: number,
  { phone_number, id }: { readonly phone_number: string; readonly id: number | undefined },
) =>
  db
    .selectFrom('phone_numbers as number')
    .innerJoin('telephony_configurations as configuration', (join) =>
      join.onRef('configuration.id', '=', 'number.telephony_configuration_id'),
    )
    .select([
      'configuration.id',
      'configuration.organization_id',
      'configuration.provider',
      'configuration.calls_per_second',
      'configuration.calling_codes',
      'configuration.countries',
      'configuration.allowed_number_types',
      'configuration.credentials_encrypted',
    ])
    .where('configuration.organization_id', '=', organizationId)
    .where('configuration.provider', '=', 'simulated')
    .where('number.phone_number', '=', phone_number)
    .$if(id !== undefined, (rows) => rows.where('configuration.id', '=', id!))
    .orderBy('configuration.id')
    .limit(1)
    .executeTakeFirst();
