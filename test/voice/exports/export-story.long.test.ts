import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { noise, rate, samplesOf, sine, sound } from '../audio/tones.ts';
import { givenGeneration, givenItem, givenStory, givenVersion } from '../given.ts';
import { givenHeardStory, givenHeardVersion } from './given.ts';

const pathOf = (storyId: string, format?: string): string =>
  `/api/v1/voice/stories/${storyId}/export${format ? `?format=${format}` : ''}`;

/** The response with its bytes; `member.get` reads text. */
async function download(member: Member, path: string, headers: Record<string, string> = {}) {
  const response = await fetch(member.server.url + path, {
    headers: { authorization: `Bearer ${member.token}`, ...headers },
  });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** 16-bit values of a sum of stored samples. */
const clipped = (value: number): number =>
  Math.max(-32_768, Math.min(32_767, Math.round(value * 32_768)));
const stored = (samples: Float32Array | undefined, index: number): number =>
  clipped(samples?.[index] ?? 0) / 32_768;
const valuesOf = (bytes: Buffer): Int16Array[] =>
  samplesOf(bytes).map((channel) => Int16Array.from(channel, (sample) => sample * 32_768));

const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describe('exportStory', () => {
  test('is the sum of its items, with tracks, trims and volumes, to the sample', async () => {
    const member = await newOrganization();
    const [one, two, three] = [
      sound(3, noise(0.5, 1)),
      sound(2, noise(0.5, 2), { channels: 2 }),
      sound(1, noise(0.9, 3)),
    ] as const;
    const { story_id } = await givenHeardStory(member, [
      { heard: one, volume: 0.5 },
      {
        heard: two,
        start_time_ms: 1_250,
        track: 1,
        trim_start_ms: 100,
        trim_end_ms: 33,
        volume: 1.5,
      },
      { heard: three, start_time_ms: 2_900, track: 2 },
      { heard: three, start_time_ms: 500, track: 3, volume: 0 },
    ]);

    const { response, bytes } = await download(member, pathOf(story_id));

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('audio/wav');
    expect(bytes.toString('latin1', 0, 4)).toBe('RIFF');
    expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8);
    expect(bytes.readUInt32LE(40)).toBe(bytes.length - 44);
    const frames = 3.9 * rate;
    const expected = [0, 1].map((channel) =>
      Int16Array.from({ length: frames }, (_, frame) => {
        const at = frame - 1_250 * 48 + 100 * 48;
        const heard = at >= 100 * 48 && at < 2 * rate - 33 * 48;
        return clipped(
          stored(one[0], frame) * 0.5 +
            (heard ? stored(two[channel], at) * 1.5 : 0) +
            stored(three[0], frame - 2_900 * 48),
        );
      }),
    );
    const values = valuesOf(bytes);
    expect(values.map(({ length }) => length)).toEqual([frames, frames]);
    expect(
      values.map((channel, index) =>
        channel.findIndex((value, at) => value !== expected[index]?.[at]),
      ),
    ).toEqual([-1, -1]);
  });

  test('is the same bytes each time, in both formats', async () => {
    const member = await newOrganization();
    const { story_id } = await givenHeardStory(member, [
      { heard: sound(5, noise(0.4, 4), { sampleRate: 22_050 }), sampleRate: 22_050 },
      {
        heard: sound(4, noise(0.4, 5), { sampleRate: 44_100, channels: 2 }),
        sampleRate: 44_100,
        track: 1,
        start_time_ms: 700,
      },
    ]);

    for (const format of ['wav', 'flac']) {
      const first = await download(member, pathOf(story_id, format));
      const second = await download(member, pathOf(story_id, format));

      expect(first.response.headers.get('content-type')).toBe(`audio/${format}`);
      expect(hash(second.bytes)).toBe(hash(first.bytes));
      expect(second.response.headers.get('etag')).toBe(first.response.headers.get('etag'));
    }
  });

  test('has the same samples as WAV and as FLAC', async () => {
    const member = await newOrganization();
    const { story_id } = await givenHeardStory(member, [
      { heard: sound(2.5, sine(440), { channels: 2 }) },
      { heard: sound(1, noise(0.3, 6)), start_time_ms: 600 },
    ]);
    const { app } = member.server;
    const [wav, flac] = [
      await download(member, pathOf(story_id, 'wav')),
      await download(member, pathOf(story_id, 'flac')),
    ];
    const spooled = await app.spool.write(Readable.from([flac.bytes]));
    const target = await app.spool.newPath();

    await app.audio.convert(
      { organization_id: member.organization_id },
      { source: spooled.path, target },
    );

    expect(flac.bytes.length).toBeLessThan(wav.bytes.length);
    const decoded = await app.spool.measure(target);
    expect(decoded.sha256).toBe(hash(wav.bytes));
    for (const file of [spooled, decoded]) await app.spool.remove(file);
  });

  test('plays the pinned version, else the default one', async () => {
    const member = await newOrganization();
    const [loud, quiet] = [sound(0.5, () => 0.5), sound(0.5, () => 0.25)];
    const { story_id, generation_ids } = await givenHeardStory(member, [{ heard: loud }]);
    const [generation_id = ''] = generation_ids;
    const version_id = await givenHeardVersion(member, generation_id, { heard: quiet });
    await givenItem(member, { story_id, generation_id, version_id, start_time_ms: 500 });

    const { bytes } = await download(member, pathOf(story_id));

    const [left] = valuesOf(bytes);
    expect([left?.[0.25 * rate], left?.[0.75 * rate]]).toEqual([16_384, 8_192]);
  });

  test('sounds the same after its items were split, echoes included', async () => {
    const member = await newOrganization();
    // Neither recording has a whole number of milliseconds.
    const sampleRate = 22_050;
    const { story_id, item_ids, generation_ids } = await givenHeardStory(member, [
      { heard: sound(1.23457, noise(0.3, 10), { sampleRate }), sampleRate, trim_end_ms: 200 },
      { heard: sound(0.91234, noise(0.3, 11), { sampleRate }), sampleRate, start_time_ms: 613 },
    ]);
    const path = `/api/v1/voice/stories/${story_id}/items`;
    for (const [n, generation_id] of generation_ids.entries()) {
      const heard = sound(1.5, noise(0.3, 12 + n), { sampleRate });
      const version_id = await givenHeardVersion(member, generation_id, { heard, sampleRate });
      if (n === 1) await member.put(`${path}/${item_ids[n]}/version`, { version_id });
    }
    const before = await download(member, pathOf(story_id));

    const splits = [
      await member.post(`${path}/${item_ids[0]}/split`, { at_ms: 701 }),
      await member.post(`${path}/${item_ids[0]}/split`, { at_ms: 333 }),
      await member.post(`${path}/${item_ids[1]}/split`, { at_ms: 1201 }),
    ];

    const after = await download(member, pathOf(story_id));
    expect(splits.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(before.bytes.length).toBe(44 + 4 * Math.round((0.613 + 1.5) * rate));
    expect(hash(after.bytes)).toBe(hash(before.bytes));
  });

  test('is named like the story', async () => {
    const member = await newOrganization();
    const { story_id } = await givenHeardStory(member, [{}], { name: 'Führung "1"/2' });

    const { response } = await download(member, pathOf(story_id, 'flac'));

    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="F_hrung _1__2.flac"; filename*=UTF-8''F%C3%BChrung%20%221%22_2.flac`,
    );
  });

  test('has an ETag that changes with the mix and with nothing else', async () => {
    const member = await newOrganization();
    const { story_id, item_ids } = await givenHeardStory(member, [{}]);
    const path = `/api/v1/voice/stories/${story_id}`;
    const etag = async (format?: string) =>
      (await member.get(pathOf(story_id, format))).headers.get('etag') ?? '';
    const before = await etag();

    expect(
      (await download(member, pathOf(story_id), { 'if-none-match': before })).response.status,
    ).toBe(304);
    await member.patch(path, { name: 'Another name' });
    expect(await etag()).toBe(before);
    expect(await etag('flac')).not.toBe(before);
    await member.post(`${path}/items/${item_ids[0]}/volume`, { volume: 0.5 });
    expect(await etag()).not.toBe(before);
  });

  test('refuses a story without items', async () => {
    const member = await newOrganization();

    const answer = await member.get(pathOf(await givenStory(member)));

    expect([answer.status, answer.body.code, answer.body.item_ids]).toEqual([
      409,
      'story_without_audio',
      [],
    ]);
  });

  test('refuses a story with an item that has no audio, and names it', async () => {
    const member = await newOrganization();
    const { story_id } = await givenHeardStory(member, [{}]);
    const generation_id = await givenGeneration(member);
    await givenVersion(member, generation_id, { is_default: true });
    const silent = await givenItem(member, { story_id, generation_id, start_time_ms: 500 });

    const answer = await member.get(pathOf(story_id));

    expect([answer.status, answer.body.code, answer.body.item_ids]).toEqual([
      409,
      'story_without_audio',
      [silent],
    ]);
    expect(answer.headers.get('etag')).toBeNull();
  });

  test('refuses a story that has become too long', async () => {
    const member = await newOrganization();
    const { story_id } = await givenHeardStory(member, [{ start_time_ms: 6 * 3_600_000 }]);

    const answer = await member.get(pathOf(story_id));

    expect([answer.status, answer.body.code, answer.body.end_ms]).toEqual([
      409,
      'story_too_long',
      21_600_100,
    ]);
    expect(answer.headers.get('etag')).toBeNull();
    expect(answer.headers.get('content-disposition')).toBeNull();
  });

  test('lets an organization read two at once', async () => {
    const member = await newOrganization();
    // Long enough that none is sent before its client reads.
    const long = sound(60, noise(0.3, 9));
    const { story_id } = await givenHeardStory(member, [
      { heard: long },
      { heard: long, start_time_ms: 60_000 },
    ]);
    const leaving = new AbortController();
    const open = () =>
      fetch(member.server.url + pathOf(story_id), {
        headers: { authorization: `Bearer ${member.token}` },
        signal: leaving.signal,
      });
    const first = [await open(), await open()];

    const third = await member.get(pathOf(story_id));

    expect(first.map(({ status }) => status)).toEqual([200, 200]);
    expect([third.status, third.body.code]).toEqual([429, 'too_many_requests']);
    leaving.abort();
  });
});
