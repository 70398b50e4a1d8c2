import type { Config } from '../../config.ts';
import type { Db } from '../../db/connect.ts';

/** The models' current directory: that of the last migration, or the configured one. */
export async function currentDirectory(db: Db, config: Config): Promise<string> {
  const row = await db.selectFrom('model_cache').select('path').executeTakeFirst();
  return row?.path ?? config.modelsCacheDir;
}
