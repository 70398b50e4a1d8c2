import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { moveModels } from '../../../src/voice/models/migration.ts';
import { recoverAll } from '../../../src/voice/models/settle.ts';
import { useCompileCache } from './compile-cache.ts';
import { directoryOf, makeRandomModel, snapshotOf, writeTree, type Snapshot } from './hub-cache.ts';
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
type Ended = { event: string; errors: unknown; steps: number; milliseconds: number };

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
          if (random() < 0.3) recoverAll(at);
          if (random() < 0.3) recoverAll(at);
          expect(lostIn(at, models)).toEqual([]);
        }
        typical ??= ended;

        expect(ended).toMatchObject({ event: 'complete', errors: [] });
        expectMoved(at, models);
      }
    },
  );

  test.concurrent(
    'killed before each rename and during each deletion, loses, duplicates and leaves behind nothing',
    { timeout: 120_000 },
    async () => {
      const calls = 'renameSync,rmSync';
      for (let step = 1, ended: Ended | undefined; !ended; step += 1) {
        await using at = await makeDirectories(kind);
        const models = await makeModels(at, { count: 1, isOccupied: true });

        ended = await migrate(at, { step, calls });
        expect(lostIn(at, models)).toEqual([]);
        for (const _ of ['once', 'again']) recoverAll(at);
        expect(lostIn(at, models)).toEqual([]);
        await Array.fromAsync(moveModels(at));

        expectMoved(at, models);
        expect(step).toBeGreaterThan(ended ? 4 : 0);
      }
    },
  );

  test.concurrent(
    'killed before it retires the source and again before it places the next copy, loses and duplicates nothing',
    { timeout: 120_000 },
    async () => {
      await using at = await makeDirectories(kind);
      const models = await makeModels(at, { count: 2, isOccupied: false });
      const [, linked] = models;
      if (!linked) throw new Error('There are two models.');
      const calls = 'renameSync';
      const aside = `.replaced-${linked.directory}`;

      // The first model takes one rename on one file system, and three across; the second is copied in both cases.
      await migrate(at, { step: kind === 'on one file system' ? 3 : 5, calls });
      expect(snapshotOf(join(at.source, linked.directory))).toEqual(linked.before);
      expect(snapshotOf(join(at.destination, linked.directory))).toEqual(linked.moved);
      await migrate(at, { step: 2, calls });
      expect(snapshotOf(join(at.destination, aside))).toEqual(linked.moved);

      expect(lostIn(at, models)).toEqual([]);
      recoverAll(at);
      expect(lostIn(at, models)).toEqual([]);
      await Array.fromAsync(moveModels(at));
      expectMoved(at, models);
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

/**
 * The models that neither side has completely. A copy that is already in place is set aside like a replaced model:
 * after a kill before the source is retired, the next run copies again.
 */
function lostIn(at: Directories, models: Model[]): string[] {
  const lost: string[] = [];
  for (const { directory, before, moved, replaced } of models) {
    const source = snapshotOf(join(at.source, directory));
    const destination = snapshotOf(join(at.destination, directory));
    const aside = snapshotOf(join(at.destination, `.replaced-${directory}`));
    const isMoved = isDeepStrictEqual(destination, moved);
    const isKept = isDeepStrictEqual(source, before) || (!source && isMoved);
    const isCopyAside = !destination && isDeepStrictEqual(aside, moved);
    const isOldKept = isMoved || isCopyAside || isDeepStrictEqual(destination ?? aside, replaced);
    if (!isKept || !isOldKept) lost.push(directory);
  }
  return lost;
}

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
