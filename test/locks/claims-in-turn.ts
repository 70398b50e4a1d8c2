import { sql } from 'kysely';
import * as requests from '../../src/approvals/approval-requests/queries.ts';
import { auditMonths } from '../../src/audit/months.ts';
import { lockSetUp } from '../../src/auth/queries.ts';
import { removeOldContacts } from '../../src/campaigns/retention-queries.ts';
import { getSource } from '../../src/campaigns/write-queries.ts';
import { register } from '../../src/cells/queries.ts';
import { lockKey } from '../../src/db/advisory-locks.ts';
import { asDatabase } from '../../src/db/as-database.ts';
import { makeMonth } from '../../src/db/partitions.ts';
import { closeGate, passGate } from '../../src/telephony/calls/gate-queries.ts';
import { insertNew } from '../../src/telephony/consents/queries.ts';
import { lockNames as lockConfigurationNames } from '../../src/telephony/queries.ts';
import { lockNames as lockToolNames } from '../../src/tools/queries.ts';
import { lockWork } from '../../src/voice/model-events/queries.ts';
import { lockNames as lockProfileNames } from '../../src/voice/profiles/queries.ts';
import { countOnDay } from '../../src/workflows/runs/call-back-queries.ts';
import { markConsent } from '../../src/workflows/runs/consent-queries.ts';
import { submitResult } from '../../src/workflows/runs/queries.ts';
import type { Claim, Trx } from './cases.ts';
import { done } from './claims.ts';
import { insertRows, now, past, uuid } from './rows.ts';

const run = { organization_id: 1, run_id: 1 };

/** One after another, whatever they find. */
const inTurn = (
  at: string,
  work: (trx: Trx) => PromiseLike<unknown>,
  first: (trx: Trx) => PromiseLike<unknown> = work,
): Claim => ({ at, rows: {}, waits: true, first, run: (trx) => done(work(trx)) });

const gate = 'telephony/calls/gate-queries.ts';

export const claimsInTurn: readonly Claim[] = [
  inTurn('approvals/approval-requests/queries.ts lockCount', (trx) => requests.lockCount(trx, 1)),
  inTurn('auth/queries.ts lockSetUp', lockSetUp),
  inTurn(
    'cells/queries.ts register',
    (trx) => register(asDatabase(trx), [1]),
    (trx) => sql`select pg_advisory_xact_lock(${lockKey('directory')})`.execute(trx),
  ),
  inTurn(
    `${gate} passGate`,
    (trx) => passGate(trx, 1),
    (trx) => closeGate(trx, 1),
  ),
  inTurn(
    `${gate} closeGate`,
    (trx) => closeGate(trx, 1),
    (trx) => passGate(trx, 1),
  ),
  inTurn('telephony/queries.ts lockNames', (trx) => lockConfigurationNames(trx, 1)),
  inTurn('telephony/consents/queries.ts insertNew', (trx) => insertNew(trx, 1, [])),
  inTurn('tools/queries.ts lockNames', (trx) => lockToolNames(trx, 1)),
  inTurn('voice/profiles/queries.ts lockNames', (trx) => lockProfileNames(trx, 1)),
  inTurn('voice/model-events/queries.ts lockWork', (trx) => lockWork(trx, now)),
  inTurn('workflows/runs/call-back-queries.ts countOnDay', (trx) =>
    countOnDay(trx, {
      organization_id: 1,
      phone_number: 'x',
      without: 1,
      begins_at: past,
      ends_at: now,
    }),
  ),
  {
    at: 'db/partitions.ts changing',
    rows: {},
    first: (trx) => sql`select pg_advisory_xact_lock(${lockKey('partitions')})`.execute(trx),
    run: async (trx) =>
      (await makeMonth(asDatabase(trx), auditMonths, '2031-01')) ? ['month'] : [],
    second: [],
  },
  {
    at: 'campaigns/retention-queries.ts removeOldSources',
    rows: { campaign_sources: {} },
    waits: true,
    // Somebody creates a campaign of the source meanwhile.
    async first(trx) {
      await getSource(trx, 1, uuid);
      await insertRows(asDatabase(trx), { campaigns: {} });
    },
    run: async (trx) => {
      const { removed } = await removeOldContacts(trx, { organization_id: 1, before: now, now });
      return [removed];
    },
    second: [0],
  },
  {
    at: 'workflows/runs/consent-queries.ts mark',
    rows: { workflow_runs: {} },
    waits: true,
    // The audit event of each has what the one before has marked.
    async run(trx) {
      const key = { ...run, workflow_id: 1 };
      const mark = { consent_given: true, consent_ts: now, marked_by: 1, request_id: 'x' };
      await markConsent(asDatabase(trx), key, mark);
      const { rows } = await sql<{ before: string }>`
        select before::text from audit_events order by id desc limit 1`.execute(trx);
      return rows.map(({ before }) => before);
    },
  },
  {
    at: 'workflows/runs/queries.ts submitResult',
    rows: { workflow_runs: { mode: 'twilio', gathered_context: '{}' } },
    waits: true,
    // The context has what the one before has submitted.
    async run(trx) {
      const {
        rows: [pid],
      } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      await submitResult(trx, run, {
        result: { gathered_context: { [`from_${pid!.pid}`]: 1 } },
        isPart: false,
        submission: { actor_kind: 'user', actor_id: 1, request_id: 'x', after: null },
        now,
      });
      const { rows } = await sql<{ members: number }>`
        select count(*) as members from workflow_runs, jsonb_object_keys(gathered_context)`.execute(
        trx,
      );
      return rows.map(({ members }) => members);
    },
  },
];

/** Locks that a test of their own takes out. */
export const elsewhere: Readonly<Record<string, string>> = {
  'db/process-lock.ts advisoryLock': 'db/process-lock.test.ts',
  'db/migrate.ts untilLocked': 'db/process-lock.test.ts',
  'voice/model-downloads/runner.ts createDownloadRunner': 'db/process-lock.test.ts',
  'voice/model-migrations/runner.ts createMigrationRunner': 'db/process-lock.test.ts',
};
