import { asChange, makeChange } from '../../audit/actions.ts';
import { pageOf } from '../../db/page.ts';
import { tagged, revisedBy } from '../../http/etag.ts';
import type { HandlersFor } from '../../http/contract.ts';
import type { BillingApp } from '../context.ts';
import * as limits from '../organization-queries.ts';
import { limitsOf } from '../quotas/actions.ts';
import { contentBytes } from '../quotas/queries.ts';
import { hasSuperAdmin } from './failures.ts';
import * as queries from './queries.ts';
import type { components } from '../../../generated/api.ts';
import type { OrganizationRow } from './queries.ts';
import { statusOf } from './rules.ts';

const organization = (row: OrganizationRow): components['schemas']['Organization'] => ({
  id: row.id,
  name: row.name,
  status: statusOf(row),
  suspended_at: row.suspended_at,
  suspension_reason: row.suspension_reason,
  deleted_at: row.deleted_at,
  is_operator: row.is_operator,
  member_count: row.member_count,
  calls_in_progress: row.calls_in_progress,
  created_at: row.created_at,
});

/** What the audit events of its suspension compare. */
const audited = ({ suspended_at, suspension_reason, hang_up_calls }: OrganizationRow) => ({
  suspended_at,
  suspension_reason,
  hang_up_calls,
});

/** Its counts of members and calls are no changes of it. */
const revised = (row: OrganizationRow) =>
  revisedBy(row.id, [row.name, row.deleted_at, row.is_operator, audited(row)]);

/** The bytes that are used are no change of the limits. */
const revisedLimits = (limits: {
  readonly organization_id: number;
  readonly content_bytes?: number;
}) =>
  revisedBy(
    limits.organization_id,
    Object.entries({ ...limits, content_bytes: undefined }).toSorted(([a], [b]) =>
      a < b ? -1 : 1,
    ),
  );

export const organizations = {
  async listOrganizationsAsAdmin({ query }, app) {
    const page = pageOf(await queries.list(app.db, query), query, organization);
    return { ...page, unanswered_cells: [] };
  },

  async getOrganizationAsAdmin({ params }, app) {
    return shown(await queries.get(app.db, params.organization_id));
  },

  async getOrganizationLimitsAsAdmin({ params }, app) {
    const row = await limitsOf(app.db, params.organization_id);
    return tagged(row, revisedLimits(row));
  },

  async getOrganizationLimits({ caller }, app) {
    const row = await limitsOf(app.db, caller.organization_id);
    return tagged(row, revisedLimits(row));
  },

  updateOrganizationLimitsAsAdmin: asChange(
    async ({ trx, params, body, mustMatch, record }, app) => {
      const { organization_id } = params;
      const before = await limits.lockLimits(trx, organization_id);
      mustMatch(revisedLimits(before));
      const after = await limits.updateLimits(trx, organization_id, body);
      await record('organization.limits_updated', organization_id, {
        organization_id,
        before,
        after,
      });
      await app.effects.limitsChanged(trx, organization_id);
      const content_bytes = await contentBytes(trx, organization_id);
      return tagged({ ...after, content_bytes }, revisedLimits(after));
    },
  ),

  updateOrganizationOperatorAsAdmin: asChange(async ({ trx, params, body, mustMatch, record }) => {
    const { organization_id } = params;
    const row = await queries.lock(trx, organization_id);
    mustMatch(revised(row));
    const before = { organization_id, is_operator: row.is_operator };
    const after = await limits.updateOperator(trx, organization_id, body);
    await record('organization.operator_updated', organization_id, {
      organization_id,
      before,
      after,
    });
    const changed = { ...row, ...after };
    const represented = {
      operation: 'getOrganizationAsAdmin',
      body: organization(changed),
    } as const;
    return tagged(after, revised(changed), represented);
  }),

  async suspendOrganizationAsAdmin({ params, body, ...call }, app) {
    const { organization_id } = params;
    const { reason, hang_up_calls = false } = body;
    const row = await makeChange(call, app, async ({ trx, at, mustMatch, record }) => {
      const before = await queries.lock(trx, organization_id);
      mustMatch(revised(before));
      if (before.has_super_admin) throw hasSuperAdmin();
      await queries.suspend(trx, organization_id, { reason, hang_up_calls, now: at });
      const after = await queries.get(trx, organization_id);
      await record('organization.suspended', organization_id, {
        organization_id,
        before: audited(before),
        after: audited(after),
      });
      // Its dialer pauses its campaigns.
      await app.effects.limitsChanged(trx, organization_id);
      await app.effects.callsForbidden(trx, organization_id);
      return after;
    });
    await app.afterCommit((outer) => {
      outer.callers.forgetOrganization(organization_id);
      return outer.effects.waitForPlacements(outer, organization_id);
    });
    return shown(row);
  },

  async resumeOrganizationAsAdmin({ params, ...call }, app) {
    const { organization_id } = params;
    const row = await makeChange(call, app, async ({ trx, mustMatch, record }) => {
      const before = await queries.lock(trx, organization_id);
      mustMatch(revised(before));
      await queries.resume(trx, organization_id);
      const after = await queries.get(trx, organization_id);
      await record('organization.resumed', organization_id, {
        organization_id,
        before: audited(before),
        after: audited(after),
      });
      return after;
    });
    await app.afterCommit((outer) => outer.callers.forgetOrganization(organization_id));
    return shown(row);
  },
} satisfies HandlersFor<
  | 'listOrganizationsAsAdmin'
  | 'getOrganizationAsAdmin'
  | 'getOrganizationLimitsAsAdmin'
  | 'getOrganizationLimits'
  | 'updateOrganizationLimitsAsAdmin'
  | 'updateOrganizationOperatorAsAdmin'
  | 'suspendOrganizationAsAdmin'
  | 'resumeOrganizationAsAdmin',
  BillingApp
>;

const shown = (row: queries.OrganizationRow) => tagged(organization(row), revised(row));
