import { describe, expect, test } from 'vitest';
import { newOrganization } from '../../support/organizations.ts';
import { toneWav } from '../engines/wav.ts';
import { givenGeneration, givenVersion } from '../given.ts';
import { givenVersionWithAudio } from './audio.ts';
import { path } from './given.ts';

async function given() {
  const member = await newOrganization();
  const id = await givenGeneration(member);
  const wav = toneWav({ seconds: 0.5 });
  const version = await givenVersionWithAudio(member, id, wav);
  return { member, wav, of: `${path}/${id}`, at: `${path}/${id}/versions/${version}/audio` };
}

describe.each(['getGenerationAudio', 'getGenerationVersionAudio'])('%s', (operation) => {
  const place = ({ of, at }: { of: string; at: string }) =>
    operation === 'getGenerationAudio' ? `${of}/audio` : at;

  test('returns the file that `audio_path` names, or a part of it', async () => {
    const { member, wav, ...paths } = await given();
    const url = new URL(place(paths), member.server.url);
    const headers = { 'x-api-key': member.key };

    const all = await fetch(url, { headers });
    const part = await fetch(url, { headers: { ...headers, range: 'bytes=44-143' } });

    expect(all.status).toBe(200);
    expect(all.headers.get('content-type')).toBe('audio/wav');
    expect(Buffer.from(await all.arrayBuffer()).equals(wav)).toBe(true);
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes 44-143/${wav.length}`,
    ]);
    expect(Buffer.from(await part.arrayBuffer()).equals(wav.subarray(44, 144))).toBe(true);
    expect((await member.get(paths.of)).body.audio_path).toBe(paths.at);
  });

  test('answers parts of the contract, and refuses what lies behind the file', async () => {
    const { member, wav, ...paths } = await given();
    const send = (range: string) => member.send('GET', place(paths), { headers: { range } });

    expect((await send('bytes=0-3')).status).toBe(206);
    const behind = await send(`bytes=${wav.length}-`);
    expect([behind.status, behind.body.code]).toEqual([416, 'range_not_satisfiable']);
  });

  test('does not find audio that does not exist', async () => {
    const member = await newOrganization();
    const id = await givenGeneration(member);
    const of = `${path}/${id}`;
    const at = `${of}/versions/${await givenVersion(member, id, { is_default: true })}/audio`;

    expect((await member.get(place({ of, at }))).status).toBe(404);
  });
});
