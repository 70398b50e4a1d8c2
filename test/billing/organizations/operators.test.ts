import { describe, expect, test } from 'vitest';
import { ensureSuperAdmin } from '../../../src/auth/actions.ts';
import { newOrganization } from '../../support/organizations.ts';
import { sharedServer } from '../../support/server.ts';

const path = (id: number): string => `/api/v1/admin/organizations/${id}/operator`;

describe('updateOrganizationOperatorAsAdmin', () => {
  test('makes one organization an operator and revokes it, with an event each', async () => {
    const [admin, member] = [await newOrganization({ superAdmin: true }), await newOrganization()];
    const { organization_id } = member;
    const update = (is_operator: boolean) => admin.put(path(organization_id), { is_operator });

    const answers = [await update(true), await update(true), await update(false)];

    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      [true, true, false].map((is_operator) => [200, { organization_id, is_operator }]),
    );
    const query = `organization_id=${organization_id}&action=organization.operator_updated`;
    const events = await admin.get(`/api/v1/admin/audit-events?${query}`);
    expect(events.body.items).toEqual([
      expect.objectContaining({ before: { is_operator: true }, after: { is_operator: false } }),
      expect.objectContaining({ before: { is_operator: false }, after: { is_operator: true } }),
    ]);
  });
});

describe('The first super admin', () => {
  test('has an organization that is an operator', async () => {
    const { app } = await sharedServer();
    const email = `root-${process.pid}@example.com`;

    await ensureSuperAdmin(app.db, { email, password: 'correct-horse-battery' }, app.now());

    const organization = await app.db
      .selectFrom('organizations')
      .innerJoin('users', 'users.organization_id', 'organizations.id')
      .select('is_operator')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(organization).toEqual({ is_operator: true });
  });
});
