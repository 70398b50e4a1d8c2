import { dereferenced, isNode, keysOf, schemaNameIn, valueAt, type Node } from './document.ts';
import type { ToolChange } from './tool.ts';
import type { Pair } from './usage.ts';

/** Where a change is, in words, and the names by which the changelog may call it. */
export interface Place {
  readonly text: string;
  readonly names: readonly string[];
}

export function placeOf(change: ToolChange, pair: Pair): Place {
  const document = change.kind === 'removed' ? pair.base : pair.revision;
  const keys = keysOf(change.path);
  const pointers = [change.base?.pointer, change.revision?.pointer];
  const schema = pointers.map(schemaNameIn).find((name) => name !== undefined);
  // Of an operation whose path has another name now, the keys lead to neither document.
  const before = change.base ? keysOf(change.base.pointer) : keys;
  const owner = ownerOf(keys, before, pair);
  const inside = wordsOf(document, keys, owner.depth);
  const components = pointers.flatMap((pointer) => componentIn(pointer));
  return {
    text: [
      owner.text,
      inside && `: ${inside}`,
      schema && keys[2] !== schema && ` (schema ${schema})`,
    ]
      .filter(Boolean)
      .join(''),
    names: [...owner.names, ...components],
  };
}

const componentIn = (pointer: string | undefined): string[] => {
  const [part, , name] = pointer === undefined ? [] : keysOf(pointer);
  return part === 'components' && name !== undefined ? [name] : [];
};

interface Owner {
  readonly text: string;
  readonly names: readonly string[];
  /** How many keys it takes. */
  readonly depth: number;
}

/** The operation, webhook or component that a path leads into. */
function ownerOf(keys: readonly string[], before: readonly string[], pair: Pair): Owner {
  const [part = '', name = '', method] = keys;
  if (part === 'webhooks') return { text: `webhook ${name}`, names: [name], depth: 3 };
  if (part === 'components') {
    const kind =
      name === 'schemas' ? 'schema' : name === 'securitySchemes' ? 'security scheme' : name;
    return { text: `${kind} ${method ?? ''}`, names: method ? [method] : [], depth: 3 };
  }
  if (part !== 'paths') return { text: part, names: [part], depth: 1 };
  if (method === undefined || method === 'parameters') {
    return { text: `path ${name}`, names: [name, ...pathNames(name, pair)], depth: 2 };
  }
  const ids = [
    valueAt(pair.base, [...before.slice(0, 3), 'operationId']),
    valueAt(pair.base, [part, name, method, 'operationId']),
    valueAt(pair.revision, [part, name, method, 'operationId']),
  ].filter((id) => typeof id === 'string');
  return { text: `${method.toUpperCase()} ${name} (${ids[0] ?? ''})`, names: ids, depth: 3 };
}

const pathNames = (path: string, pair: Pair): string[] =>
  [pair.base, pair.revision].flatMap((document) => {
    const item = valueAt(document, ['paths', path]);
    return isNode(item)
      ? Object.values(item).flatMap((each) =>
          isNode(each) && typeof each['operationId'] === 'string' ? [each['operationId']] : [],
        )
      : [];
  });

const silent = new Set(['schema', 'content', 'application/json']);

/** The rest of a path: "response 200, items[].name". */
function wordsOf(document: Node, keys: readonly string[], depth: number): string {
  const parts: string[] = [];
  let member = '';
  const close = (): void => {
    if (member !== '') parts.push(member);
    member = '';
  };
  for (let at = depth; at < keys.length; at += 1) {
    const key = keys[at] ?? '';
    const next = keys[at + 1];
    if (next !== undefined && key === 'parameters') {
      close();
      parts.push(parameterAt(document, keys.slice(0, at + 2)));
      at += 1;
    } else if (next !== undefined && (key === 'responses' || key === 'headers')) {
      close();
      parts.push(`${key.slice(0, -1)} ${next}`);
      at += 1;
    } else if (next !== undefined && (key === 'anyOf' || key === 'oneOf' || key === 'allOf')) {
      member += kindAt(document, keys.slice(0, at + 2));
      at += 1;
    } else if (key === 'properties' && next !== undefined) {
      member += member === '' ? next : `.${next}`;
      at += 1;
    } else if (key === 'items') member += '[]';
    else if (key === 'requestBody') parts.push('body');
    else if (!silent.has(key)) {
      close();
      parts.push(key);
    }
  }
  close();
  return parts.join(', ');
}

function parameterAt(document: Node, keys: readonly string[]): string {
  const found = dereferenced(document, valueAt(document, keys));
  return isNode(found) ? `${String(found['in'])} parameter ${String(found['name'])}` : 'parameter';
}

function kindAt(document: Node, keys: readonly string[]): string {
  const branch = valueAt(document, keys);
  const name = isNode(branch) ? (schemaNameIn(branch['$ref']) ?? branch['type']) : keys.at(-1);
  return `<${String(name)}>`;
}
