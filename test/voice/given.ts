import { createHash } from 'node:crypto';
import type { Insertable } from 'kysely';
import { v7 as uuid } from 'uuid';
import type {
  Generations,
  GenerationVersions,
  Stories,
  StoryItems,
  VoiceProfiles,
} from '../../generated/database.ts';
import type { Member } from '../support/organizations.ts';

/** Inserts a voice profile of the organization, cloned by default. */
export async function givenProfile(
  member: Member,
  options: Partial<Insertable<VoiceProfiles>> = {},
): Promise<string> {
  const id = uuid();
  const now = member.server.app.now();
  await member.server.app.db
    .insertInto('voice_profiles')
    .values({
      id,
      organization_id: member.organization_id,
      name: `Voice ${id}`,
      created_at: now,
      updated_at: now,
      ...options,
    })
    .execute();
  return options.id ?? id;
}

/** The columns of a sample that say what it is. */
export const sampleColumns = {
  reference_text: 'Good morning.',
  format: 'wav',
  duration: 2.5,
  sample_rate: 16_000,
  channels: 1,
} as const;

/** Inserts a file without bytes in the storage. */
export async function givenFile({ server, organization_id }: Member): Promise<string> {
  const id = uuid();
  await server.app.db
    .insertInto('voice_files')
    .values({
      id,
      organization_id,
      sha256: createHash('sha256').update(id).digest('hex'),
      bytes: 80_044,
      media_type: 'audio/wav',
      kept_at: server.app.now(),
    })
    .execute();
  return id;
}

export async function givenSamples(
  member: Member,
  profileId: string,
  count: number,
): Promise<void> {
  const { organization_id } = member;
  const now = member.server.app.now();
  const sample = {
    ...sampleColumns,
    organization_id,
    profile_id: profileId,
    file_id: await givenFile(member),
    created_at: now,
    updated_at: now,
  };
  const samples = Array.from({ length: count }, () => ({ ...sample, id: uuid() }));
  await member.server.app.db.insertInto('voice_samples').values(samples).execute();
}

const failure = { error_code: 'engine_failed', error_message: 'The engine failed.' } as const;

/** Inserts a generation without versions; by default with a profile of its own. */
export async function givenGeneration(
  member: Member,
  options: Partial<Insertable<Generations>> = {},
): Promise<string> {
  const id = uuid();
  const profile_id = options.profile_id ?? (await givenProfile(member));
  await member.server.app.db
    .insertInto('generations')
    .values({
      id,
      organization_id: member.organization_id,
      profile_id,
      text: 'Good morning.',
      language: 'en',
      duration: 2.5,
      created_at: member.server.app.now(),
      ...(options.status === 'running' && { lease_ends_at: member.server.app.now() }),
      ...(options.status === 'failed' && failure),
      ...options,
    })
    .execute();
  return id;
}

/** Inserts a version of a generation; by default not the default one. */
export async function givenVersion(
  member: Member,
  generationId: string,
  options: Partial<Insertable<GenerationVersions>> = {},
): Promise<string> {
  const id = uuid();
  await member.server.app.db
    .insertInto('generation_versions')
    .values({
      id,
      organization_id: member.organization_id,
      generation_id: generationId,
      label: 'Original',
      duration: 2.5,
      created_at: member.server.app.now(),
      ...options,
    })
    .execute();
  return id;
}

export async function givenStory(
  member: Member,
  options: Partial<Insertable<Stories>> = {},
): Promise<string> {
  const id = uuid();
  const now = member.server.app.now();
  await member.server.app.db
    .insertInto('stories')
    .values({
      id,
      organization_id: member.organization_id,
      name: 'Welcome tour',
      created_at: now,
      updated_at: now,
      ...options,
    })
    .execute();
  return id;
}

type ItemOptions = Partial<Insertable<StoryItems>> &
  Pick<Insertable<StoryItems>, 'story_id' | 'generation_id'>;

export async function givenItem(member: Member, options: ItemOptions): Promise<string> {
  const id = uuid();
  await member.server.app.db
    .insertInto('story_items')
    .values({
      id,
      organization_id: member.organization_id,
      start_time_ms: 0,
      created_at: member.server.app.now(),
      ...options,
    })
    .execute();
  return id;
}

export interface GivenItem {
  readonly story_id: string;
  readonly item_id: string;
  readonly generation_id: string;
  /** The generation's default version. */
  readonly original: string;
  readonly warmer: string;
}

/** A story with one unpinned item, whose generation has two versions. */
export async function givenItemWithVersions(member: Member): Promise<GivenItem> {
  const generation_id = await givenGeneration(member);
  const original = await givenVersion(member, generation_id, { is_default: true });
  const warmer = await givenVersion(member, generation_id, {
    label: 'Warmer',
    source_version_id: original,
  });
  const story_id = await givenStory(member, { updated_at: '2026-01-01T00:00:00.000Z' });
  const item_id = await givenItem(member, { story_id, generation_id });
  return { story_id, item_id, generation_id, original, warmer };
}

/** A completed generation of so many seconds, with a default version. */
export async function givenSpeech(member: Member, duration = 2.5): Promise<string> {
  const id = await givenGeneration(member, { duration });
  await givenVersion(member, id, { is_default: true });
  return id;
}

/** Fills a story with items at its start. */
export async function givenItems(
  member: Member,
  { story_id, generation_id }: Pick<GivenItem, 'story_id' | 'generation_id'>,
  count: number,
): Promise<void> {
  const { organization_id } = member;
  const item = { organization_id, story_id, generation_id, start_time_ms: 0 };
  const created_at = member.server.app.now();
  const rows = Array.from({ length: count }, () => ({ ...item, id: uuid(), created_at }));
  await member.server.app.db.insertInto('story_items').values(rows).execute();
}
