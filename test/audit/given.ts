import type { components } from '../../generated/api.ts';
import { type Member, newOrganization } from '../support/organizations.ts';

export type AuditEvent = components['schemas']['AuditEvent'];

export const path = '/api/v1/admin/audit-events';

/** The events that match the query, newest first, as a super admin sees them. */
export async function eventsOf(
  { server }: Pick<Member, 'server'>,
  query: Record<string, string | number>,
): Promise<AuditEvent[]> {
  const admin = await newOrganization({ superAdmin: true, server });
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const answer = await admin.get(`${path}?${search.toString()}`);
  return answer.body.items as AuditEvent[];
}

/** The email address of the member's user, which the events name. */
export async function emailOf({ server, user_id }: Member): Promise<string> {
  const user = await server.app.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();
  return user.email ?? '';
}
