import { createHash } from 'node:crypto';
import { formOf, formType, tinyPng, wavOf } from '../../support/binary-bodies.ts';
import type { Answer } from '../../support/client.ts';
import type { Member } from '../../support/organizations.ts';
import { type ZipEntry, zipOf } from './zips.ts';

export const importPath = '/api/v1/voice/profiles/import';
export const hashOf = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

export const recording = wavOf(1.5);
const describe = (file: string, bytes: Uint8Array) => ({
  file,
  sha256: hashOf(bytes),
  bytes: bytes.length,
});

/** What `profile.json` of a small archive says. */
export const manifestOf = (audio: Uint8Array = recording, picture: Uint8Array = tinyPng) => ({
  format_version: 1,
  profile: { name: 'Amelia', language: 'en', voice_type: 'cloned' },
  effects_chain: [{ type: 'gain', params: { gain_db: 2 } }],
  samples: [{ ...describe('samples/001.wav', audio), reference_text: 'Good morning.' }],
  avatar: describe('avatar.webp', picture),
});

export const entriesOf = (
  manifest: unknown = manifestOf(),
  audio: Uint8Array = recording,
  picture: Uint8Array = tinyPng,
): ZipEntry[] => [
  { name: 'profile.json', data: Buffer.from(JSON.stringify(manifest)), deflated: true },
  { name: 'samples/001.wav', data: audio },
  { name: 'avatar.webp', data: picture },
];

/** A small archive that can be imported, unless its manifest is another one. */
export const archiveOf = (manifest: unknown = manifestOf()): Buffer => zipOf(entriesOf(manifest));

export const importArchive = (
  member: Member,
  bytes: Uint8Array,
  { name, key }: { readonly name?: string; readonly key?: string } = {},
): Promise<Answer> =>
  member.send('POST', importPath, {
    raw: formOf({
      fields: { ...(name !== undefined && { name }) },
      file: { name: '../../amelia.zip', bytes },
    }),
    headers: { 'content-type': formType, ...(key !== undefined && { 'idempotency-key': key }) },
  });

/** The archive of a profile; `member.get` reads text. */
export async function exported(
  member: Member,
  id: string,
  headers: Record<string, string> = {},
): Promise<{ response: Response; bytes: Buffer }> {
  const response = await fetch(`${member.server.url}/api/v1/voice/profiles/${id}/export`, {
    headers: { authorization: `Bearer ${member.token}`, ...headers },
  });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}
