import { composeDue } from '../../../src/webhooks/events/compose.ts';
import { mustMatch } from '../../support/events.ts';
import type { Member } from '../../support/organizations.ts';

/** The bodies of the organization's events, composed now, in their order; each matches the contract. */
export async function bodiesOf({ server, organization_id }: Member) {
  while ((await composeDue(server.app)) > 0);
  const rows = await server.app.db
    .selectFrom('webhook_events')
    .select(['position', 'body'])
    .where('organization_id', '=', organization_id)
    .orderBy('position')
    .execute();
  return rows.map(({ body }) => {
    const event = JSON.parse(body);
    mustMatch('WebhookEvent', event);
    return event;
  });
}

/** The names of the organization's events, in their order. */
export const namesOf = async (member: Member): Promise<string[]> =>
  (await bodiesOf(member)).map(({ type }) => type);
