import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from './connect.ts';
import { isLockTimeout } from './errors.ts';
import { withoutClientLimit } from './time-limits.ts';
import * as accounts from './migrations/0001_accounts.ts';
import * as approvals from './migrations/0002_approvals.ts';
import * as voice from './migrations/0003_voice.ts';
import * as billing from './migrations/0004_billing.ts';
import * as telephony from './migrations/0005_telephony.ts';
import * as workflows from './migrations/0006_workflows.ts';
import * as campaigns from './migrations/0007_campaigns.ts';
import * as runs from './migrations/0008_runs.ts';
import * as idempotency from './migrations/0009_idempotency.ts';
import * as voiceCounts from './migrations/0010_voice_counts.ts';
import * as auditEvents from './migrations/0011_audit_events.ts';
import * as calls from './migrations/0012_calls.ts';
import * as webhooks from './migrations/0013_webhooks.ts';
import * as telephonyHistory from './migrations/0014_telephony_history.ts';
import * as campaignWork from './migrations/0015_campaign_work.ts';
import * as dialing from './migrations/0016_dialing.ts';
import * as demo from './migrations/0017_demo.ts';
import * as scopes from './migrations/0018_scopes.ts';
import * as approvalTargets from './migrations/0019_approval_targets.ts';
import * as retention from './migrations/0020_retention.ts';
import * as operators from './migrations/0021_operators.ts';
import * as quotas from './migrations/0022_quotas.ts';
import * as audit from './migrations/0023_audit.ts';
import * as runBytes from './migrations/0024_run_bytes.ts';
import * as deliverySubjects from './migrations/0025_delivery_subjects.ts';
import * as roles from './migrations/0026_roles.ts';
import * as workflowDeletions from './migrations/0027_workflow_deletions.ts';
import * as mails from './migrations/0028_mails.ts';
import * as organizationRetention from './migrations/0029_organization_retention.ts';
import * as usage from './migrations/0030_usage.ts';
import * as usageCounts from './migrations/0031_usage_counts.ts';
import * as organizationStatus from './migrations/0032_organization_status.ts';
import * as accountChanges from './migrations/0033_account_changes.ts';
import * as campaignDeletions from './migrations/0034_campaign_deletions.ts';
import * as invitations from './migrations/0035_invitations.ts';
import * as erasures from './migrations/0036_erasures.ts';
import * as organizationDeletions from './migrations/0037_organization_deletions.ts';
import * as simulatedCalls from './migrations/0038_simulated_calls.ts';
import * as callBacks from './migrations/0039_call_backs.ts';
import * as dueCalls from './migrations/0040_due_calls.ts';
import * as verifiedEmails from './migrations/0041_verified_emails.ts';
import * as contentBytes from './migrations/0042_content_bytes.ts';

const migrations: Record<string, Migration> = {
  '0001_accounts': accounts,
  '0002_approvals': approvals,
  '0003_voice': voice,
  '0004_billing': billing,
  '0005_telephony': telephony,
  '0006_workflows': workflows,
  '0007_campaigns': campaigns,
  '0008_runs': runs,
  '0009_idempotency': idempotency,
  '0010_voice_counts': voiceCounts,
  '0011_audit_events': auditEvents,
  '0012_calls': calls,
  '0013_webhooks': webhooks,
  '0014_telephony_history': telephonyHistory,
  '0015_campaign_work': campaignWork,
  '0016_dialing': dialing,
  '0017_demo': demo,
  '0018_scopes': scopes,
  '0019_approval_targets': approvalTargets,
  '0020_retention': retention,
  '0021_operators': operators,
  '0022_quotas': quotas,
  '0023_audit': audit,
  '0024_run_bytes': runBytes,
  '0025_delivery_subjects': deliverySubjects,
  '0026_roles': roles,
  '0027_workflow_deletions': workflowDeletions,
  '0028_mails': mails,
  '0029_organization_retention': organizationRetention,
  '0030_usage': usage,
  '0031_usage_counts': usageCounts,
  '0032_organization_status': organizationStatus,
  '0033_account_changes': accountChanges,
  '0034_campaign_deletions': campaignDeletions,
  '0035_invitations': invitations,
  '0036_erasures': erasures,
  '0037_organization_deletions': organizationDeletions,
  '0038_simulated_calls': simulatedCalls,
  '0039_call_backs': callBacks,
  '0040_due_calls': dueCalls,
  '0041_verified_emails': verifiedEmails,
  '0042_content_bytes': contentBytes,
};

/** An advisory lock number that no other program in this database uses. */
const migrationLock = 7_203_411_906;

/** How long a migration waits for a table lock: all later statements on the table wait behind it. */
const lockWaitMs = 2000;
/** Pause between two attempts, during which nothing is blocked; doubled after each. */
const firstPauseMs = 250;
const maxPauseMs = 15_000;

export interface MigrateOptions {
  /** How often a migration is attempted while another process locks a table. */
  readonly tries?: number;
  /** Called after each attempt that failed because of a lock. */
  readonly onHeldUp?: (error: unknown, triesLeft: number) => void;
}

/**
 * Migrates the database to the latest version; returns the names of the migrations it ran. Concurrent calls are safe. A
 * migration may take as long as it needs, but waits for a lock only briefly and is then retried.
 */
export async function migrate(db: Db, options: MigrateOptions = {}): Promise<string[]> {
  return db.connection().execute((connection) =>
    withoutClientLimit(async () => {
      // Waiting for another server's migration is not an error, however long it takes.
      await sql`set statement_timeout = 0; set lock_timeout = 0`.execute(connection);
      try {
        // The migrator locks only after creating its table, where two servers that start at once collide.
        await sql`select pg_advisory_lock(${sql.lit(migrationLock)})`.execute(connection);
        await sql`set lock_timeout = ${sql.lit(lockWaitMs)}`.execute(connection);
        return await retried(connection, options);
      } finally {
        await sql`select pg_advisory_unlock(${sql.lit(migrationLock)});
          reset statement_timeout; reset lock_timeout`.execute(connection);
      }
    }),
  );
}

async function retried(db: Db, { tries = 10, onHeldUp }: MigrateOptions): Promise<string[]> {
  const done: string[] = [];
  for (let left = tries - 1; ; left -= 1) {
    try {
      await run(db, done);
      return done;
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      onHeldUp?.(error, left);
      if (left <= 0) throw new Error(lockedMessage(done), { cause: error });
    }
    await wait(Math.min(firstPauseMs * 2 ** (tries - 1 - left), maxPauseMs));
  }
}

const lockedMessage = (done: readonly string[]): string =>
  `A table that a migration changes is locked by another session. ${done.length === 0 ? 'Nothing was migrated' : `${done.join(', ')} was done`}; end the session that holds the lock and try again.`;

/** Runs each migration in its own transaction, so that none locks its tables while the next one runs. */
async function run(db: Db, done: string[]): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  for (;;) {
    const { error, results = [] } = await migrator.migrateUp();
    if (error !== undefined) throw error;
    if (results.length === 0) return;
    done.push(...results.map(({ migrationName }) => migrationName));
  }
}

/** Whether all migrations have been run. */
export async function isMigrated(db: Db): Promise<boolean> {
  const done = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const names = new Set(done.rows.map((row) => row.name));
  return Object.keys(migrations).every((name) => names.has(name));
}
