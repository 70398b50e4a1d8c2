import type { Config } from '../../config.ts';
import type { Db } from '../../db/connect.ts';

/** The models' directory in use: the one of the last migration, else the configured one. */
export async function currentDirectory(db: Db, config: Config): Promise<string> {
  const row = await db.selectFrom('model_cache').select('path').executeTakeFirst();
  return row?.path ?? config.modelsCacheDir;
}
