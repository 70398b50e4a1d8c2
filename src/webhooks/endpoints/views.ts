import type { components } from '../../../generated/api.ts';
import type { Timestamp } from '../../timestamp.ts';
import type { EndpointRow } from './queries.ts';

export const webhookEndpoint = (
  row: EndpointRow,
  now: Timestamp,
): components['schemas']['WebhookEndpoint'] => ({
  id: row.id,
  url: row.url,
  description: row.description,
  events: row.events,
  status: row.status,
  disabled_reason: row.disabled_reason,
  disabled_at: row.disabled_at,
  previous_secret_expires_at:
    row.previous_secret_expires_at !== null && now < row.previous_secret_expires_at
      ? row.previous_secret_expires_at
      : null,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

/** Includes the secret, which no other response shows. */
export const createdWebhookEndpoint = (
  row: EndpointRow,
  now: Timestamp,
  secret: string,
): components['schemas']['CreatedWebhookEndpoint'] => ({ ...webhookEndpoint(row, now), secret });
