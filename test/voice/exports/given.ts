import { Readable } from 'node:stream';
import type { Insertable } from 'kysely';
import type { StoryItems } from '../../../generated/database.ts';
import type { Member } from '../../support/organizations.ts';
import { rate, sine, type Sound, sound, wavOf } from '../audio/tones.ts';
import { givenGeneration, givenItem, givenStory, givenVersion } from '../given.ts';

/** Inserts a version of a generation that sounds like this. */
export async function givenHeardVersion(
  member: Member,
  generationId: string,
  {
    heard,
    sampleRate = rate,
    isDefault = false,
  }: { heard: Sound; sampleRate?: number; isDefault?: boolean },
): Promise<string> {
  const { app } = member.server;
  const spooled = await app.spool.write(Readable.from([wavOf(heard, sampleRate)]));
  const file = await app.files.keep(member.organization_id, spooled, 'audio/wav');
  await app.spool.remove(spooled);
  return givenVersion(member, generationId, { file_id: file.id, is_default: isDefault });
}

interface Given extends Partial<Insertable<StoryItems>> {
  readonly heard?: Sound;
  readonly sampleRate?: number;
}

const tone = sound(0.1, sine(440));

/** Inserts a story whose items sound like this. */
export async function givenHeardStory(
  member: Member,
  items: readonly Given[],
  options: { readonly name?: string } = {},
): Promise<{ story_id: string; item_ids: string[]; generation_ids: string[] }> {
  const story_id = await givenStory(member, options);
  const generation_ids: string[] = [];
  const item_ids: string[] = [];
  for (const { heard = tone, sampleRate = rate, ...item } of items) {
    const duration = (heard[0]?.length ?? 0) / sampleRate;
    const generation_id = await givenGeneration(member, { duration });
    await givenHeardVersion(member, generation_id, { heard, sampleRate, isDefault: true });
    generation_ids.push(generation_id);
    item_ids.push(await givenItem(member, { story_id, generation_id, ...item }));
  }
  return { story_id, item_ids, generation_ids };
}
