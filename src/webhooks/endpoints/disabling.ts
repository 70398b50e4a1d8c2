import type { Transaction } from 'kysely';
import type { Caller } from '../../caller.ts';
import type { Database } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';
import { announce } from '../actions.ts';
import { eventActor } from '../events/actor.ts';
import { withoutQuery } from './audit.ts';
import type { EndpointRow } from './queries.ts';

interface Disabled {
  readonly endpoint: Pick<EndpointRow, 'id' | 'organization_id' | 'url' | 'description'>;
  readonly disabled_reason: NonNullable<EndpointRow['disabled_reason']>;
  /** Null: its answers have disabled it. */
  readonly caller: Caller | null;
  readonly now: Timestamp;
}

/** Inserts the event of an endpoint that was disabled, for the other endpoints, in the transaction that disables it. */
export async function announceDisabled(
  trx: Transaction<Database>,
  { endpoint, disabled_reason, caller, now }: Disabled,
): Promise<void> {
  const { id, organization_id, url, description } = endpoint;
  await announce(trx, {
    organization_id,
    campaign_id: null,
    event: 'webhook_endpoint_disabled',
    content: {
      at: now,
      actor: eventActor(caller),
      // A query may hold a secret.
      webhook_endpoint: { id, url: withoutQuery(url), description, disabled_reason },
    },
  });
}
