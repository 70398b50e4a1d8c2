import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readExtras, sharedModule } from '../../../scripts/packages/python/extras.ts';
import { manifest } from '../../../scripts/packages/python/pack.ts';
import { readSource } from '../../../scripts/packages/package.ts';
import { missingExtra } from './given.ts';

const extras = readExtras();

test('The package in Python has each package for agent runtimes as an extra, and its license', () => {
  const project = manifest(readSource(), extras).split('\n');

  expect(project).toContain('license = "MIT"');
  expect(project.slice(project.indexOf('[project.optional-dependencies]') + 1).slice(0, 3)).toEqual(
    [
      expect.stringMatching(
        /^livekit = \["aiohttp>=[^"]+","audioop-lts>=0\.2; python_version >= '3\.13'","livekit-agents>=[^"]+"\]$/,
      ),
      expect.stringMatching(/^pipecat = \["aiohttp>=[^"]+","pipecat-ai\[websocket\]>=[^"]+"\]$/),
      '',
    ],
  );
});

test.each(extras)(
  'The extra $name takes the versions that its tests run with',
  ({ requires, modules: [module = ''] }) => {
    const pins = readFileSync(join(dirname(module), 'requirements.txt'), 'utf8');
    const pinned = new Map(
      [...pins.matchAll(/^([^=\s]+)==([\d.]+)/gm)].map(([, name, version]) => [name, version]),
    );
    const ranges = requires
      .map((each) => /^([^<>]+)>=([\d.]+)(?:,<([\d.]+))?/.exec(each) ?? [])
      .filter(([, name]) => pinned.has(name));
    expect(ranges).not.toHaveLength(0);

    for (const [range, name, from = '', below] of ranges) {
      const version = pinned.get(name) ?? '';
      expect(compare(version, from), `${version} in ${range}`).toBeGreaterThanOrEqual(0);
      if (below !== undefined)
        expect(compare(version, below), `${version} in ${range}`).toBeLessThan(0);
    }
  },
);

test.for(missingExtra)(
  'The module %s says without its extra what to install',
  ([module, sentence], context) => {
    const isolated = ['-I', '-S', '-B', '-c'];
    const version = 'import sys; sys.exit(sys.version_info < (3, 11))';
    if (spawnSync('python3', [...isolated, version]).status !== 0)
      context.skip('Python 3.11 is not installed');
    const files = [sharedModule, ...extras.flatMap(({ modules }) => modules)];
    const file = files.find((each) => basename(each) === `${module}.py`) ?? '';
    const program = `import sys; sys.path.insert(0, sys.argv[1]); import ${module}`;

    const { stderr } = spawnSync('python3', [...isolated, program, dirname(file)], {
      encoding: 'utf8',
    });

    expect(stderr.trim().split('\n').at(-1)).toContain(`ModuleNotFoundError: ${sentence} (`);
  },
);

test('Each module of an extra has such a sentence', () => {
  const files = [sharedModule, ...extras.flatMap(({ modules }) => modules)];

  expect(files.map((file) => basename(file, '.py')).toSorted()).toEqual(
    missingExtra.map(([module]) => module),
  );
});

/** Below 0 if the first version is the older one. */
function compare(one: string, other: string): number {
  const [left, right] = [one, other].map((version) => version.split('.').map(Number));
  const at = left!.findIndex((number, place) => number !== (right![place] ?? 0));
  return at === -1 ? 0 : left![at]! - (right![at] ?? 0);
}
