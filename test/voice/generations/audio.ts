import { Readable } from 'node:stream';
import type { Member } from '../../support/organizations.ts';
import { toneWav } from '../engines/wav.ts';
import { givenVersion } from '../given.ts';

/** Inserts the default version of a generation, with a tone of the given seconds as its audio. */
export async function givenVersionWithAudio(
  member: Member,
  generationId: string,
  wav: Buffer = toneWav({ seconds: 0.5 }),
): Promise<string> {
  const { app } = member.server;
  const spooled = await app.spool.write(Readable.from([wav]));
  const file = await app.files.keep(member.organization_id, spooled, 'audio/wav');
  await app.spool.remove(spooled);
  return givenVersion(member, generationId, { file_id: file.id, is_default: true });
}
