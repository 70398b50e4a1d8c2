import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs, promisify } from 'node:util';
import { moveModels } from '../../src/voice/models/migration.ts';
import { noiseOf, verdict } from './support/rounds.ts';
import { usually } from './support/brief.ts';

// S7: migrateModels across file systems against `cp -a`, `sync` and a hash of both sides, alternating in one run.
// node scripts/bench/migrate-models.ts [--mib 1024] [--rounds 5] [--near /tmp] [--far /dev/shm]

type Measure = { seconds: number; cpuSeconds: number };
type OwnMeasure = Measure & {
  mainSeconds: number;
  startMib: number;
  peakMib: number;
  delayMs: number;
  /** The delay in an idle process beside it: the effect of other work on the machine. */
  idleDelayMs: number;
};

const mebibyte = 1024 * 1024;

const { values } = parseArgs({
  options: {
    mib: { type: 'string', default: String(usually(1024, 8)) },
    rounds: { type: 'string', default: String(usually(5, 1)) },
    near: { type: 'string', default: tmpdir() },
    far: { type: 'string', default: '/dev/shm' },
    from: { type: 'string' },
    to: { type: 'string' },
  },
});

if (values.from !== undefined && values.to !== undefined) {
  console.log(JSON.stringify(await migrate(values.from, values.to)));
} else {
  await compare();
}

async function compare(): Promise<void> {
  const { near, far } = values;
  if (statSync(near).dev === statSync(far).dev) {
    throw new Error(`${near} and ${far} are one file system; name another with --far.`);
  }
  console.log(`${values.mib} MiB, ${values.rounds} rounds, ${cpus().length} x ${cpus()[0]?.model}`);
  console.log(
    `load before: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
  );
  for (const [from, to] of [[near, far] as const, [far, near] as const])
    await compareOneWay(from, to);
  console.log(
    `load after: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
  );
}

async function compareOneWay(from: string, to: string): Promise<void> {
  const own: OwnMeasure[] = [];
  const peer: Measure[] = [];
  const again: Measure[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const runOwn = async () => own.push(await inDirectories(from, to, measureOwn));
    const runPeer = async () => peer.push(await inDirectories(from, to, measurePeer));
    for (const run of round % 2 === 0 ? [runOwn, runPeer] : [runPeer, runOwn]) await run();
    again.push(await inDirectories(from, to, measurePeer));
  }

  const [ours, theirs] = [own, peer].map((all) => median(all.map(({ seconds }) => seconds)));
  const [ourCpu, theirCpu] = [own, peer].map((all) =>
    median(all.map(({ cpuSeconds }) => cpuSeconds)),
  );
  const pairs = own.map(({ seconds }, round) => seconds / (peer[round]?.seconds ?? Number.NaN));
  const maxOf = (of: (one: OwnMeasure) => number) => Math.max(...own.map(of));
  const delays = (of: (one: OwnMeasure) => number) => own.map((one) => format(of(one))).join(' ');
  const blocked = maxOf(({ delayMs, idleDelayMs }) => Math.max(0, delayMs - idleDelayMs));
  const ratio = (ours ?? 0) / (theirs ?? 0);
  console.log(`\n${from} -> ${to}`);
  console.log(`  migrateModels        ${format(ours)} s, ${format(ourCpu)} s CPU`);
  console.log(`  cp -a, sync, sha256  ${format(theirs)} s, ${format(theirCpu)} s CPU`);
  console.log(`  ratio by round       ${pairs.map(format).join(' ')}`);
  console.log(`  event loop delay     ${delays(({ delayMs }) => delayMs)} ms at most, by round`);
  console.log(`  of an idle process   ${delays(({ idleDelayMs }) => idleDelayMs)} ms meanwhile`);
  console.log(`  main thread          ${format(median(own.map((one) => one.mainSeconds)))} s CPU`);
  const start = median(own.map(({ startMib }) => startMib));
  const peak = maxOf(({ peakMib }) => peakMib);
  console.log(`  resident             ${format(start)} MiB before, ${format(peak)} MiB at most`);
  const [first, second] = [peer, again].map((all) => all.map(({ seconds }) => seconds));
  const noise = noiseOf('cp -a, sync, sha256', first!, second!);
  verdict(`S7 migrateModels from ${from} to ${to} against cp, sync and hashes`, ratio, 1, {
    noise,
  });
  verdict(`S7 event loop delay while migrating from ${from} to ${to}`, blocked, 20, { unit: 'ms' });
}

async function inDirectories<T>(
  from: string,
  to: string,
  measure: (from: string, to: string) => T | Promise<T>,
): Promise<T> {
  const source = mkdtempSync(join(from, 'bench-models-'));
  const destination = mkdtempSync(join(to, 'bench-models-'));
  try {
    makeCache(source, Number(values.mib) * mebibyte);
    execFileSync('sync', ['-f', source]);
    return await measure(source, destination);
  } finally {
    rmSync(source, { recursive: true });
    rmSync(destination, { recursive: true });
  }
}

async function measureOwn(from: string, to: string): Promise<OwnMeasure> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const parameters = [import.meta.filename, '--from', from, '--to', to];
  const { stdout } = await promisify(execFile)(process.execPath, parameters);
  delay.disable();
  return { ...JSON.parse(stdout), idleDelayMs: delay.max / 1e6 };
}

/** Runs in its own process, like in the server: started before the migration begins. */
async function migrate(
  source: string,
  destination: string,
): Promise<Omit<OwnMeasure, 'idleDelayMs'>> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const startMib = process.memoryUsage.rss() / mebibyte;
  const thread = process.threadCpuUsage();
  const cpu = process.cpuUsage();
  const begun = performance.now();
  const { errors } = await moveModels(
    { source, destination },
    {
      signal: new AbortController().signal,
      report: () => {},
      isSwitched: false,
      switchOver: async () => {},
    },
  );
  if (errors[0]) throw new Error(errors[0].message);
  const seconds = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const main = process.threadCpuUsage(thread);
  delay.disable();
  return {
    seconds,
    cpuSeconds: (user + system) / 1e6,
    mainSeconds: (main.user + main.system) / 1e6,
    startMib,
    peakMib: process.resourceUsage().maxRSS / 1024,
    delayMs: delay.max / 1e6,
  };
}

function measurePeer(from: string, to: string): Measure {
  // OpenSSL uses the processor's hash instructions, like Node; sha256sum often does not.
  const script = `
    hash() { (cd "$1" && find . -type f -exec openssl dgst -sha256 {} +); }
    cp -a "$1/." "$2" && sync -f "$2" && [ "$(hash "$1")" != "" ] && [ "$(hash "$2")" != "" ] && times`;
  const begun = performance.now();
  const { stdout, stderr, status } = spawnSync('sh', ['-c', script, 'sh', from, to], {
    encoding: 'utf8',
  });
  const seconds = (performance.now() - begun) / 1000;
  if (status !== 0) throw new Error(`cp, sync or openssl failed: ${stderr}`);
  const spent = [...stdout.matchAll(/(\d+)m([\d.]+)s/g)];
  const cpuSeconds = spent.reduce((sum, [, m, s]) => sum + Number(m) * 60 + Number(s), 0);
  return { seconds, cpuSeconds };
}

/** Four models with large weights and eight small voices, each with the small files a hub model has. */
function makeCache(cache: string, bytes: number): void {
  const noise = randomBytes(8 * mebibyte);
  const weights = [[0.45], [0.22, 0.12], [0.08, 0.05], [0.03]];
  const small = [120, 600, 900, 2_400, 4_000, 12_000, 30_000, 90_000, 260_000, 500_000, 800_000];
  for (let index = 0; index < 12; index += 1) {
    const large = (weights[index] ?? []).map((part) => Math.floor(part * bytes));
    const model = join(cache, `models--bench--model-${index}`);
    const snapshot = join(model, 'snapshots', String(index).repeat(40).slice(0, 40));
    for (const path of [join(model, 'blobs'), join(model, 'refs'), snapshot]) {
      mkdirSync(path, { recursive: true });
    }
    for (const [file, size] of [...large, ...small].entries()) {
      const blob = createHash('sha256').update(`${index} ${file}`).digest('hex');
      writeNoise(join(model, 'blobs', blob), size, noise);
      symlinkSync(`../../blobs/${blob}`, join(snapshot, `file-${file}`));
    }
  }
}

function writeNoise(path: string, size: number, noise: Buffer): void {
  writeFileSync(path, '');
  for (let left = size; left > 0; left -= noise.length) {
    noise.writeUInt32LE(left % 2 ** 32, 0);
    writeFileSync(path, noise.subarray(0, Math.min(left, noise.length)), { flag: 'a' });
  }
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

function format(number: number | undefined): string {
  return (number ?? Number.NaN).toFixed(2);
}
