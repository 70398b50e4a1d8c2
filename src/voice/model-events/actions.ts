import type { Transaction } from 'kysely';
import { isOperator } from '../../billing/organization-queries.ts';
import type { VoiceApp } from '../context.ts';
import type { Database } from '../../db/connect.ts';
import { conflict, forbidden } from '../../errors.ts';
import type { Timestamp } from '../../timestamp.ts';
import { lockWork } from './queries.ts';

/** Whether the caller's organization operates the service: each does where it is local, as the specification says. */
export const operates = async (
  { config, db }: VoiceApp,
  organizationId: number,
): Promise<boolean> => config.isLocal || isOperator(db, organizationId);

export async function mustBeOperator(app: VoiceApp, organizationId: number): Promise<void> {
  if (await operates(app, organizationId)) return;
  throw forbidden(
    'operator_only',
    'Only organizations that operate this service can do this. A super admin can give your organization that role.',
  );
}

/**
 * Throws if the models are being migrated, or if the model, or any without a name, is being downloaded or deleted. What
 * the transaction then inserts begins before any other work can. Returns how many models are being downloaded.
 */
export async function mustBeIdle(
  trx: Transaction<Database>,
  { name, now }: { readonly name?: string; readonly now: Timestamp },
): Promise<number> {
  const { migrates, downloads, deletions } = await lockWork(trx, now);
  if (migrates) throw migrationRunning();
  const busy = (names: readonly string[]) =>
    name === undefined ? names[0] : names.find((each) => each === name);
  const downloaded = busy(downloads);
  if (downloaded !== undefined)
    throw conflict('model_download_running', `The model ${downloaded} is being downloaded.`);
  const deleted = busy(deletions);
  if (deleted !== undefined)
    throw conflict(
      'model_deletion_running',
      `The model ${deleted} is being deleted. Try again in a second.`,
    );
  return downloads.length;
}

export const migrationRunning = () =>
  conflict(
    'model_migration_running',
    'A migration of the models is running. Follow it at /api/v1/voice/models/migrate/stream.',
  );
