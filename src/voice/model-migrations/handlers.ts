import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../../app.ts';
import { conflict, invalid, noCacheDirectory } from '../../errors.ts';
import type { Some } from '../../http/contract.ts';
import { currentDirectory } from '../model-cache/queries.ts';
import type { Refusal } from '../models/check.ts';
import { checkMigration } from '../models/migration.ts';
import type { NumberedEvent } from './feed.ts';
import * as queries from './queries.ts';
import { eventId, isAllowed, numberSeen } from './rules.ts';

export const modelMigrations = {
  async migrateModels({ body, signal }, app) {
    if (await queries.findRunning(app.db)) throw alreadyRunning();
    const { modelsRoots } = app.config;
    if (!isAllowed(resolve(body.destination), modelsRoots)) throw notAllowed();
    const source = await currentDirectory(app.db, app.config);
    const check = await checkMigration({ source, destination: body.destination });
    if (!check.ok) throw refused(check, body.destination);
    if (!isAllowed(check.destination, modelsRoots)) throw notAllowed();
    const { destination, model_count: models } = check;
    const migration = await queries.insert(app.db, {
      source: check.source,
      destination,
      models,
      started_at: app.now(),
    });
    if (!migration) throw alreadyRunning();
    await app.modelMigrations.start(migration);
    return follow(app, migration, 0, signal);
  },

  async getModelMigrationProgress({ headers, signal }, app) {
    const migration = await queries.getNewest(app.db);
    return follow(app, migration, numberSeen(migration, headers['last-event-id']), signal);
  },
} satisfies Some<'migrateModels' | 'getModelMigrationProgress'>;

const notAllowed = () =>
  conflict('destination_not_allowed', 'Models may not be migrated to this directory.');

const alreadyRunning = () =>
  conflict(
    'model_migration_running',
    'A migration of the models is running. Follow it at /api/v1/voice/models/migrate/progress.',
  );

function refused(refusal: Refusal, input: string): Error {
  const { reason, message } = refusal;
  switch (reason) {
    case 'invalid_path':
      return invalid(['body', 'destination'], message, input);
    case 'no_cache_directory':
      return noCacheDirectory(message);
    case 'insufficient_space': {
      const { needed_bytes, available_bytes } = refusal;
      return conflict('insufficient_space', message, { needed_bytes, available_bytes });
    }
    case 'same_directory':
      return conflict('same_directory', message);
    case 'nested':
      return conflict('nested_directory', message);
    case 'source_not_writable':
      return conflict('source_not_writable', message);
    case 'not_writable':
      return conflict('destination_not_writable', message);
  }
}

/** How often a migration that runs in another process is looked up. */
const pollMs = 500;

/** The migration's events after a number, as the stream shows them. Where it ran elsewhere, the newest of each look. */
async function* follow(
  app: App,
  migration: queries.MigrationRow,
  after: number,
  signal: AbortSignal,
) {
  const show = ({ number, event }: NumberedEvent) => ({ id: eventId(migration, number), ...event });
  const feed = app.modelMigrations.feedOf(migration.id);
  if (feed) {
    for await (const event of feed.after(after, signal)) yield show(event);
    return;
  }
  let last = after;
  while (!signal.aborted) {
    const row = await queries.get(app.db, migration.id);
    const isOver = row.state !== 'running';
    if (row.event && (row.event_number > last || isOver))
      yield show({ number: row.event_number, event: row.event });
    if (isOver) return;
    last = row.event_number;
    await sleep(pollMs, undefined, { signal }).catch(() => {});
  }
}
