import { execFile, execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Difference } from '../../scripts/contract-diff/compare.ts';
import {
  findBase,
  keepRelease,
  prepareRelease,
  releasedVersions,
  type ReleaseInput,
} from '../../scripts/contract-diff/releases.ts';
import { faultsOf, nextVersion, type Impact } from '../../scripts/contract-diff/verdict.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

let directory = '';
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'releases-'));
});
afterEach(() => rm(directory, { recursive: true }));

const operation = (operationId: string): object => ({
  get: { operationId, tags: ['things'], responses: { '200': { description: 'It is.' } } },
});

const contract = (version: string, paths: object): string =>
  JSON.stringify({ openapi: '3.1.0', info: { title: 'Things', version }, paths });

const first = { '/things': operation('listThings'), '/lids': operation('listLids') };
const changelog = (...sections: string[]): string => ['# Changelog', ...sections, ''].join('\n\n');
const entriesOf = (...parts: string[]): string => [...parts, ''].join('\n\n');

function input(version: string, paths: object, more: Partial<ReleaseInput> = {}): ReleaseInput {
  return {
    directory,
    contract: contract(version, paths),
    changelog: changelog(`## ${version} (not released)`, '- Things.', '## 0.0.1 (2025-01-01)'),
    entries: entriesOf(`# ${version} (not released)`, '- `listThings` is new.'),
    packageVersion: version,
    date: '2026-02-03',
    ...more,
  };
}

const keep = ({ version, files }: Awaited<ReturnType<typeof prepareRelease>>): Promise<void> =>
  writeFile(join(directory, `${version}.json`), files[`openapi/released/${version}.json`] ?? '');

async function release(version: string, paths: object): Promise<void> {
  await keep(await prepareRelease(input(version, paths)));
}

const contractDiff = (...args: string[]): Promise<{ code: unknown; output: string }> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      ['scripts/contract-diff.ts', '--releases', directory, ...args],
      { cwd: root },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });

describe('A release', () => {
  test('is the contract without its examples and dates its entries and its section', async () => {
    const paths = {
      '/things': { get: { ...operation('listThings'), example: 1, 'x-scope': 'read' } },
    };

    const { version, files } = await prepareRelease(input('0.1.0', paths));

    expect(JSON.parse(files['openapi/released/0.1.0.json'] ?? '')).toEqual({
      openapi: '3.1.0',
      info: { title: 'Things', version: '0.1.0' },
      paths: { '/things': { get: { ...operation('listThings'), 'x-scope': 'read' } } },
    });
    expect(version).toBe('0.1.0');
    expect(files['CHANGELOG.md']).toContain('## 0.1.0 (2026-02-03)\n\n- Things.');
    expect(files['openapi/released/0.1.0.md']).toBe(
      '# 0.1.0 (2026-02-03)\n\n- `listThings` is new.\n\n',
    );
    expect(files['openapi/released/next.md']).toBe('# 0.2.0 (not released)\n');
  });

  test('has a version that no release has, and that is higher than the last', async () => {
    await release('0.9.0', first);
    await release('0.10.0', { ...first, '/hats': operation('listHats') });

    expect(releasedVersions(directory)).toEqual(['0.9.0', '0.10.0']);
    await expect(prepareRelease(input('0.10.0', first))).rejects.toThrow('is released already');
    await expect(prepareRelease(input('0.9.1', first))).rejects.toThrow('not higher than 0.10.0');
    await expect(prepareRelease(input('1.0', first))).rejects.toThrow('MAJOR.MINOR.PATCH');
  });

  test('has the version of package.json and a section of the changelog', async () => {
    await expect(
      prepareRelease(input('0.1.0', first, { packageVersion: '0.2.0' })),
    ).rejects.toThrow('package.json has version 0.2.0');
    await expect(
      prepareRelease(input('0.1.0', first, { changelog: changelog('## 0.1.0 (2026-01-01)') })),
    ).rejects.toThrow('no section "## 0.1.0 (not released)"');
  });

  test('has a version that is high enough for what changed', async () => {
    await release('1.2.0', first);

    await expect(
      prepareRelease(input('1.2.1', { ...first, '/hats': operation('listHats') })),
    ).rejects.toThrow('it has to be 1.3.0 or higher');
    await expect(prepareRelease(input('1.3.0', {}))).rejects.toThrow('it has to be 2.0.0');
    await expect(prepareRelease(input('2.0.0', {}))).rejects.toThrow('list "## Breaking"');
  });
});

describe('make contract-diff', () => {
  test('allows everything before the first release', async () => {
    const { code, output } = await contractDiff();

    expect(output).toContain('There is no release yet');
    expect(code).toBe(0);
  });

  test('finds nothing between a release and the same contract', async () => {
    const text = await readFile(join(root, 'generated/openapi.json'), 'utf8');
    const { version } = (JSON.parse(text) as { info: { version: string } }).info;
    await keep(await prepareRelease({ ...input(version, {}), contract: text }));

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
    await writeFile(join(directory, `${old.info.version}.json`), JSON.stringify(old));

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
    const versions = { base: '0.1.0', revision: '0.9.0' };
    const entries = entriesOf('# 0.9.0 (not released)', '- Lids.');

    expect(faultsOf([difference('patch', 'a')], versions, entries)).toEqual([]);
  });

  test('refuses a version that falls', () => {
    const entries = entriesOf('# 0.1.9 (not released)');

    expect(faultsOf([], { base: '0.2.0', revision: '0.1.9' }, entries)).toEqual([
      'info.version is 0.1.9; after 0.2.0 it has to be 0.2.0 or higher: no changes.',
    ]);
  });

  test('says why a version is too low', () => {
    expect(faultsOf(removed, { base: '0.1.0', revision: '0.1.0' }, '')).toEqual([
      'info.version is 0.1.0; after 0.1.0 it has to be 0.2.0 or higher: 1 breaking change, 1 addition (before 1.0.0 breaking changes raise MINOR).',
    ]);
  });

  test('requires an entry that names each breaking change', () => {
    const versions = { base: '0.1.0', revision: '0.2.0' };
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

describe('Keeping a release', () => {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: directory, encoding: 'utf8' });
  const state = () => [git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag')];
  const kept = {
    version: '0.2.0',
    files: { 'CHANGELOG.md': '# Changelog\n', 'openapi/released/0.2.0.json': '{}\n' },
  };

  beforeEach(async () => {
    git('init', '--quiet');
    git('config', 'user.name', 'Ada');
    git('config', 'user.email', 'ada@example.com');
    await writeFile(join(directory, 'CHANGELOG.md'), '# Old\n');
    git('add', '.');
    git('commit', '--quiet', '--message', 'Begin');
  });

  test('commits the contract with the changelog, and tags that commit', () => {
    expect(keepRelease(directory, kept)).toBe('v0.2.0');

    expect(git('show', '--name-only', '--format=%s', 'v0.2.0^{commit}').split('\n')).toEqual(
      expect.arrayContaining(['Release 0.2.0', 'CHANGELOG.md', 'openapi/released/0.2.0.json']),
    );
    expect(git('rev-parse', 'v0.2.0^{commit}')).toBe(git('rev-parse', 'HEAD'));
    expect(git('status', '--porcelain')).toBe('');
  });

  test('leaves everything as it was if git refuses the commit or the tag', async () => {
    const before = state();
    await mkdir(join(directory, '.git/hooks'), { recursive: true });
    const hook = join(directory, '.git/hooks/pre-commit');
    await writeFile(hook, '#!/bin/sh\nexit 1\n', { mode: 0o755 });

    expect(() => keepRelease(directory, kept)).toThrow('git commit');
    expect(state()).toEqual(before);

    await rm(hook);
    git('config', 'tag.gpgSign', 'true');
    git('config', 'gpg.program', '/bin/false');
    expect(() => keepRelease(directory, kept)).toThrow('git tag');
    expect(state()).toEqual(before);
  });

  test('refuses a tree with changes, and a tag that exists', async () => {
    git('tag', 'v0.2.0');
    expect(() => keepRelease(directory, kept)).toThrow('The tag v0.2.0 exists already.');
    await writeFile(join(directory, 'other'), '');
    expect(() => keepRelease(directory, kept)).toThrow('The working tree has changes');
    expect(await readFile(join(directory, 'CHANGELOG.md'), 'utf8')).toBe('# Old\n');
  });
});
