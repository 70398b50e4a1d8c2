import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compare } from './compare.ts';
import { isNode, readContract, versionOf, type Node } from './contract.ts';
import {
  compareVersions,
  faultsOf,
  isVersion,
  nextEntries,
  nextVersion,
  openHeading,
} from './verdict.ts';

/** What the contract is compared with. */
interface Base {
  readonly name: string;
  readonly document: Node;
  /** Whether it is a version that somebody may have: only after those a version has to rise. */
  readonly released: boolean;
}

/** The versions in a directory of releases, the lowest first. */
export const releasedVersions = (directory: string): string[] =>
  (existsSync(directory) ? readdirSync(directory) : [])
    .filter((file) => file.endsWith('.json') && isVersion(file.slice(0, -5)))
    .map((file) => file.slice(0, -5))
    .toSorted(compareVersions);

/**
 * Finds a base by a version, a file's path or a git ref; without a name the last release, and nothing if there is none.
 * Throws if nothing has that name.
 */
export function findBase(directory: string, name: string | undefined): Base | undefined {
  const versions = releasedVersions(directory);
  const wanted = name ?? versions.at(-1);
  if (wanted === undefined) return undefined;
  const file = versions.includes(wanted) ? join(directory, `${wanted}.json`) : wanted;
  const isFile = existsSync(file);
  const document = readContract(isFile ? readFileSync(file, 'utf8') : textAt(wanted, versions));
  return { name: wanted, document, released: isFile || versions.includes(versionOf(document)) };
}

function textAt(ref: string, versions: readonly string[]): string {
  try {
    return execFileSync('git', ['show', '--end-of-options', `${ref}:generated/openapi.json`], {
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch (cause) {
    const known = versions.join(', ') || 'none yet';
    throw new Error(
      `"${ref}" is no released version (${known}), no file, and no git ref with generated/openapi.json.`,
      { cause },
    );
  }
}

/** A release as it is kept: a line for each path, webhook and component, so that a diff can be read. */
function releaseText(document: Node): string {
  const depths: Readonly<Record<string, number>> = { paths: 1, webhooks: 1, components: 2 };
  const text = (value: unknown, depth: (key: string) => number): string =>
    isNode(value)
      ? `{\n${Object.entries(value)
          .map(([key, each]) => `${JSON.stringify(key)}:${flat(each, depth(key))}`)
          .join(',\n')}\n}`
      : JSON.stringify(value);
  const flat = (value: unknown, depth: number): string =>
    depth === 0 ? JSON.stringify(value) : text(value, () => depth - 1);
  return `${text(document, (key) => depths[key] ?? 0)}\n`;
}

export interface ReleaseInput {
  /** Where the releases are kept. */
  readonly directory: string;
  /** `generated/openapi.json`. */
  readonly contract: string;
  /** `CHANGELOG.md`. */
  readonly changelog: string;
  /** `openapi/released/next.md`. */
  readonly entries: string;
  /** The version of package.json. */
  readonly packageVersion: string;
  /** YYYY-MM-DD. */
  readonly date: string;
}

interface Release {
  readonly version: string;
  /** The text of each file that it writes, by the file's path. */
  readonly files: Readonly<Record<string, string>>;
}

/** What a release writes. Throws with the reason if the contract cannot be released. */
export async function prepareRelease(input: ReleaseInput): Promise<Release> {
  const { directory, changelog, entries, packageVersion, date } = input;
  const document = readContract(input.contract);
  const version = versionOf(document);
  if (!isVersion(version))
    throw new Error(`info.version is "${version}"; it has to be MAJOR.MINOR.PATCH.`);
  if (packageVersion !== version) {
    throw new Error(
      `package.json has version ${packageVersion}, the contract ${version}; they have to be the same.`,
    );
  }
  const base = findBase(directory, undefined);
  if (base && compareVersions(version, base.name) <= 0) {
    const fault = version === base.name ? 'is released already' : `is not higher than ${base.name}`;
    throw new Error(`${version} ${fault}: raise info.version in openapi/openapi.yaml.`);
  }
  const open = `## ${version} (not released)`;
  const [fault] = base
    ? faultsOf(
        await compare({ base: base.document, revision: document }),
        { base: base.name, revision: version },
        entries,
      )
    : [];
  if (fault !== undefined) throw new Error(fault);
  if (!changelog.split('\n').includes(open))
    throw new Error(`CHANGELOG.md has no section "${open}".`);
  return {
    version,
    files: {
      [`openapi/released/${version}.json`]: releaseText(document),
      [`openapi/released/${version}.md`]: entries.replace(
        openHeading(version),
        `# ${version} (${date})`,
      ),
      [nextEntries]: `${openHeading(nextVersion(version, 'minor'))}\n`,
      'CHANGELOG.md': changelog.replace(`${open}\n`, `## ${version} (${date})\n`),
    },
  };
}

/**
 * Writes a release into a git working tree, commits it and tags the commit; returns the tag. Refuses a tree with changes
 * and a tag that exists. If anything fails, the tree and its branch are as before.
 */
export function keepRelease(root: string, { version, files }: Release): string {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  const tag = `v${version}`;
  if (git('status', '--porcelain') !== '')
    throw new Error('The working tree has changes: commit them first, so that the tag has them.');
  if (git('tag', '--list', tag) !== '') throw new Error(`The tag ${tag} exists already.`);
  const before = git('rev-parse', 'HEAD').trim();
  try {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    }
    git('add', ...Object.keys(files));
    git('commit', '--quiet', '--message', `Release ${version}`);
    git('tag', '--annotate', tag, '--message', `Release ${version}`);
    return tag;
  } catch (error) {
    // There was nothing else to lose: the tree had no changes.
    git('reset', '--quiet', '--hard', before);
    git('clean', '--quiet', '--force', '--', ...Object.keys(files));
    throw error;
  }
}
