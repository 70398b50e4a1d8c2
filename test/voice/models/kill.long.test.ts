import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { settleAll } from '../../../src/voice/models/cache.ts';
import { useCompileCache } from './compile-cache.ts';
import { directoryOf, makeRandomModel, snapshotOf, writeTree, type Snapshot } from './hub-cache.ts';
import { run } from './run-migration.ts';
import { kinds, makeDirectories, type Directories } from './two-file-systems.ts';

useCompileCache();

const seed = Number(process.env['MIGRATION_SEED'] ?? Date.now() % 2 ** 32);
const killsPerCase = 8;
const program = join(import.meta.dirname, 'migrate-program.ts');
const killAtStep = join(import.meta.dirname, 'kill-at-step.ts');

/** Each model before and after the move, and the model it replaces. */
type Model = {
  directory: string;
  before: Snapshot;
  moved: Snapshot;
  replaced: Snapshot | undefined;
};
type Kill = { step?: number; calls?: string; milliseconds?: number };
type Ended = { errors: unknown; steps: number; milliseconds: number };

describe.each(kinds)(`moveModels %s, MIGRATION_SEED=${seed}`, (kind) => {
  test.concurrent.each([
    ['to an empty directory', false],
    ['over models of the same names', true],
  ])(
    'killed repeatedly, loses, duplicates and leaves behind nothing %s',
    { timeout: 120_000 },
    async (title, isOccupied) => {
      const random = randomFrom(`${seed} ${kind} ${title}`);
      let kills = 0;
      let typical: Ended | undefined;
      while (kills < killsPerCase) {
        await using at = await makeDirectories(kind);
        const models = await makeModels(at, { count: 5, isOccupied });

        let ended = await migrate(at, chooseKill(random, typical));
        for (; !ended; ended = await migrate(at, chooseKill(random, typical))) {
          kills += 1;
          expect(lostIn(at, models)).toEqual([]);
          if (random() < 0.3) await settleAll(at.destination);
          if (random() < 0.3) await settleAll(at.destination);
          expect(lostIn(at, models)).toEqual([]);
        }
        typical ??= ended;

        expect(ended).toMatchObject({ errors: [] });
        expectMoved(at, models);
      }
    },
  );

  test.concurrent(
    'killed twice before each rename and during each deletion, loses, duplicates and leaves behind nothing',
    { timeout: 120_000 },
    async () => {
      const calls = 'rename,rm';
      for (let step = 1, ended: Ended | undefined; !ended; step += 1) {
        await using at = await makeDirectories(kind);
        const models = await makeModels(at, { count: 2, isOccupied: true });

        for (const time of ['first', 'second']) {
          const result = await migrate(at, { step, calls });
          if (time === 'first') ended = result;
          expect(lostIn(at, models)).toEqual([]);
          for (const place of [at.source, at.destination]) await settleAll(place);
          expect(lostIn(at, models)).toEqual([]);
        }
        const isSwitched = isSwitchedAt(at);
        await run(at, { isSwitched });

        expectMoved(at, models);
        expect(step).toBeGreaterThan(ended ? 6 : 0);
      }
    },
  );
});

async function makeModels(
  at: Directories,
  { count, isOccupied }: { count: number; isOccupied: boolean },
): Promise<Model[]> {
  await writeTree(at.destination, { 'own.txt': 'stays' });
  const models: Model[] = [];
  for (let index = 0; index < count; index += 1) {
    const id = `acme/model-${index}`;
    const directory = directoryOf(id);
    const path = await makeRandomModel(at.source, id, [300_000, 100_000, 5_000, 100, 0]);
    if (index === 1) await symlink(join(path, 'refs', 'main'), join(path, 'snapshots', 'link'));
    const before = snapshotOf(path) ?? {};
    const moved = { ...before };
    const link = before['snapshots/link'];
    if (link) moved['snapshots/link'] = link.replace(/-> .*/, '-> ../refs/main');
    const replaced =
      isOccupied && index % 2 === 0
        ? snapshotOf(await makeRandomModel(at.destination, id, [50_000, 20]))
        : undefined;
    models.push({ directory, before, moved, replaced });
  }
  return models;
}

function expectMoved(at: Directories, models: Model[]): void {
  expect(readdirSync(at.source)).toEqual([]);
  const names = models.map(({ directory }) => directory);
  expect(readdirSync(at.destination).toSorted()).toEqual([...names, 'own.txt']);
  for (const { directory, moved } of models) {
    expect(snapshotOf(join(at.destination, directory))).toEqual(moved);
  }
}

/** When to kill, given a typical run that is not killed; the first run is not. */
function chooseKill(random: () => number, typical: Ended | undefined): Kill | undefined {
  if (!typical) return undefined;
  if (random() < 0.5) return { step: 1 + Math.floor(random() * typical.steps) };
  return { milliseconds: random() * typical.milliseconds };
}

/** Runs the migration in its own process; undefined if it was killed. */
async function migrate(
  { source, destination }: Directories,
  { step = 0, calls, milliseconds }: Kill = {},
): Promise<Ended | undefined> {
  const child = spawn(process.execPath, ['--import', killAtStep, program, source, destination], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, KILL_AT_STEP: `${step}`, ...(calls && { KILL_AT_CALLS: calls }) },
  });
  const exited = once(child, 'exit');
  let ended: Ended | undefined;
  let timer: NodeJS.Timeout | undefined;
  for await (const line of createInterface(child.stdout)) {
    if (line !== 'begun') ended = JSON.parse(line);
    else if (milliseconds !== undefined) {
      timer = setTimeout(() => child.kill('SIGKILL'), milliseconds);
    }
  }
  const [code, signal] = await exited;
  clearTimeout(timer);
  if (signal === 'SIGKILL') return undefined;
  if (code !== 0) throw new Error(`The migration ended with ${code ?? signal}.`);
  return ended;
}

/** The models that the directory in use does not have completely, and those that the destination lost. */
function lostIn(at: Directories, models: Model[]): string[] {
  const isSwitched = isSwitchedAt(at);
  const lost = models.filter(({ directory, before, moved, replaced }) => {
    const source = snapshotOf(join(at.source, directory));
    const destination = snapshotOf(join(at.destination, directory));
    const aside = snapshotOf(join(at.destination, `.replaced-${directory}`));
    const isMoved = isDeepStrictEqual(destination, moved);
    if (isSwitched) return !isMoved;
    // A copy that is in place is set aside like a replaced model when it is copied again.
    const isCopyAside = !destination && isDeepStrictEqual(aside, moved);
    const isOldKept = isMoved || isCopyAside || isDeepStrictEqual(destination ?? aside, replaced);
    return !isDeepStrictEqual(source, before) || !isOldKept;
  });
  return lost.map(({ directory }) => directory);
}

const isSwitchedAt = ({ destination }: Directories): boolean => existsSync(`${destination}.in-use`);

/** Repeatable random numbers in [0, 1) from a seed. */
function randomFrom(text: string): () => number {
  let state = 7;
  for (const letter of text) state = Math.imul(state ^ letter.charCodeAt(0), 16_777_619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
