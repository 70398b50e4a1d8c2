import fc from 'fast-check';
import type { Operation, Schema } from '../../src/http/operations.ts';
import { broken, fitting } from '../../test/support/arbitrary.ts';
import { exampleRequest } from '../../test/support/examples.ts';
import type { Caller } from './callers.ts';
import { createSampler, type Random } from './random.ts';
import type { WireRequest } from './sending.ts';
import { tame } from './tame.ts';
import { spoil } from './spoiling.ts';

export interface Composed {
  readonly operation: Operation;
  readonly caller: Caller;
  readonly params: Readonly<Record<string, string>>;
  readonly request: WireRequest;
  /** Secrets in it that no response may contain. */
  readonly secrets: readonly string[];
}

export interface Composer {
  compose(operation: Operation, caller: Caller): Composed;
}

type Kind = 'fitting' | 'broken';

export function createComposer(random: Random, receiver: string): Composer {
  const sample = createSampler(random);
  const value = (name: string, kind: Kind, schema: Schema): unknown =>
    sample(`${name} ${kind}`, () => (kind === 'broken' ? broken(schema) : fitting(schema)));

  const parameter = (operation: Operation, kind: Kind, place: string) =>
    operation.parameters
      .filter((each) => each.in === place)
      .map((each) => ({
        ...each,
        value: textOf(value(`${operation.id} ${place} ${each.name}`, kind, each.schema)),
      }));

  function pathOf(operation: Operation, caller: Caller, kind: Kind) {
    const known = random.chance(0.9) ? caller.ids.paramsFor(operation.path) : {};
    const params: Record<string, string> = {};
    for (const each of parameter(operation, kind, 'path')) {
      const seen = known[each.name] ?? caller.ids.named(each.name);
      params[each.name] =
        seen !== undefined && random.chance(kind === 'fitting' ? 0.95 : 0.6)
          ? String(seen)
          : each.value;
    }
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encoded(params[name] ?? '-'),
    );
    const query = parameter(operation, kind, 'query')
      .filter(({ required }) => required === true || random.chance(0.4))
      .map(({ name, value: text }) => `${name}=${encoded(idFor(name, text, caller))}`);
    if (random.chance(0.03))
      query.push(random.pick(['surprise=1', 'limit=1&limit=2', '=', '&&', 'a[b]=c', '%00=1']));
    return { params, path: query.length === 0 ? path : `${path}?${query.join('&')}` };
  }

  const idFor = (name: string, text: string, caller: Caller): string =>
    name.endsWith('_id') && random.chance(0.7) ? String(caller.ids.named(name) ?? text) : text;

  function bodyOf(operation: Operation, caller: Caller, kind: Kind) {
    if (operation.bodySchema && random.chance(0.97)) {
      const made = value(operation.id, kind, operation.bodySchema);
      const tamed = tame(made, { random, ids: caller.ids, receiver });
      const raw = JSON.stringify(tamed);
      return { value: tamed, raw, type: 'application/json' };
    }
    const { raw, headers } = exampleRequest(operation.id);
    if (raw === undefined) return undefined;
    if (operation.body?.types.includes('text/csv') === true)
      return { value: undefined, raw: csv(), type: 'text/csv' };
    return { value: undefined, raw, type: headers['content-type'] ?? 'application/json' };
  }

  const csv = (): string => {
    const rows = Array.from({ length: random.below(30) }, () => {
      const name = sample('csv', () => fc.string({ unit: 'grapheme', maxLength: 20 }));
      return `+1212555${String(100 + random.below(100)).padStart(4, '0')},${random.chance(0.8) ? 'Ada' : name}`;
    });
    const head = random.chance(0.9) ? 'phone_number,first_name' : 'phone;first,,name';
    return [head, ...rows].join(random.pick(['\n', '\n', '\r\n']));
  };

  return {
    compose(operation, caller) {
      const kind = random.chance(0.6) ? 'fitting' : 'broken';
      const { params, path } = pathOf(operation, caller, kind);
      const body = bodyOf(operation, caller, kind);
      const headers: [string, string][] = caller.headers.map(([name, text]) => [name, text]);
      for (const { name, value: text } of parameter(operation, kind, 'header')) {
        if (random.chance(0.3)) headers.push([name, ascii(text)]);
      }
      if (random.chance(0.05)) headers.push(random.pick(conditions));
      if (body) headers.push(['content-type', body.type]);
      const plain: WireRequest = {
        method: operation.method,
        path,
        headers,
        body: body && Buffer.from(body.raw),
      };
      return {
        operation,
        caller,
        params,
        request: random.chance(0.25) ? spoil(plain, random) : plain,
        secrets: [
          ...caller.headers.map(([, text]) => text.replace(/^Bearer /, '')),
          ...secretsIn(operation, body?.value),
        ].filter((text) => text.length >= 8),
      };
    },
  };
}

const conditions: readonly [string, string][] = [
  ['if-match', '*'],
  ['if-match', '"1"'],
  ['if-none-match', '*'],
  ['if-match', 'W/"x", "y"'],
  ['if-none-match', 'nonsense'],
  ['idempotency-key', 'traffic'],
  ['idempotency-key', ''],
];

const encoded = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(/^\.+$/, '-') || '-';

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** The characters that a header may contain. */
const ascii = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 2000);

/** Values of members that the contract marks as secrets, unless the body also contains them elsewhere. */
function secretsIn(operation: Operation, body: unknown): string[] {
  const found: string[] = [];
  const walk = (value: unknown, secret: boolean): void => {
    if (typeof value === 'string' && secret) found.push(value);
    if (typeof value !== 'object' || value === null) return;
    for (const [name, part] of Object.entries(value))
      walk(part, secret || operation.secrets.has(name));
  };
  walk(body, false);
  const all = JSON.stringify(body) ?? '';
  return found.filter((text) => /^[\x20-\x7e]+$/.test(text) && all.split(text).length === 2);
}
