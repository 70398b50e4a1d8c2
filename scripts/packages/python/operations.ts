import { operationObjects, type OpenApiDocument, resolve } from '../../../src/http/operations.ts';
import { argumentName, iteratorName, methodName } from '../../reference/assets/python-names.js';
import { readAs } from '../client/read-as.ts';

type Node = Record<string, unknown>;

interface Media {
  readonly schema?: Node;
}
interface Operation extends Node {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: Node[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Record<string, Media> };
  readonly responses: Record<string, { readonly content?: Record<string, Media> }>;
}

interface Placed {
  readonly path: string;
  readonly method: string;
  readonly object: Operation;
}

interface Argument {
  readonly name: string;
  /** What the server calls it. */
  readonly sent: string;
  readonly type: string;
  readonly in: string;
  readonly isRequired: boolean;
}

/** The methods of both clients, as a module. */
export function operationsModule(document: OpenApiDocument): string {
  const all = operationObjects<Operation>(document);
  const methods = (isAsync: boolean): string =>
    all.map((each) => methodsOf(document, each, isAsync)).join('\n');
  return `# Written by \`make package\`.
# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import Any

from typing_extensions import Unpack

from . import models as m
from ._async import AsyncCaller
from ._core import Content, Event, File, Options
from ._sync import Caller


class Operations(Caller):
${methods(false)}

class AsyncOperations(AsyncCaller):
${methods(true)}`;
}

function methodsOf(
  document: OpenApiDocument,
  { path, method, object }: Placed,
  isAsync: boolean,
): string {
  const parameters = (object.parameters ?? []).map((each) => resolve<Node>(document, each));
  const isKeyed = parameters.some(({ name }) => name === 'Idempotency-Key');
  const args = [...parameters.map(argumentOf), ...bodyOf(document, object)];
  const { kind, type } = answerOf(document, { path, method, object });
  const name = methodName(object.operationId);
  const call = (how: string, returned: string, sentArgs = args): string => {
    const pass = sentArgs.filter((each) => each.in !== 'path');
    const groups = ['query', 'header', 'body', 'form', 'content'].flatMap((group) => {
      const members = pass.filter((each) => each.in === group);
      if (members.length === 0) return [];
      if (group === 'body' || group === 'content') return [`${group}=${members[0]?.name}`];
      const pairs = members.map((each) => `${JSON.stringify(each.sent)}: ${each.name}`);
      return [`${group}={${pairs.join(', ')}}`];
    });
    const media = Object.keys(object.requestBody?.content ?? {})[0];
    const content = pass.some((each) => each.in === 'content')
      ? [`media=${JSON.stringify(media)}`]
      : [];
    const of = sentArgs
      .filter((each) => each.in === 'path')
      .map((each) => `${JSON.stringify(each.sent)}: ${each.name}`);
    const sent = [
      ...(returned === '' ? [] : [returned]),
      JSON.stringify(method),
      JSON.stringify(path),
      ...(of.length > 0 ? [`path={${of.join(', ')}}`] : []),
      ...groups,
      ...content,
      ...(isKeyed ? ['is_keyed=True'] : []),
      'options=options',
    ];
    return `self._${how}(${sent.join(', ')})`;
  };
  const define = (defined: string, returns: string, expression: string, own = args): string =>
    [
      `    ${isAsync && !/Iterator/.test(returns) ? 'async ' : ''}def ${defined}(self${signature(own)}) -> ${returns}:`,
      `        """${object.summary}."""`,
      `        return ${isAsync && !/Iterator/.test(returns) ? 'await ' : ''}${expression}`,
      '',
    ].join('\n');
  const iterator = (of: string): string => `${isAsync ? 'Async' : ''}Iterator[${of}]`;
  if (kind === 'events') return define(name, iterator(`Event[${type}]`), call('events', type));
  if (kind === 'chunks') return define(name, iterator('bytes'), call('chunks', ''));
  const one = define(name, type, call(kind, kind === 'json' ? type : ''));
  const item = itemOf(document, object);
  if (item === undefined) return one;
  const own = args.filter(({ sent }) => sent !== 'cursor');
  const all = iteratorName(object.operationId);
  return `${one}\n${define(all, iterator(item), call('items', type, own), own)}`;
}

function argumentOf(parameter: Node): Argument {
  const sent = String(parameter['name']);
  return {
    sent,
    name: argumentName(sent),
    in: String(parameter['in']),
    isRequired: parameter['required'] === true,
    type: typeOf(parameter['schema'] as Node),
  };
}

/** The required ones first; those of the path by position too. */
function signature(args: readonly Argument[]): string {
  const shown = ({ name, type, isRequired }: Argument): string =>
    isRequired ? `${name}: ${type}` : `${name}: ${type} | None = None`;
  const positional = args.filter((each) => each.in === 'path' || each.in === 'body');
  const named = args.filter((each) => !positional.includes(each));
  const sorted = (each: readonly Argument[]): readonly Argument[] =>
    each.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired));
  return [
    ...sorted(positional).map(shown),
    ...(named.length > 0 ? ['*', ...sorted(named).map(shown)] : []),
    '**options: Unpack[Options]',
  ]
    .map((each) => `, ${each}`)
    .join('');
}

function bodyOf(document: OpenApiDocument, { requestBody }: Operation): Argument[] {
  const [media, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (media === undefined || !content?.schema) return [];
  const isRequired = requestBody?.required === true;
  if (media === 'application/json') {
    const type = `${typeOf(content.schema)} | Mapping[str, Any]`;
    return [{ name: 'body', sent: '', in: 'body', isRequired, type }];
  }
  if (media !== 'multipart/form-data')
    return [{ name: 'content', sent: '', in: 'content', isRequired: true, type: 'Content' }];
  const { properties, required } = resolve<{
    properties: Record<string, Node>;
    required: string[];
  }>(document, content.schema as never);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    sent: name,
    in: 'form',
    isRequired: required.includes(name),
    type: schema['format'] === 'binary' ? 'File' : 'str',
  }));
}

function successOf(document: OpenApiDocument, { responses }: Operation): Record<string, Media> {
  const [, response = {}] =
    Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  return resolve<{ content?: Record<string, Media> }>(document, response).content ?? {};
}

function answerOf(document: OpenApiDocument, { path, method, object }: Placed) {
  const [media, content] = Object.entries(successOf(document, object))[0] ?? [];
  if (media === undefined) return { kind: 'none', type: 'None' };
  if (media === 'application/json') return { kind: 'json', type: typeOf(content?.schema) };
  // A stream that a POST answers with is not opened again: its bytes are handed over.
  if (media === 'text/event-stream')
    return { kind: method === 'GET' ? 'events' : 'chunks', type: typeOf(content?.schema) };
  const kind = { text: 'text', blob: 'bytes', stream: 'chunks' }[readAs(path, media)];
  return { kind, type: kind === 'text' ? 'str' : 'bytes' };
}

/** What a page holds; undefined if the answer is no page. */
function itemOf(document: OpenApiDocument, operation: Operation): string | undefined {
  const schema = successOf(document, operation)['application/json']?.schema;
  const { properties = {} } = schema
    ? resolve<{ properties?: Record<string, Node> }>(document, schema)
    : {};
  const { items, next_cursor } = properties;
  return items && next_cursor ? typeOf(items['items'] as Node) : undefined;
}

const types: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
};

function typeOf(schema: Node | undefined): string {
  if (schema === undefined) return 'Any';
  const [, name] = /^#\/components\/schemas\/(\w+)$/.exec(String(schema['$ref'])) ?? [];
  // As classes are called.
  if (name !== undefined) return `m.${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  if (schema['type'] === 'array') return `list[${typeOf(schema['items'] as Node)}]`;
  return types[String(schema['type'])] ?? 'Any';
}
