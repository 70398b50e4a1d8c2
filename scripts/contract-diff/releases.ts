import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { isNode, withoutExamples, type Node } from './document.ts';
import { compareVersions, parseVersion } from './version.ts';

/** What the contract is compared with. */
export interface Base {
  readonly name: string;
  readonly document: Node;
  /** Whether it is a version that somebody may have: only after those a version has to rise. */
  readonly released: boolean;
}

/** The versions in a directory of releases, the lowest first. */
export function releasedVersions(directory: string): string[] {
  const files = existsSync(directory) ? readdirSync(directory) : [];
  return files
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .filter((version) => parseVersion(version) !== undefined)
    .toSorted(compareVersions);
}

export const versionOf = (document: Node): string =>
  isNode(document['info']) ? String(document['info']['version']) : '';

/** Reads a contract, JSON or YAML, without its examples. */
export function readContract(text: string): Node {
  const document: unknown = text.trimStart().startsWith('{') ? JSON.parse(text) : parse(text);
  if (!isNode(document) || !isNode(document['info']))
    throw new Error('That is no OpenAPI document.');
  return withoutExamples(document);
}

/**
 * Finds a base by a version, a file's path or a git ref; without a name the last release, and nothing if there is none.
 * Throws if nothing has that name.
 */
export function findBase(directory: string, name: string | undefined): Base | undefined {
  const versions = releasedVersions(directory);
  const wanted = name ?? versions.at(-1);
  if (wanted === undefined) return undefined;
  if (versions.includes(wanted)) {
    const text = readFileSync(join(directory, `${wanted}.json`), 'utf8');
    return { name: wanted, document: readContract(text), released: true };
  }
  if (existsSync(wanted)) {
    const document = readContract(readFileSync(wanted, 'utf8'));
    return { name: wanted, document, released: true };
  }
  const document = readContract(textAt(wanted, versions));
  return { name: wanted, document, released: versions.includes(versionOf(document)) };
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
  const split = new Set(['paths', 'webhooks', 'components']);
  const member = (key: string, text: string): string => `${JSON.stringify(key)}:${text}`;
  const object = (value: Node, write: (key: string, each: unknown) => string): string =>
    `{\n${Object.entries(value)
      .map(([key, each]) => member(key, write(key, each)))
      .join(',\n')}\n}`;
  const flat = (_key: string, value: unknown): string => JSON.stringify(value);
  const text = object(document, (key, value) => {
    if (!split.has(key) || !isNode(value)) return JSON.stringify(value);
    if (key !== 'components') return object(value, flat);
    return object(value, (_kind, parts) =>
      isNode(parts) ? object(parts, flat) : JSON.stringify(parts),
    );
  });
  return `${text}\n`;
}
