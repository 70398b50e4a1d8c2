import type { Insertable, Transaction } from 'kysely';
import type { components } from '../../generated/api.ts';
import type { Campaigns } from '../../generated/database.ts';
import { storedMetadata, withExternalId } from '../db/client-data.ts';
import type { Database } from '../db/connect.ts';
import { notFound } from '../errors.ts';
import type { Timestamp } from '../timestamp.ts';
import type { Settings } from './rules.ts';

type Trx = Transaction<Database>;

/** A finished source, locked against deletion until the transaction ends. */
export const getSource = (trx: Trx, organizationId: number, id: string) =>
  trx
    .selectFrom('campaign_sources')
    .select(['source_type', 'total_rows'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('uploading_at', 'is', null)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirstOrThrow(() => notFound('Source', 'source_id'));

/** What is not sent stays. */
interface ClientData {
  readonly external_id?: string | null;
  readonly metadata?: components['schemas']['Metadata'] | undefined;
}

type NewCampaign = Omit<
  Insertable<Campaigns>,
  'retry_config' | 'schedule_config' | 'circuit_breaker' | 'machine_detection' | 'metadata'
> &
  Settings &
  ClientData &
  Required<Pick<Settings, 'retry_config' | 'circuit_breaker'>>;

export async function insert(trx: Trx, campaign: NewCampaign): Promise<number> {
  const { retry_config, circuit_breaker, ...others } = campaign;
  const { schedule_config = null, machine_detection = null, metadata, ...columns } = others;
  const inserted = trx
    .insertInto('campaigns')
    .values({
      ...columns,
      retry_config: JSON.stringify(retry_config),
      schedule_config: schedule_config && JSON.stringify(schedule_config),
      circuit_breaker: JSON.stringify(circuit_breaker),
      machine_detection: machine_detection && JSON.stringify(machine_detection),
      metadata: storedMetadata(metadata),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return (await withExternalId('campaigns_external_id_key', inserted)).id;
}

interface Update extends Settings, ClientData {
  readonly name?: string;
  readonly max_concurrency?: number | null;
  readonly require_prior_consent?: string | null;
  readonly wake_at?: Timestamp;
}

/** Writes the given columns and increments the revision. */
export function update(trx: Trx, id: number, changes: Update) {
  const { retry_config, schedule_config, circuit_breaker, ...others } = changes;
  const { machine_detection, metadata, ...columns } = others;
  const updated = trx
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
      ...(metadata && { metadata: storedMetadata(metadata) }),
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
  return withExternalId('campaigns_external_id_key', updated);
}
