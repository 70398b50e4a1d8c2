import * as requests from '../../../src/approvals/approval-requests/queries.ts';
import { findUsable } from '../../../src/approvals/authorization-queries.ts';
import * as policies from '../../../src/approvals/queries.ts';
import * as accounts from '../../../src/auth/accounts/queries.ts';
import * as keys from '../../../src/auth/api-keys/queries.ts';
import * as invitations from '../../../src/auth/invitations/queries.ts';
import * as members from '../../../src/auth/members/queries.ts';
import { lockSessions } from '../../../src/auth/queries.ts';
import { lockLimits } from '../../../src/billing/organization-queries.ts';
import * as organizations from '../../../src/billing/organizations/queries.ts';
import * as billing from '../../../src/billing/queries.ts';
import { asDatabase } from '../../../src/db/as-database.ts';
import { lockTexts, walkedTables } from '../../../src/privacy/erasures/walk-queries.ts';
import { lock as lockRetention } from '../../../src/privacy/retention/queries.ts';
import type { Lock } from '../cases.ts';
import { now, past, uuid } from '../rows.ts';

const policy = {
  connector_name: 'x',
  action_type: 'call_initiate',
  approved_at: past,
  proposed_at: past,
  used_count: 0,
  destination_kind: 'e164_prefix',
  expires_at: '2027-01-01T00:00:00.000Z',
};

export const accountLocks: readonly Lock[] = [
  {
    at: 'approvals/approval-requests/queries.ts lock',
    rows: { approval_policies: policy },
    run: (trx) => requests.lock(trx, { organization_id: 1, connector_name: null }, uuid),
  },
  {
    at: 'approvals/authorization-queries.ts findUsable',
    rows: { approval_policies: policy },
    run: (trx) =>
      findUsable(trx, {
        named: {
          organization_id: 1,
          connector_name: 'x',
          action_type: 'call_initiate',
          target_id: 1,
        },
        values: ['x'],
        contacts: 1,
        now,
        lock: true,
      }),
  },
  {
    at: 'approvals/queries.ts lock',
    rows: { approval_policies: policy },
    run: (trx) => policies.lock(trx, 1, uuid),
  },
  {
    at: 'auth/accounts/queries.ts lock',
    rows: { users: { email: 'x' }, organizations: {} },
    run: (trx) => accounts.lock(trx, 1),
  },
  {
    at: 'auth/api-keys/queries.ts lock',
    rows: { api_keys: {} },
    run: (trx) => keys.lock(trx, 1, 1),
  },
  {
    at: 'auth/api-keys/queries.ts lockOf',
    rows: { api_keys: { created_by: 1 } },
    run: (trx) => keys.lockOf(trx, 1, 1),
  },
  {
    at: 'auth/invitations/queries.ts lock',
    rows: { invitations: {} },
    run: (trx) => invitations.lock(trx, 1, 1),
  },
  {
    at: 'auth/invitations/queries.ts lockOf',
    rows: { invitations: { invited_by: 1 } },
    run: (trx) => invitations.lockOf(trx, 1, 1),
  },
  {
    at: 'auth/members/queries.ts lockWithOwners',
    rows: {
      users: [
        { id: 1, role: 'member', email: '1' },
        { id: 2, role: 'owner', email: '2' },
      ],
    },
    run: (trx) => members.lockWithOwners(trx, 1, [1]),
  },
  {
    at: 'auth/members/queries.ts lockForChange',
    rows: { users: {} },
    run: (trx) => members.lockForChange(trx, 1, 1),
  },
  {
    at: 'auth/queries.ts lockSessions',
    rows: { users: {}, organizations: {} },
    run: (trx) => lockSessions(trx, 1),
  },
  {
    at: 'billing/organization-queries.ts lockLimits',
    rows: { organizations: {} },
    run: (trx) => lockLimits(trx, 1),
  },
  {
    at: 'billing/organizations/queries.ts lock',
    rows: { organizations: {} },
    run: (trx) => organizations.lock(trx, 1),
  },
  {
    at: 'billing/queries.ts lockEntry',
    rows: { catalog_entries: {} },
    run: (trx) => billing.lockEntry(trx, 1),
  },
  {
    at: 'billing/queries.ts lockPricing',
    rows: { knowledge_base_pricing: {} },
    run: (trx) => billing.lockPricing(trx),
  },
  {
    at: 'privacy/retention/queries.ts lock',
    rows: { organization_retention: {} },
    run: (trx) => lockRetention(trx, 1),
  },
  {
    at: 'privacy/erasures/walk-queries.ts lockTexts',
    rows: { consents: {} },
    async run(trx) {
      const table = (await walkedTables(asDatabase(trx))).find(({ name }) => name === 'consents')!;
      await lockTexts(trx, table, { organization_id: 1, key: ['1'] });
    },
  },
];
