import { type Member, newOrganization } from '../../support/organizations.ts';
import type { TestServer } from '../../support/server.ts';

export const path = '/api/v1/admin/organizations';
export const reason = 'Unpaid invoices since October.';

/** A super admin with an organization of their own. */
export const givenAdmin = (server?: TestServer): Promise<Member> =>
  newOrganization({ superAdmin: true, ...(server && { server }) });

export const suspend = (admin: Member, { organization_id }: Member, more: object = {}) =>
  admin.post(`${path}/${organization_id}/suspend`, { reason, ...more });

export const resume = (admin: Member, { organization_id }: Member) =>
  admin.post(`${path}/${organization_id}/resume`);
