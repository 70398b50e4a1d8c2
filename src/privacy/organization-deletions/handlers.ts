import { makeChange, recordChange } from '../../audit/actions.ts';
import { mustKnowPassword } from '../../auth/accounts/actions.ts';
import { hasSuperAdmin } from '../../billing/organizations/failures.ts';
import * as organizations from '../../billing/organizations/queries.ts';
import { conflict } from '../../errors.ts';
import { mustMatch, type Revised, revisedBy, tagged } from '../../http/etag.ts';
import type { HandlersFor } from '../../http/contract.ts';
import type { PrivacyApp } from '../context.ts';
import { canRestore, dueAt } from './rules.ts';
import type { components } from '../../../generated/api.ts';
import type { OrganizationRow } from '../../billing/organizations/queries.ts';
import { statusOf } from '../../billing/organizations/rules.ts';

type Shown = Pick<
  OrganizationRow,
  'id' | 'name' | 'suspended_at' | 'deleted_at' | 'member_count' | 'created_at'
>;

const ownOrganization = (row: Shown): components['schemas']['OwnOrganization'] => ({
  id: row.id,
  name: row.name,
  status: statusOf(row),
  deleted_at: row.deleted_at,
  deletion_due_at: row.deleted_at && dueAt(row.deleted_at),
  member_count: row.member_count,
  created_at: row.created_at,
});

/** Its count of members is no change of it. */
const revised = ({ id, name, suspended_at, deleted_at }: Shown): Revised =>
  revisedBy(id, [name, suspended_at, deleted_at]);

const shown = (row: Shown) => tagged(ownOrganization(row), revised(row));

export const organizationDeletions = {
  async getCurrentOrganization({ caller }, app) {
    return shown(await organizations.get(app.db, caller.organization_id));
  },

  async deleteCurrentOrganization({ body, address, signal, ...call }, app) {
    const { caller, headers, requestId } = call;
    const { organization_id } = caller;
    // What is stale anyway needs no password, which is expensive to compare.
    mustMatch(headers['if-match'], revised(await organizations.get(app.db, organization_id)));
    await mustKnowPassword(app, { ...body, caller, address, signal, requestId });
    const row = await makeChange(call, app, async ({ trx, at, mustMatch, record }) => {
      const before = await organizations.lock(trx, organization_id);
      mustMatch(revised(before));
      if (before.has_super_admin) throw hasSuperAdmin();
      const deleted_at = before.deleted_at ?? at;
      await organizations.setDeleted(trx, organization_id, deleted_at);
      await record('organization.deleted', organization_id, {
        before: { deleted_at: before.deleted_at },
        after: { deleted_at },
      });
      // Its dialer pauses its campaigns.
      await app.effects.limitsChanged(trx, organization_id);
      await app.effects.callsForbidden(trx, organization_id);
      return { ...before, deleted_at };
    });
    await app.afterCommit((outer) => {
      outer.callers.forgetOrganization(organization_id);
      return outer.effects.waitForPlacements(outer, organization_id);
    });
    return shown(row);
  },

  async restoreCurrentOrganization({ headers, caller, requestId }, app) {
    const { organization_id } = caller;
    const row = await app.db.transaction().execute(async (trx) => {
      const before = await organizations.lock(trx, organization_id);
      mustMatch(headers['if-match'], revised(before));
      const { deleted_at, purged_at } = before;
      if (deleted_at === null) return before;
      // The lock may have waited for the sweep that removes what it had.
      const cause = { caller, requestId, at: app.now() };
      if (purged_at !== null || !canRestore(deleted_at, cause.at)) throw begun();
      await organizations.setDeleted(trx, organization_id, null);
      await recordChange(trx, cause, {
        action: 'organization.restored',
        organization_id,
        subject_id: organization_id,
        before: { deleted_at },
        after: { deleted_at: null },
      });
      return { ...before, deleted_at: null };
    });
    await app.afterCommit((outer) => outer.callers.forgetOrganization(organization_id));
    return shown(row);
  },
} satisfies HandlersFor<
  'getCurrentOrganization' | 'deleteCurrentOrganization' | 'restoreCurrentOrganization',
  PrivacyApp
>;

const begun = () =>
  conflict(
    'organization_deletion_begun',
    'The organization was deleted more than 30 days ago, and its data is being removed. It can no longer be restored.',
  );
