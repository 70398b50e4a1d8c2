import { type Cause, recordChange } from '../../audit/actions.ts';
import { isOperator } from '../../billing/organization-queries.ts';
import type { App } from '../../context.ts';
import { conflict, forbidden, invalid, noCacheDirectory } from '../../errors.ts';
import type { HandlersFor } from '../../http/contract.ts';
import { currentDirectory } from '../model-cache/queries.ts';
import type { Refusal } from '../models/check.ts';
import { checkMigration } from '../models/migration.ts';
import type { NumberedEvent } from './feed.ts';
import * as queries from './queries.ts';
import { eventId, numberSeen } from './rules.ts';

export const modelMigrations = {
  async migrateModels({ body, caller, requestId, signal }, app) {
    const cause = { caller, requestId, at: app.now() };
    await mustBeOperator(app, caller.organization_id);
    const migration = await app.modelMigrations.oneAtATime(() =>
      begin(app, cause, body.destination),
    );
    if (!migration) throw alreadyRunning();
    await app.modelMigrations.start(migration);
    return follow(app, migration, 0, signal);
  },

  async getModelMigrationProgress({ headers, caller, signal }, app) {
    await mustBeOperator(app, caller.organization_id);
    const migration = await queries.getNewest(app.db);
    return follow(app, migration, numberSeen(migration, headers['last-event-id']), signal);
  },
} satisfies HandlersFor<'migrateModels' | 'getModelMigrationProgress'>;

/** The embedded database serves one person: every caller may do this, as the specification says. */
async function mustBeOperator({ config, db }: App, organizationId: number): Promise<void> {
  if (config.databaseUrl === undefined || (await isOperator(db, organizationId))) return;
  throw forbidden(
    'operator_only',
    'Only organizations that operate this service can do this. A super admin can give your organization that role.',
  );
}

/** Checks a migration and inserts it; undefined if one is running. */
async function begin(app: App, cause: Cause, destination: string) {
  const { config, db } = app;
  if (await queries.findRunning(db)) return undefined;
  const source = await currentDirectory(db, config);
  const check = await checkMigration({ source, destination }, config.modelsRoots);
  if (!check.ok) throw refused(check, destination);
  const what = {
    source: check.source,
    destination: check.destination,
    models: check.model_count,
  };
  return db.transaction().execute(async (trx) => {
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

const alreadyRunning = () =>
  conflict(
    'model_migration_running',
    'A migration of the models is running. Follow it at /api/v1/voice/models/migrate/progress.',
  );

function refused(refusal: Refusal, input: string): Error {
  const { ok: _, reason, message, ...space } = refusal;
  if (reason === 'invalid_path') return invalid(['body', 'destination'], message, input);
  if (reason === 'no_cache_directory') return noCacheDirectory(message);
  return conflict(conflictCodes[reason], message, space);
}

const conflictCodes = {
  insufficient_space: 'insufficient_space',
  not_allowed: 'destination_not_allowed',
  same_directory: 'same_directory',
  nested: 'nested_directory',
  source_not_writable: 'source_not_writable',
  not_writable: 'destination_not_writable',
} as const;

/**
 * The migration's events after a number, as the stream shows them. If it runs in another process, only the newest event
 * of each poll.
 */
async function* follow(
  app: App,
  migration: queries.MigrationRow,
  after: number,
  signal: AbortSignal,
) {
  const show = ({ number, event }: NumberedEvent) => ({
    id: eventId(migration, number),
    data: event,
  });
  const feed = app.modelMigrations.feedOf(migration.id);
  if (feed) {
    for await (const event of feed.after(after, signal)) yield show(event);
    return;
  }
  let last = after;
  const look = () => queries.get(app.db, migration.id);
  for await (const row of rows(
    look,
    app.polls.migrations.follow(`${migration.id}`, look, signal),
  )) {
    const isOver = row.state !== 'running';
    if (row.event && (row.event_number > last || isOver))
      yield show({ number: row.event_number, event: row.event });
    if (isOver) return;
    last = row.event_number;
  }
}

async function* rows<T>(look: () => Promise<T>, others: AsyncIterable<T>) {
  yield await look();
  yield* others;
}
