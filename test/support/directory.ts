import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { directoryIn } from '../../src/cells/directory.ts';
import * as queries from '../../src/cells/queries.ts';
import type { TestServer } from './server.ts';

/** A directory of these cells in the server's own database, until the test has finished. */
export async function givenDirectory(
  { app }: TestServer,
  cells: readonly number[] = [app.config.cell],
): Promise<void> {
  const { db } = app;
  await queries.register(db, cells);
  const directory = directoryIn({ db, close: async () => {} });
  Object.assign(app, { directory });
  onTestFinished(async () => {
    Object.assign(app, { directory: undefined });
    for (const table of [
      'moving_addresses',
      'moved_names',
      'moved_organizations',
      'addresses',
      'cells',
    ])
      await sql`drop table ${sql.table(table)}`.execute(db);
  });
}
