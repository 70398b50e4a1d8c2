import { type Cause, recordChange } from '../../audit/actions.ts';
import type { VoiceApp } from '../context.ts';
import { conflict, invalid, noCacheDirectory } from '../../errors.ts';
import type { HandlersFor } from '../../http/contract.ts';
import { currentDirectory } from '../model-cache/queries.ts';
import { migrationRunning, mustBeIdle, mustBeOperator } from '../model-events/actions.ts';
import { follow } from '../model-events/follow.ts';
import { numberSeen } from '../model-events/rules.ts';
import { checkMigration, type Refusal } from '../models/check.ts';
import * as queries from './queries.ts';

export const modelMigrations = {
  async migrateModels({ body, caller, requestId, signal }, app) {
    const cause = { caller, requestId, at: app.now() };
    await mustBeOperator(app, caller.organization_id);
    const migration = await app.modelMigrations.oneAtATime(() =>
      begin(app, cause, body.destination),
    );
    if (!migration) throw migrationRunning();
    await app.modelMigrations.fill();
    return followMigration(app, migration, { after: 0, signal });
  },

  async streamModelMigration({ headers, caller, signal }, app) {
    await mustBeOperator(app, caller.organization_id);
    const migration = await queries.getNewest(app.db);
    const after = numberSeen(migration.id, headers['last-event-id']);
    return followMigration(app, migration, { after, signal });
  },
} satisfies HandlersFor<'migrateModels' | 'streamModelMigration', VoiceApp>;

/** Checks a migration and inserts it; undefined if one is running. */
async function begin(app: VoiceApp, cause: Cause, destination: string) {
  const { config, db } = app;
  // The check creates the destination, so it comes second.
  await db.transaction().execute((trx) => mustBeIdle(trx, { now: cause.at }));
  const source = await currentDirectory(db, config);
  const check = await checkMigration({ source, destination }, config.modelsRoots);
  if (!check.ok) throw refused(check, destination);
  const what = {
    source: check.source,
    destination: check.destination,
    models: check.model_count,
  };
  return db.transaction().execute(async (trx) => {
    await mustBeIdle(trx, { now: cause.at });
    const row = await queries.insert(trx, { ...what, started_at: cause.at });
    if (row)
      await recordChange(trx, cause, {
        action: 'model_migration.started',
        organization_id: null,
        subject_id: row.id,
        before: null,
        after: what,
      });
    return row;
  });
}

function refused(refusal: Refusal, input: string): Error {
  const { ok: _, reason, message, ...space } = refusal;
  if (reason === 'invalid_path') return invalid(['body', 'destination'], message, input);
  if (reason === 'no_cache_directory') return noCacheDirectory(message);
  return conflict(reason, message, space);
}

function followMigration(
  app: VoiceApp,
  { id }: queries.MigrationRow,
  { after, signal }: { readonly after: number; readonly signal: AbortSignal },
) {
  const { modelMigrations, polls, db } = app;
  const look = () => queries.get(db, id);
  const feed = modelMigrations.feedOf(id);
  return follow({ id, after, feed, look, polls: polls.migrations, signal, view: (event) => event });
}
