import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { type Cause, recordChange } from '../../audit/actions.ts';
import type { Members } from '../../audit/rules.ts';
import type { Database } from '../../db/connect.ts';
import type { EndpointRow } from './queries.ts';

interface EndpointChange {
  readonly action:
    | 'created'
    | 'updated'
    | 'deleted'
    | 'disabled'
    | 'enabled'
    | 'secret_rotated'
    | 'events_replayed';
  readonly endpoint: Pick<EndpointRow, 'id' | 'organization_id'>;
  readonly before: Members | null;
  readonly after: Members | null;
}

/** Records a change of an endpoint in the audit trail, in the transaction that makes it. */
export const record = (
  trx: Transaction<Database>,
  cause: Cause,
  { action, endpoint, before, after }: EndpointChange,
): Promise<void> =>
  recordChange(trx, cause, {
    action: `webhook_endpoint.${action}`,
    organization_id: endpoint.organization_id,
    subject_id: endpoint.id,
    before,
    after,
  });

/** The endpoint as the audit trail stores it: without secrets, including any in the query of its URL. */
export const audited = ({
  url,
  description,
  events,
  status,
  disabled_reason,
}: EndpointRow): Members => ({
  url: withoutQuery(url),
  description,
  events,
  status,
  disabled_reason,
});

/** The URL with user and query replaced by a digest, so that a change of them is visible. */
export function withoutQuery(text: string): string {
  const { origin, pathname, username, password, search } = new URL(text);
  if (username === '' && password === '' && search === '') return `${origin}${pathname}`;
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return `${origin}${pathname}?sha256=${digest}`;
}
