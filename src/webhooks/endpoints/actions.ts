import { conflict } from '../../errors.ts';
import type { EndpointRow } from './queries.ts';

/** Throws 409 `webhook_endpoint_disabled` if the endpoint is disabled. */
export function mustBeEnabled({
  status,
  disabled_reason,
}: Pick<EndpointRow, 'status' | 'disabled_reason'>): void {
  if (status === 'enabled') return;
  throw conflict(
    'webhook_endpoint_disabled',
    'The endpoint is disabled, so nothing is sent to it. Enable it first.',
    { disabled_reason },
  );
}
