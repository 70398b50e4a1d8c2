import type { Transaction } from 'kysely';
import type { Database } from '../db/connect.ts';
import type { Secrets } from '../db/secrets.ts';
import { later, type Timestamp } from '../timestamp.ts';
import * as tools from '../tools/queries.ts';
import { sealSecret } from '../tools/secrets.ts';
import type { DemoAccounts } from './accounts.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** A look-up at a server that nobody has. */
export async function seedTools(
  trx: Transaction<Database>,
  { organization_id, secrets }: DemoAccounts & { readonly secrets: Secrets },
  now: Timestamp,
): Promise<void> {
  const created_at = later(now, -19 * dayMs);
  await tools.insert(trx, {
    organization_id,
    name: 'find_appointments',
    description: 'Finds the appointments of a customer, on one day or all that are to come.',
    kind: 'http',
    method: 'GET',
    url_template: 'https://crm.example.com/customers/{customer_id}/appointments?day={day}',
    headers: [{ name: 'Accept-Language', value: 'en' }],
    arguments_schema: {
      type: 'object',
      properties: {
        customer_id: { type: 'string', description: "The customer's number.", maxLength: 20 },
        day: {
          type: 'string',
          description: 'The day, as 2026-01-31; left out for all.',
          maxLength: 10,
        },
      },
      required: ['customer_id'],
      additionalProperties: false,
    },
    result_schema: {
      type: 'object',
      properties: { appointments: { type: 'array', items: { type: 'object' } } },
      required: ['appointments'],
    },
    is_write: false,
    secret_header: 'X-Api-Key',
    secret_encrypted: sealSecret(secrets, organization_id, '0000000000000000000000000000c0de'),
    created_at,
    updated_at: created_at,
  });
}
