import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isNode, readContract, versionOf, type Node } from './contract.ts';
import { compareVersions, isVersion } from './verdict.ts';

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
export function releaseText(document: Node): string {
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
