import { eachSchema, isObject, type Schema } from '../rules.ts';
import type { Message } from './message-rules.ts';

/** The member by which a server has an argument sent as the header `Mcp-Param-...` too, in the stateless version. */
const member = 'x-mcp-header';
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const kinds = ['string', 'integer', 'boolean'];

interface Mirrored {
  readonly name: unknown;
  readonly type: unknown;
  readonly path: readonly string[];
}

function mirroredIn(schema: Schema): Mirrored[] {
  const found: Mirrored[] = [];
  eachSchema(schema, (each, path) => {
    if (Object.hasOwn(each, member)) found.push({ name: each[member], type: each['type'], path });
  });
  return found;
}

/** The names of the members that lead to an argument; undefined if something else than members does. */
const namesOf = (path: readonly string[]): readonly string[] | undefined =>
  path.every((part, index) => index % 2 === 1 || part === 'properties')
    ? path.filter((_, index) => index % 2 === 1)
    : undefined;

/** Why the headers of a function's arguments cannot be sent; undefined if they can. */
export function headersFault(schema: Schema): string | undefined {
  const names = new Set<string>();
  for (const { name, type, path } of mirroredIn(schema)) {
    const isName = typeof name === 'string' && token.test(name) && !names.has(name.toLowerCase());
    const types = [type].flat().filter((each) => each !== 'null');
    const isKind = types.length === 1 && kinds.includes(String(types[0]));
    if (!isName || !isKind || !namesOf(path)?.length)
      return `${path.join('.')}.${member}: It is no header of an argument.`;
    names.add(name.toLowerCase());
  }
  return undefined;
}

/** The headers that repeat what a message says, so that proxies need not read it. */
export function mirrored({ method, params }: Message, schema: Schema): Record<string, string> {
  const { name, arguments: args } = isObject(params) ? params : {};
  const own = mirroredIn(schema).flatMap(({ name: header, path }): [string, string][] => {
    const value = namesOf(path)?.reduce<unknown>(
      (within, part) =>
        isObject(within) && Object.hasOwn(within, part) ? within[part] : undefined,
      args,
    );
    const isSent = ['string', 'number', 'boolean'].includes(typeof value);
    return isSent ? [[`mcp-param-${String(header).toLowerCase()}`, encoded(String(value))]] : [];
  });
  return {
    'mcp-method': method,
    ...(typeof name === 'string' && { 'mcp-name': encoded(name) }),
    ...Object.fromEntries(own),
  };
}

/** Visible ASCII is sent as it is. */
const encoded = (text: string): string =>
  /^[!-~]([ -~]*[!-~])?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text)
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`;
