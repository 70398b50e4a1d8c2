import { type Kysely, sql } from 'kysely';

/** Samples are also AIFF, WebM and MP4. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table voice_samples
      drop constraint voice_samples_format_check,
      add constraint voice_samples_format_check
        check (format in ('wav', 'flac', 'mp3', 'ogg', 'aiff', 'webm', 'mp4')) not valid;
  `.execute(db);
}
