import type { Transaction } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Config } from '../config.ts';
import type { Database } from '../db/connect.ts';
import { later, type Timestamp } from '../timestamp.ts';
import { insert as insertFile } from '../voice/files/queries.ts';
import type { DemoAccounts } from './accounts.ts';
import { type DemoFile, sample_rate, speechOf, storeFiles } from './voice-audio.ts';
import { pictureOf } from './voice-picture.ts';
import { generations, profiles, stories } from './voice-library.ts';

const hourMs = 60 * 60 * 1000;

/** Ids increase with the timestamps, as for rows created one after another. */
const idAt = (timestamp: Timestamp): string => uuid({ msecs: Date.parse(timestamp) });

/** The pitches of the voices that speak. */
const pitches: Readonly<Record<string, number>> = {
  Amelia: 205,
  Captain: 95,
  'Front desk': 180,
  Rosa: 220,
};
const defaultHz = 150;

/** The files of the demo's voices, in the order of `profiles` and `generations`. */
interface DemoFiles {
  readonly samples: readonly (readonly DemoFile[])[];
  readonly avatars: readonly (DemoFile | undefined)[];
  readonly speech: readonly (readonly DemoFile[])[];
}

/** Stores the recordings and pictures of all voices and the audio of all versions. */
export async function storeVoice(config: Config): Promise<DemoFiles> {
  const hzOf = (name: string): number => pitches[name] ?? defaultHz;
  const recordings = profiles.map(({ name, samples = [] }) =>
    samples.map(({ reference_text: text, seconds }) =>
      speechOf({ text, seconds, hz: hzOf(name), effects: [] }),
    ),
  );
  const pictures = profiles.map(({ color }) => (color ? [{ color }] : []));
  const speeches = generations.map(({ profile, text, duration: seconds, versions }) =>
    versions.map(({ effects_chain: effects = [] }) =>
      speechOf({ text, seconds, hz: hzOf(profile), effects }),
    ),
  );
  const drawn = await Promise.all(pictures.flat().map(({ color }) => pictureOf(color)));
  const all = [...recordings.flat(), ...drawn, ...speeches.flat()];
  const files = (await storeFiles(config, all)).values();
  const next = (): DemoFile => files.next().value!;
  return {
    samples: recordings.map((each) => each.map(next)),
    avatars: pictures.map((each) => each.map(next)[0]),
    speech: speeches.map((each) => each.map(next)),
  };
}

interface ForVoice extends DemoAccounts {
  readonly files: DemoFiles;
}

/** Profiles of every type, generations with their versions, and stories of two tracks. */
export async function seedVoice(
  trx: Transaction<Database>,
  { organization_id, files }: ForVoice,
  now: Timestamp,
): Promise<void> {
  const profileIds = await seedProfiles(
    trx,
    { organization_id, files },
    later(now, -30 * 24 * hourMs),
  );
  const made = await seedGenerations(
    trx,
    { organization_id, profileIds, speech: files.speech },
    later(now, -5 * 24 * hourMs),
  );
  await seedCanceled(trx, { organization_id, profileIds }, later(now, -4 * 24 * hourMs));
  await seedStories(trx, { organization_id, made }, later(now, -24 * hourMs));
}

interface ForProfiles {
  readonly organization_id: number;
  readonly files: DemoFiles;
}

async function seedProfiles(
  trx: Transaction<Database>,
  { organization_id, files }: ForProfiles,
  start: Timestamp,
) {
  const ids = new Map<string, string>();
  for (const [n, profile] of profiles.entries()) {
    const created_at = later(start, n * 24 * hourMs);
    const { id = idAt(created_at), samples = [], effects_chain, color: _, ...columns } = profile;
    const avatar = files.avatars[n];
    if (avatar) await insertFile(trx, { ...avatar, organization_id }, created_at);
    await trx
      .insertInto('voice_profiles')
      .values({
        ...columns,
        id,
        organization_id,
        avatar_file_id: avatar?.id ?? null,
        effects_chain: effects_chain ? JSON.stringify(effects_chain) : null,
        created_at,
        updated_at: later(created_at, hourMs),
      })
      .execute();
    for (const [s, { id: own, reference_text, seconds }] of samples.entries()) {
      const file = files.samples[n]![s]!;
      await insertFile(trx, { ...file, organization_id }, created_at);
      const timestamp = later(created_at, (s + 1) * 60_000);
      await trx
        .insertInto('voice_samples')
        .values({
          id: own ?? idAt(timestamp),
          organization_id,
          profile_id: id,
          file_id: file.id,
          reference_text,
          format: 'wav',
          duration: seconds,
          sample_rate,
          channels: 1,
          created_at: timestamp,
          updated_at: timestamp,
        })
        .execute();
    }
    ids.set(profile.name, id);
  }
  return ids;
}

interface CreatedItem {
  readonly id: string;
  readonly versionIds: readonly string[];
}

interface Owner {
  readonly organization_id: number;
  readonly profileIds: ReadonlyMap<string, string>;
}

interface ForGenerations extends Owner {
  readonly speech: readonly (readonly DemoFile[])[];
}

async function seedGenerations(
  trx: Transaction<Database>,
  { organization_id, profileIds, speech }: ForGenerations,
  start: Timestamp,
): Promise<CreatedItem[]> {
  const made: CreatedItem[] = [];
  for (const [n, { id: own, profile, versions, ...columns }] of generations.entries()) {
    const created_at = later(start, n * hourMs);
    const id = own ?? idAt(created_at);
    await trx
      .insertInto('generations')
      .values({
        language: 'en',
        ...columns,
        id,
        organization_id,
        profile_id: profileIds.get(profile)!,
        created_at,
        started_at: created_at,
        ended_at: later(created_at, 4000),
      })
      .execute();
    const files = speech[n] ?? [];
    for (const file of files) await insertFile(trx, { ...file, organization_id }, created_at);
    const rows = versions.map(
      ({ id: versionId, label, effects_chain = [], is_default = false }, v) => {
        const timestamp = later(created_at, 4000 + v * 90_000);
        return {
          id: versionId ?? idAt(timestamp),
          organization_id,
          generation_id: id,
          label,
          file_id: files[v]?.id ?? null,
          duration: columns.duration,
          is_default,
          effects_chain: JSON.stringify(effects_chain),
          created_at: timestamp,
        };
      },
    );
    const versionIds = rows.map((row) => row.id);
    const withSource = rows.map((row, v) => ({
      ...row,
      source_version_id: v === 0 ? null : (versionIds[0] ?? null),
    }));
    await trx.insertInto('generation_versions').values(withSource).execute();
    made.push({ id, versionIds });
  }
  return made;
}

/** A generation that was canceled before its turn. */
async function seedCanceled(
  trx: Transaction<Database>,
  { organization_id, profileIds }: Owner,
  created_at: Timestamp,
): Promise<void> {
  const id = idAt(created_at);
  await trx
    .insertInto('generations')
    .values({
      id,
      organization_id,
      profile_id: profileIds.get('Night line')!,
      text: 'Our office is closed. Please call again tomorrow.',
      language: 'en',
      engine: 'kokoro',
      voice: 'bm_george',
      status: 'queued',
      created_at,
    })
    .execute();
  const ended_at = later(created_at, 2000);
  await trx
    .updateTable('generations')
    .set({ status: 'canceled', ended_at })
    .where('id', '=', id)
    .execute();
}

interface ForStories {
  readonly organization_id: number;
  readonly made: readonly CreatedItem[];
}

async function seedStories(
  trx: Transaction<Database>,
  { organization_id, made }: ForStories,
  start: Timestamp,
) {
  for (const [n, { id, name, description, items }] of stories.entries()) {
    const created_at = later(start, n * hourMs);
    const story_id = id ?? idAt(created_at);
    const updated_at = later(created_at, items.length * 60_000);
    await trx
      .insertInto('stories')
      .values({ id: story_id, organization_id, name, description, created_at, updated_at })
      .execute();
    const rows = items.map(({ id: itemId, generation, version, ...columns }, i) => {
      const source = made[generation]!;
      const timestamp = later(created_at, (i + 1) * 60_000);
      return {
        ...columns,
        id: itemId ?? idAt(timestamp),
        organization_id,
        story_id,
        generation_id: source.id,
        version_id: version === undefined ? null : (source.versionIds[version] ?? null),
        created_at: timestamp,
      };
    });
    await trx.insertInto('story_items').values(rows).execute();
  }
}
