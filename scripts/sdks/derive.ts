import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from './target.ts';

type Node = Record<string, unknown>;
/** Changes a node of the document, below `components` and `paths`, in its place. */
type Change = (node: Node) => void;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A copy of the contract for a generator that cannot read a construct of it. Examples stay as they are. */
export function derive(contract: unknown, ...changes: readonly Change[]): unknown {
  const document: unknown = structuredClone(contract);
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isNode(value)) return;
    for (const change of changes) change(value);
    for (const [key, part] of Object.entries(value))
      if (key !== 'example' && key !== 'examples') visit(part);
  };
  visit(document);
  return document;
}

/** Writes such a copy beside the client and returns its path. */
export function writeDerived({ contract, directory }: Context, ...changes: readonly Change[]) {
  const path = join(directory, 'openapi.json');
  const read: unknown = JSON.parse(readFileSync(contract, 'utf8'));
  writeFileSync(path, JSON.stringify(derive(read, ...changes)));
  return path;
}

/** A request's body of several types has the first one alone. */
export const firstBodyType: Change = (node) => {
  const { requestBody } = node;
  if (!isNode(requestBody) || !isNode(requestBody['content'])) return;
  const [first] = Object.entries(requestBody['content']);
  if (first) node['requestBody'] = { ...requestBody, content: Object.fromEntries([first]) };
};

/** The events of webhooks are schemas alone, not operations too. */
export const eventsAsSchemas: Change = (node) => {
  if ('openapi' in node) delete node['webhooks'];
};

/** A union that is open for further kinds is written as a closed one. */
export const closedUnions: Change = (node) => {
  if (!('discriminator' in node) || !('anyOf' in node)) return;
  node['oneOf'] = node['anyOf'];
  delete node['anyOf'];
};

/** A file's length is not bounded. */
export const anyFileLength: Change = (node) => {
  if (node['format'] === 'binary') delete node['maxLength'];
};
