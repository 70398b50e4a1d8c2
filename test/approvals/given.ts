import type { Insertable } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { ApprovalPolicies } from '../../generated/database.ts';
import { later } from '../../src/moment.ts';
import type { Member } from '../support/organizations.ts';

/** Writes a policy of the organization: active, ten uses, from a day ago to a day ahead, unless told otherwise. */
export async function givenPolicy(
  member: Member,
  wishes: Partial<Insertable<ApprovalPolicies>> = {},
): Promise<string> {
  const id = uuid();
  const now = member.server.app.now();
  await member.server.app.db
    .insertInto('approval_policies')
    .values({
      id,
      organization_id: member.organization_id,
      connector_name: 'crm',
      action_type: 'call_initiate',
      target_name: 'Appointment reminder',
      destination_kind: 'exact_e164',
      destination_value: '+12025550123',
      not_before: later(now, -86_400_000),
      expires_at: later(now, 86_400_000),
      max_uses: 10,
      created_at: now,
      ...wishes,
    })
    .execute();
  return id;
}
