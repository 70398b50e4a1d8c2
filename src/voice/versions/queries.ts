import { type Expression, expressionBuilder, type Insertable, sql, type Transaction } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { GenerationVersions } from '../../../generated/database.ts';
import type { Database, Db } from '../../db/connect.ts';
import { newestFirst, type PageQuery, uuidAfter } from '../../db/page.ts';
import { notFound } from '../../errors.ts';
import type { StoredFile } from '../files/queries.ts';

type Trx = Transaction<Database>;

const columns = [
  'id',
  'generation_id',
  'label',
  'duration',
  'is_default',
  'effects_chain',
  'source_version_id',
] as const;

const missing = (param = 'version_id') => notFound('Generation version', param);

/** All versions of a generation, oldest first, as a JSON column: read in the same statement as its row. */
export const versionsOf = (generationId: Expression<string>) =>
  jsonArrayFrom(
    expressionBuilder<Database>()
      .selectFrom('generation_versions')
      .select([
        ...columns,
        // The driver does not convert timestamps within JSON, so the database writes them in the wire format.
        sql<string>`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as(
          'created_at',
        ),
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
export const lockVersion = (trx: Trx, { generation_id, version_id }: VersionKey) =>
  trx
    .selectFrom('generation_versions')
    .select('id')
    .where('generation_id', '=', generation_id)
    .where('id', '=', version_id)
    .forKeyShare()
    .executeTakeFirstOrThrow(() => missing());

export const list = (db: Db, organizationId: number, generationId: string, query: PageQuery) =>
  db
    .selectFrom('generation_versions')
    .select([...columns, 'created_at'])
    .where('organization_id', '=', organizationId)
    .where('generation_id', '=', generationId)
    .$call(newestFirst(query, { after: uuidAfter(query) }))
    .execute();

/** A version of the generation, which is locked; undefined if it was deleted. */
export const find = (trx: Trx, { generation_id, version_id }: VersionKey) =>
  trx
    .selectFrom('generation_versions')
    .select('id')
    .where('generation_id', '=', generation_id)
    .where('id', '=', version_id)
    .executeTakeFirst();

/** A version of the generation, which is locked. */
export const get = (db: Db, { generation_id, version_id }: VersionKey) =>
  db
    .selectFrom('generation_versions')
    .select([...columns, 'created_at'])
    .where('generation_id', '=', generation_id)
    .where('id', '=', version_id)
    .executeTakeFirstOrThrow(() => missing());

/** The same, locked so that nobody pins it before the transaction ends. */
export const lockForDeletion = (trx: Trx, { generation_id, version_id }: VersionKey) =>
  trx
    .selectFrom('generation_versions')
    .select(['id', 'label', 'is_default', 'effects_chain'])
    .where('generation_id', '=', generation_id)
    .where('id', '=', version_id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => missing());

interface AudioKey {
  readonly generation_id: string;
  /** That of the default version if it is left out. */
  readonly version_id?: string;
  /** The parameter or member that names the version. */
  readonly param?: string;
}

/** The file with the audio of a version. */
export async function audio(
  db: Db,
  organizationId: number,
  { generation_id, version_id, param }: AudioKey,
): Promise<AudioRow> {
  const row = await db
    .selectFrom('generation_versions as version')
    .innerJoin('voice_files as file', 'file.id', 'version.file_id')
    .select([
      'version.id as version_id',
      'file.id',
      'file.organization_id',
      'file.sha256',
      'file.bytes',
      'file.media_type',
    ])
    .where('version.organization_id', '=', organizationId)
    .where('version.generation_id', '=', generation_id)
    .$if(version_id === undefined, (versions) => versions.where('version.is_default', '=', true))
    .$if(version_id !== undefined, (versions) =>
      versions.where('version.id', '=', version_id ?? ''),
    )
    .executeTakeFirst();
  if (row) return row;
  throw version_id === undefined ? notFound('Audio', 'generation_id') : missing(param);
}

export interface AudioRow extends StoredFile {
  readonly version_id: string;
}

export async function count(db: Db, generationId: string): Promise<number> {
  const { versions } = await db
    .selectFrom('generation_versions')
    .select((eb) => eb.fn.countAll<number>().as('versions'))
    .where('generation_id', '=', generationId)
    .executeTakeFirstOrThrow();
  return versions;
}

export const insert = (trx: Trx, values: Insertable<GenerationVersions>) =>
  trx.insertInto('generation_versions').values(values).execute();

/** Makes a version the default instead of the one before; the generation is locked. */
export async function setDefault(trx: Trx, { generation_id, version_id }: VersionKey) {
  const versions = trx
    .updateTable('generation_versions')
    .where('generation_id', '=', generation_id);
  await versions.set({ is_default: false }).where('is_default', '=', true).execute();
  await versions.set({ is_default: true }).where('id', '=', version_id).execute();
}

export const remove = (trx: Trx, id: string) =>
  trx.deleteFrom('generation_versions').where('id', '=', id).execute();
