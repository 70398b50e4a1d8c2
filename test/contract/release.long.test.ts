import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Difference } from '../../scripts/contract-diff/compare.ts';
import { readContract } from '../../scripts/contract-diff/contract.ts';
import { findBase, releaseText } from '../../scripts/contract-diff/releases.ts';
import {
  faultsOf,
  nextVersion,
  withoutDev,
  type Impact,
} from '../../scripts/contract-diff/verdict.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

let directory = '';
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'releases-'));
});
afterEach(() => rm(directory, { recursive: true }));

const entriesOf = (...parts: string[]): string => [...parts, ''].join('\n\n');

const contractDiff = (...args: string[]): Promise<{ code: unknown; output: string }> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      ['scripts/contract-diff.ts', '--releases', directory, ...args],
      { cwd: root },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });

describe('make contract-diff', () => {
  test('allows everything before the first release', async () => {
    const { code, output } = await contractDiff();

    expect(output).toContain('There is no release yet');
    expect(code).toBe(0);
  });

  test('finds nothing between a release and the same contract', async () => {
    const text = await readFile(join(root, 'generated/openapi.json'), 'utf8');
    const version = withoutDev((JSON.parse(text) as { info: { version: string } }).info.version);
    await writeFile(join(directory, `${version}.json`), releaseText(readContract(text)));

    const { code, output } = await contractDiff('--check');

    expect(output).toBe(`Since ${version}: no changes.\n`);
    expect(code).toBe(0);
  }, 120_000);

  test('lists what changed since a release and fails while the version stays', async () => {
    const text = await readFile(join(root, 'generated/openapi.json'), 'utf8');
    const old = JSON.parse(text) as {
      info: { version: string };
      webhooks: Record<string, unknown>;
      paths: Record<string, unknown>;
    };
    old.webhooks['call_forgotten'] = old.webhooks['call_ended'];
    delete old.webhooks['call_ended'];
    await writeFile(join(directory, `${withoutDev(old.info.version)}.json`), JSON.stringify(old));

    const { code, output } = await contractDiff();

    expect(output).toContain(
      'breaking    webhook call_forgotten: Webhook `call_forgotten` was removed',
    );
    expect(output).toContain('addition    webhook call_ended: webhook was added');
    expect(output).toContain(`info.version is ${old.info.version}; after ${old.info.version} it`);
    expect(code).toBe(1);
  }, 120_000);

  test('compares with a git ref, and refuses a name that nothing has', async () => {
    const head = await contractDiff('HEAD');
    const unknown = await contractDiff('9.9.9');

    expect(head.output).toContain('Since HEAD: ');
    expect(head.code).toBe(0);
    expect(unknown.output).toContain('"9.9.9" is no released version (none yet), no file');
    expect(unknown.code).toBe(1);
  }, 120_000);

  test('compares with a file', async () => {
    const file = join(directory, 'old.yaml');
    await writeFile(file, 'openapi: 3.1.0\ninfo: { title: T, version: 0.0.1 }\npaths: {}\n');

    expect(findBase(directory, file)).toMatchObject({ name: file, released: true });
    expect(() => findBase(directory, '--output=/tmp/x')).toThrow('no git ref');
  });
});

describe('The verdict', () => {
  const difference = (impact: Impact, ...names: string[]): Difference => ({
    impact,
    place: `GET /${names[0]}`,
    what: 'was removed',
    names,
  });
  const removed = [difference('major', 'listThings', 'Thing'), difference('minor', 'listLids')];

  test.each<[string, Impact | undefined, string]>([
    ['0.3.4', undefined, '0.3.4'],
    ['0.3.4', 'patch', '0.3.5'],
    ['0.3.4', 'minor', '0.4.0'],
    ['0.3.4', 'major', '0.4.0'],
    ['1.3.4', 'patch', '1.3.5'],
    ['1.3.4', 'minor', '1.4.0'],
    ['1.3.4', 'major', '2.0.0'],
  ])('after %s with %s is %s or higher', (base, impact, lowest) => {
    expect(nextVersion(base, impact)).toBe(lowest);
  });

  test('allows a version that is higher than needed', () => {
    const versions = { base: '0.1.0', revision: '0.9.0-dev' };
    const entries = entriesOf('# 0.9.0 (not released)', '- Lids.');

    expect(faultsOf([difference('patch', 'a')], versions, entries)).toEqual([]);
  });

  test('refuses a version that falls, or stays without a release', () => {
    const entries = entriesOf('# 0.1.9 (not released)');
    const versions = { base: '0.2.0', revision: '0.1.9-dev' };

    expect(faultsOf([], versions, entries)).toEqual([
      'info.version is 0.1.9-dev; after 0.2.0 it has to be 0.2.1-dev or higher: no changes.',
    ]);
    expect(faultsOf([], { ...versions, revision: '0.2.0-dev' }, '# 0.2.0 (not released)')).toEqual([
      'info.version is 0.2.0-dev; after 0.2.0 it has to be 0.2.1-dev or higher: no changes.',
    ]);
    expect(faultsOf([], { ...versions, revision: '0.2.0' }, '')).toEqual([]);
  });

  test('says why a version is too low', () => {
    expect(faultsOf(removed, { base: '0.1.0', revision: '0.1.0' }, '')).toEqual([
      'info.version is 0.1.0; after 0.1.0 it has to be 0.2.0-dev or higher: 1 breaking change, 1 addition (before 1.0.0 breaking changes raise MINOR).',
    ]);
  });

  test('refuses a version that looks like a release and is none', () => {
    const versions = { base: '0.1.0', revision: '0.2.0' };

    expect(faultsOf([], versions, '# 0.2.0 (not released)')).toEqual([
      'info.version is 0.2.0, which is not released: it has to be 0.2.0-dev.',
    ]);
    expect(faultsOf([], { ...versions, revision: '0.2-dev' }, '')[0]).toContain(
      'MAJOR.MINOR.PATCH-dev',
    );
    expect(faultsOf([], { ...versions, revision: '0.2.0-rc' }, '')[0]).toContain(
      'MAJOR.MINOR.PATCH-dev',
    );
  });

  test('requires an entry that names each breaking change', () => {
    const versions = { base: '0.1.0', revision: '0.2.0-dev' };
    const heading = '# 0.2.0 (not released)';
    const faults = (...parts: string[]): string[] =>
      faultsOf(removed, versions, entriesOf(...parts));

    expect(faults('# 0.1.9 (not released)')).toEqual([
      `openapi/released/next.md does not begin with "${heading}".`,
    ]);
    expect(faults(heading, '- `listThings` is gone.')).toEqual([
      'openapi/released/next.md has no list "## Breaking" that names the 1 breaking change.',
    ]);
    expect(faults(heading, '## Breaking', '- `listHats` is gone.')).toEqual([
      'openapi/released/next.md, list "## Breaking", does not name GET /listThings (as `listThings`).',
    ]);
    expect(faults(heading, '## Breaking', '- `Thing` is gone.')).toEqual([]);
  });
});
