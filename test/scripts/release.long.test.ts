import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { releasedVersions } from '../../scripts/contract-diff/releases.ts';
import { release, type ReleaseOptions } from '../../scripts/release/release.ts';
import { setVersions, versionsIn } from '../../scripts/release/versions.ts';

// A repository of few files, in which a contract is written as JSON where the real one is bundled.
let root = '';
const at = (path: string): string => join(root, path);
const read = (path: string): string => readFileSync(at(path), 'utf8');
const write = (path: string, text: string): void => {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
};
const git = (...args: string[]): string =>
  execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim();
const commitAll = (message: string): string => {
  git('add', '--all');
  return git('commit', '--quiet', '--allow-empty', '--message', message);
};

const generate = (folder: string): void =>
  writeFileSync(
    join(folder, 'generated/openapi.json'),
    JSON.stringify(parse(readFileSync(join(folder, 'openapi/openapi.yaml'), 'utf8'))),
  );
const make = (version: string, options: Partial<ReleaseOptions> = {}): Promise<string> =>
  release(root, { version, date: '2026-02-03', check: () => {}, generate, ...options });

/** Everything that a release may change. */
const state = (): unknown => [
  git('log', '--all', '--format=%H %s'),
  git('status', '--porcelain', '--ignored'),
  git('for-each-ref'),
  git('worktree', 'list', '--porcelain'),
];

const operations = (...ids: string[]): string =>
  ids
    .map(
      (id) =>
        `  /${id}: { get: { operationId: ${id}, responses: { '200': { description: D. } } } }\n`,
    )
    .join('');
function writeContract(version: string, ...ids: string[]): void {
  write(
    'openapi/openapi.yaml',
    `openapi: 3.1.0\ninfo:\n  title: Things\n  version: ${version}\npaths:\n${operations(...ids)}`,
  );
  generate(root);
}
const changelogOf = (version: string, text: string): string =>
  `# Changelog\n\n## ${version} (not released)\n\n${text}`;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'release-test-'));
  git('init', '--quiet', '--initial-branch', 'main');
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@example.com');
  write('generated/openapi.json', '{}');
  writeContract('0.1.0-dev', 'listThings');
  const manifest = { name: 'things', version: '0.1.0-dev' };
  write('package.json', JSON.stringify(manifest, null, 2));
  write(
    'package-lock.json',
    JSON.stringify(
      { ...manifest, packages: { '': manifest, 'a/b': { version: '7.0.0' } } },
      null,
      2,
    ),
  );
  for (const name of ['pipecat', 'livekit'])
    write(`scripts/runtimes/${name}/pyproject.toml`, '[project]\nversion = "0.1.0.dev0"\n');
  write(
    'openapi/shared/world.yaml',
    'a: { contract_version: 0.0.9 }\nb: \'"contract_version":"0.0.9"\'\n',
  );
  write('openapi/released/next.md', '# 0.1.0 (not released)\n\n- `listThings` is new.\n');
  write('CHANGELOG.md', changelogOf('0.1.0', '- Things.\n'));
  commitAll('Begin');
});
afterEach(() => rmSync(root, { recursive: true }));

describe('A release', () => {
  test('is a commit with its version at every place, its contract and entries, and a tag', async () => {
    expect(await make('0.1.0')).toBe('v0.1.0');

    const show = (path: string): string => git('show', `v0.1.0:${path}`);
    expect(git('log', '-1', '--format=%s', 'v0.1.0')).toBe('Release 0.1.0');
    expect(git('cat-file', '-t', 'v0.1.0')).toBe('tag');
    expect(JSON.parse(show('openapi/released/0.1.0.json')).info.version).toBe('0.1.0');
    expect(JSON.parse(show('generated/openapi.json')).info.version).toBe('0.1.0');
    expect(JSON.parse(show('package.json')).version).toBe('0.1.0');
    expect(JSON.parse(show('package-lock.json'))).toMatchObject({
      version: '0.1.0',
      packages: { '': { version: '0.1.0' }, 'a/b': { version: '7.0.0' } },
    });
    expect(show('scripts/runtimes/livekit/pyproject.toml')).toContain('version = "0.1.0"');
    expect(show('openapi/shared/world.yaml')).toBe(
      'a: { contract_version: 0.1.0 }\nb: \'"contract_version":"0.1.0"\'',
    );
    expect(show('openapi/released/0.1.0.md')).toBe(
      '# 0.1.0 (2026-02-03)\n\n- `listThings` is new.',
    );
    expect(show('CHANGELOG.md')).toBe('# Changelog\n\n## 0.1.0 (2026-02-03)\n\n- Things.');
    expect(() => show('openapi/released/next.md')).toThrow('next.md');
  });

  test('is followed by a commit that opens the next version', async () => {
    await make('0.1.0');

    expect(git('log', '--format=%s')).toBe('Open 0.2.0\nRelease 0.1.0\nBegin');
    expect(git('status', '--porcelain')).toBe('');
    expect(read('openapi/openapi.yaml')).toContain('version: 0.2.0-dev\n');
    expect(JSON.parse(read('generated/openapi.json')).info.version).toBe('0.2.0-dev');
    expect(read('scripts/runtimes/pipecat/pyproject.toml')).toContain('"0.2.0.dev0"');
    expect(read('openapi/shared/world.yaml')).toContain('contract_version: 0.1.0');
    expect(read('openapi/released/next.md')).toBe('# 0.2.0 (not released)\n');
    expect(read('CHANGELOG.md')).toBe(
      '# Changelog\n\n## 0.2.0 (not released)\n\n## 0.1.0 (2026-02-03)\n\n- Things.\n',
    );
    expect(git('worktree', 'list').split('\n')).toHaveLength(1);
  });

  test('can have a higher version than the one that was open', async () => {
    await make('0.3.0');

    expect(read('openapi/released/0.3.0.md')).toContain('# 0.3.0 (2026-02-03)');
    expect(read('CHANGELOG.md')).toContain('## 0.4.0 (not released)\n\n## 0.3.0 (2026-02-03)');
  });

  test('is made once: a second call says what there is, and changes nothing', async () => {
    await make('0.1.0');
    const before = state();

    await expect(make('0.1.0')).rejects.toThrow('0.1.0 is released already: its tag is v0.1.0.');
    git('tag', '--delete', 'v0.1.0');
    await expect(make('0.1.0')).rejects.toThrow('has no tag: pull, or tag its commit');
    await expect(make('0.0.9')).rejects.toThrow('0.0.9 is not higher than 0.1.0');
    expect(state()).not.toEqual(before);
    git('tag', '--annotate', 'v0.1.0', 'HEAD~1', '--message', 'Release 0.1.0');
    expect(git('status', '--porcelain')).toBe('');
  });
});

describe('A release is refused, and everything stays as it was,', () => {
  async function refusal(version: string, options = {}): Promise<string> {
    const before = state();
    const error = await make(version, options).then(String, String);
    expect(state()).toEqual(before);
    return error;
  }

  test.each(['', '1.0', '0.1.0-dev', 'v0.1.0', '01.0.0', '0.1.0; ls', '--help'])(
    'with the version "%s"',
    async (version) => {
      expect(await refusal(version)).toContain(`"${version}" is no version: say MAJOR.MINOR.PATCH`);
    },
  );

  test('with changes in the working tree', async () => {
    write('other', '');
    expect(await refusal('0.1.0')).toContain('The working tree has changes: commit them first');
  });

  test('without a branch', async () => {
    git('checkout', '--quiet', '--detach');
    expect(await refusal('0.1.0')).toContain('No branch is checked out');
  });

  test('with a tag that an interrupted release or somebody else has left', async () => {
    git('tag', 'v0.1.0');
    expect(await refusal('0.1.0')).toContain('delete it (git tag -d v0.1.0) and call again');
  });

  test('without a section in the changelog, or with an empty one', async () => {
    write('CHANGELOG.md', changelogOf('0.1.0', ''));
    commitAll('Say nothing');
    expect(await refusal('0.1.0')).toContain('CHANGELOG.md says nothing about 0.1.0 yet');
    write('CHANGELOG.md', changelogOf('0.0.9', '- Things.\n'));
    commitAll('Say something else');
    expect(await refusal('0.1.0')).toContain(
      'CHANGELOG.md has no section "## 0.1.0 (not released)"',
    );
  });

  test('with a version that is too low, or changes that nobody wrote down', async () => {
    await make('0.1.0');
    writeContract('0.2.0-dev', 'listLids');
    write('CHANGELOG.md', changelogOf('0.2.0', '- Lids.\n'));
    commitAll('Change');

    expect(await refusal('0.1.1')).toContain('it has to be 0.2.0-dev or higher');
    expect(await refusal('0.2.0')).toContain('has no list "## Breaking"');
    write(
      'openapi/released/next.md',
      '# 0.2.0 (not released)\n\n## Breaking\n\n- `listThings` is gone: `listLids`.\n',
    );
    commitAll('Write it down');
    await make('0.2.0');
    expect(releasedVersions(at('openapi/released'))).toEqual(['0.1.0', '0.2.0']);
  });

  test('if the contract does not generate, before the release or after it', async () => {
    let calls = 0;
    const failing = (last: number) => (folder: string) => {
      calls += 1;
      if (calls === last) throw new Error('The bundle has an error.');
      generate(folder);
    };
    expect(await refusal('0.1.0', { generate: failing(1) })).toContain('The bundle has an error.');
    calls = 0;
    expect(await refusal('0.1.0', { generate: failing(2) })).toContain('The bundle has an error.');
  });

  test('if the checks fail', async () => {
    const check = (): void => {
      throw new Error('There are lint errors.');
    };
    expect(await refusal('0.1.0', { check })).toContain('There are lint errors.');
  });

  test('if git refuses the commit or the tag', async () => {
    write('.git/hooks/pre-commit', '#!/bin/sh\nexit 1\n');
    execFileSync('chmod', ['+x', at('.git/hooks/pre-commit')]);
    expect(await refusal('0.1.0')).toContain('git -C');
    rmSync(at('.git/hooks/pre-commit'));
    git('config', 'tag.gpgSign', 'true');
    git('config', 'gpg.program', '/bin/false');
    expect(await refusal('0.1.0')).toContain('unable to sign the tag');
  });

  test('if somebody commits meanwhile, also another release', async () => {
    const meanwhile = (folder: string): void => {
      if (git('log', '-1', '--format=%s') === 'Begin') commitAll('Come between');
      generate(folder);
    };
    await expect(make('0.1.0', { generate: meanwhile })).rejects.toThrow('git');
    expect(git('log', '-1', '--format=%s')).toBe('Come between');
    expect([git('tag'), git('status', '--porcelain')]).toEqual(['', '']);

    // What comes while the checks run is not checked.
    const unchecked = { check: () => commitAll('Come unchecked') };
    await expect(make('0.1.0', unchecked)).rejects.toThrow('git');
    expect(git('log', '-1', '--format=%s')).toBe('Come unchecked');
    expect([git('tag'), git('status', '--porcelain')]).toEqual(['', '']);

    const both = await Promise.allSettled([make('0.1.0'), make('0.1.0')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(git('log', '--format=%s')).toBe(
      'Open 0.2.0\nRelease 0.1.0\nCome unchecked\nCome between\nBegin',
    );
    expect(git('tag')).toBe('v0.1.0');
  });
});

describe('The versions of this repository', () => {
  const repository = new URL('../..', import.meta.url).pathname;

  test('are the same at each place that has one', () => {
    const places = versionsIn(repository);

    expect(places.map(({ version }) => version)).toEqual(places.map(({ expected }) => expected));
    expect(places.map(({ file }) => file)).toContain('package-lock.json');
  });

  test('are written at all places or at none', () => {
    write('scripts/runtimes/livekit/pyproject.toml', '[project]\n');

    expect(() => setVersions(root, '0.2.0')).toThrow('livekit/pyproject.toml has no version');
    expect(read('package.json')).toContain('0.1.0-dev');
  });
});
