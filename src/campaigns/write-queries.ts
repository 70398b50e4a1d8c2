import type { Insertable, Transaction } from 'kysely';
import type { Campaigns } from '../../generated/database.ts';
import type { Database } from '../db/connect.ts';
import { notFound } from '../errors.ts';
import type { Settings } from './rules.ts';

type Trx = Transaction<Database>;

/** A finished source, locked against deletion until the transaction ends. */
export const getSource = (trx: Trx, organizationId: number, id: string) =>
  trx
    .selectFrom('campaign_sources')
    .select('total_rows')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('uploading_at', 'is', null)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirstOrThrow(() => notFound('Source', 'source_id'));

type NewCampaign = Omit<
  Insertable<Campaigns>,
  'retry_config' | 'schedule_config' | 'circuit_breaker' | 'machine_detection'
> &
  Settings &
  Required<Pick<Settings, 'retry_config' | 'circuit_breaker'>>;

export async function insert(trx: Trx, campaign: NewCampaign): Promise<number> {
  const { retry_config, circuit_breaker, ...others } = campaign;
  const { schedule_config = null, machine_detection = null, ...columns } = others;
  const { id } = await trx
    .insertInto('campaigns')
    .values({
      ...columns,
      retry_config: JSON.stringify(retry_config),
      schedule_config: schedule_config && JSON.stringify(schedule_config),
      circuit_breaker: JSON.stringify(circuit_breaker),
      machine_detection: machine_detection && JSON.stringify(machine_detection),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

interface Update extends Settings {
  readonly name?: string;
  readonly max_concurrency?: number | null;
  readonly require_prior_consent?: string | null;
}

/** Writes the given columns and increments the revision. */
export function update(trx: Trx, id: number, changes: Update) {
  const { retry_config, schedule_config, circuit_breaker, machine_detection, ...columns } = changes;
  return trx
    .updateTable('campaigns')
    .set((eb) => ({
      ...columns,
      ...(retry_config && { retry_config: JSON.stringify(retry_config) }),
      ...(schedule_config !== undefined && {
        schedule_config: schedule_config && JSON.stringify(schedule_config),
      }),
      ...(circuit_breaker && { circuit_breaker: JSON.stringify(circuit_breaker) }),
      ...(machine_detection !== undefined && {
        machine_detection: machine_detection && JSON.stringify(machine_detection),
      }),
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
}
