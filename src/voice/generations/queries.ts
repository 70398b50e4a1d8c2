import { type Expression, expressionBuilder, sql, type Transaction } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Database } from '../../db/connect.ts';
import { notFound } from '../../errors.ts';

/** All versions of a generation, oldest first, as a JSON column: read in the same statement as its row. */
export const versionsOf = (generationId: Expression<string>) =>
  jsonArrayFrom(
    expressionBuilder<Database>()
      .selectFrom('generation_versions')
      .select([
        'id',
        'generation_id',
        'label',
        'audio_path',
        'is_default',
        // The driver does not convert timestamps within JSON, so the database writes them in the wire format.
        sql<string>`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as(
          'created_at',
        ),
        'effects_chain',
        'source_version_id',
      ])
      .where('generation_id', '=', generationId)
      .orderBy('generation_versions.created_at')
      .orderBy('id'),
  );

interface VersionKey {
  readonly generation_id: string;
  readonly version_id: string;
}

/** The version, locked against deletion until the transaction ends. */
export const lockVersion = (
  trx: Transaction<Database>,
  { generation_id, version_id }: VersionKey,
) =>
  trx
    .selectFrom('generation_versions')
    .select('id')
    .where('generation_id', '=', generation_id)
    .where('id', '=', version_id)
    .forKeyShare()
    .executeTakeFirstOrThrow(() => notFound('Generation version', 'version_id'));
