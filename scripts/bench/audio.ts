import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { type Audio, createAudio } from '../../src/voice/audio/audio.ts';
import type { Effect } from '../../src/voice/audio/effects/chain.ts';
import type { MixItem } from '../../src/voice/audio/mixing/rules.ts';
import { pcm16, wavHeader } from '../../src/voice/audio/wav.ts';

// What audio costs: the export of a long story in both formats, and each effect, in the process that serves requests.
// node scripts/bench/audio.ts [--minutes 10] [--items 80] [--rounds 3]

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    items: { type: 'string', default: '80' },
    rounds: { type: 'string', default: '3' },
  },
});
const [minutes, itemCount, rounds] = [values.minutes, values.items, values.rounds].map(Number) as [
  number,
  number,
  number,
];
const whose = { organization_id: 1 };
const mebibyte = 1024 * 1024;

/** Something like speech: a gliding tone with noise, in syllables. */
function recording(path: string, seconds: number, sampleRate: number, channels: number): string {
  let noise = 1;
  const samples = Float32Array.from({ length: Math.round(seconds * sampleRate) }, (_, index) => {
    const time = index / sampleRate;
    noise = (Math.imul(noise, 1_664_525) + 1_013_904_223) >>> 0;
    const voice = Math.sin(2 * Math.PI * (150 * time + 10 * Math.sin(3 * time)));
    const syllable = Math.max(0, Math.sin(2 * Math.PI * 3 * time));
    return syllable * (0.3 * voice + 0.02 * (noise / 2 ** 31 - 1));
  });
  const block = Array.from({ length: channels }, () => samples);
  const header = wavHeader({ sample_rate: sampleRate, channels }, samples.length);
  writeFileSync(path, Buffer.concat([header, pcm16(block)]));
  return path;
}

/** Runs work and measures the whole process, its threads included. */
async function measured(work: () => Promise<number>) {
  const start = process.memoryUsage().rss;
  let peak = start;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 10);
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const [from, cpu] = [performance.now(), process.cpuUsage()];
  const bytes = await work();
  const seconds = (performance.now() - from) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  delays.disable();
  clearInterval(watch);
  return {
    seconds,
    cpuSeconds: (user + system) / 1e6,
    bytes,
    addedMib: (peak - start) / mebibyte,
    peakMib: peak / mebibyte,
    delayMs: delays.max / 1e6,
  };
}

async function sizeOf(audio: Audio, items: readonly MixItem[], format: 'wav' | 'flac') {
  let bytes = 0;
  const mix = await audio.mix(whose, items, format);
  for await (const part of mix.read()) bytes += part.length;
  return bytes;
}

const effects: readonly Effect[] = [
  { type: 'gain', enabled: true, params: { gain_db: 3 } },
  { type: 'highpass', enabled: true, params: { cutoff_frequency_hz: 80 } },
  { type: 'lowpass', enabled: true, params: { cutoff_frequency_hz: 8_000 } },
  {
    type: 'compressor',
    enabled: true,
    params: { threshold_db: -20, ratio: 4, attack_ms: 10, release_ms: 100 },
  },
  { type: 'delay', enabled: true, params: { delay_seconds: 0.3, feedback: 0.3, mix: 0.3 } },
  {
    type: 'chorus',
    enabled: true,
    params: { rate_hz: 1, depth: 0.5, feedback: 0, centre_delay_ms: 7, mix: 0.5 },
  },
  {
    type: 'reverb',
    enabled: true,
    params: { room_size: 0.5, damping: 0.5, wet_level: 0.33, dry_level: 0.4, width: 1 },
  },
  { type: 'pitch_shift', enabled: true, params: { semitones: 3 } },
];

const folder = mkdtempSync(join(tmpdir(), 'bench-audio-'));
const audio = createAudio();
const load = (): string =>
  loadavg()
    .map((average) => average.toFixed(1))
    .join(' ');
try {
  console.log(`${cpus().length} x ${cpus()[0]?.model}; load ${load()}`);
  const every = (minutes * 60) / itemCount;
  const shapes = [
    [24_000, 1],
    [44_100, 2],
    [22_050, 1],
    [48_000, 1],
  ] as const;
  // Items overlap by half, on two tracks.
  const paths = shapes.map(([sampleRate, channels], index) =>
    recording(join(folder, `item-${index}.wav`), every * 1.5, sampleRate, channels),
  );
  const items = Array.from({ length: itemCount }, (_, index) => ({
    path: paths[index % paths.length] ?? '',
    start_time_ms: Math.round(index * every * 1_000),
    trim_start_ms: 50,
    trim_end_ms: 70,
    duration: every * 1.5,
    volume: 0.8,
  }));
  await sizeOf(audio, items.slice(0, 4), 'wav');
  for (const format of ['wav', 'flac'] as const) {
    for (let round = 0; round < rounds; round += 1) {
      const found = await measured(() => sizeOf(audio, items, format));
      console.log(
        `export of ${minutes} min, ${itemCount} items, as ${format}: ${found.seconds.toFixed(1)} s, CPU ${found.cpuSeconds.toFixed(1)} s, ${(found.bytes / mebibyte).toFixed(0)} MiB; memory +${found.addedMib.toFixed(0)} to ${found.peakMib.toFixed(0)} MiB; loop at most ${found.delayMs.toFixed(0)} ms late`,
      );
    }
  }
  const source = recording(join(folder, 'effects.wav'), 60, 48_000, 1);
  for (const effect of effects) {
    const target = join(folder, 'target.wav');
    const found = await measured(async () => {
      await audio.applyEffects(whose, { source, target, chain: [effect] });
      return 0;
    });
    console.log(
      `${effect.type}: ${(60 / found.seconds).toFixed(0)} s of audio a second, ${((found.cpuSeconds / 60) * 1_000).toFixed(1)} ms of CPU for one`,
    );
  }
  console.log(`load ${load()}`);
} finally {
  await audio.end();
  rmSync(folder, { recursive: true });
}
