import type { Db } from '../../db/connect.ts';

/** The items of a story in the order in which they are mixed, each with the file that is heard, if there is one. */
export const items = (db: Db, organizationId: number, storyId: string) =>
  db
    .selectFrom('story_items as item')
    .innerJoin('generations as generation', 'generation.id', 'item.generation_id')
    .leftJoin('generation_versions as version', (join) =>
      join
        .onRef('version.generation_id', '=', 'item.generation_id')
        .on((eb) =>
          eb.or([
            eb('version.id', '=', eb.ref('item.version_id')),
            eb.and([eb('item.version_id', 'is', null), eb('version.is_default', '=', true)]),
          ]),
        ),
    )
    .leftJoin('voice_files as file', (join) =>
      join
        .onRef('file.id', '=', 'version.file_id')
        .onRef('file.organization_id', '=', 'item.organization_id'),
    )
    .select([
      'item.id',
      'item.start_time_ms',
      'item.trim_start_ms',
      'item.trim_end_ms',
      'item.volume',
      'generation.duration',
      'file.id as file_id',
      'file.sha256',
      'file.bytes',
      'file.media_type',
    ])
    .where('item.organization_id', '=', organizationId)
    .where('item.story_id', '=', storyId)
    .orderBy('item.start_time_ms')
    .orderBy('item.track')
    .orderBy('item.id')
    .execute();

export type ItemRow = Awaited<ReturnType<typeof items>>[number];
