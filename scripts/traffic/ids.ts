import type { Operation } from '../../src/http/operations.ts';
import type { Random } from './random.ts';

type Values = Readonly<Record<string, string>>;

/** The known objects, from earlier responses. */
export interface Ids {
  /** Collects the ids in an operation's response. */
  collect(operation: Operation, params: Values, body: unknown): void;
  /** Values for an operation's path that belong together, without unknown ones. */
  paramsFor(path: string): Values;
  /** A value that was seen under a name. */
  named(name: string): string | number | undefined;
}

const kept = 40;
/** Members that contain the id that another name stands for. */
const otherNames: Readonly<Record<string, string>> = {
  telephony_configuration_id: 'config_id',
  definition_id: 'version_number',
};

export function createIds(operations: readonly Operation[], random: Random): Ids {
  /** The parameter that follows a path, by path. */
  const below = new Map<string, string>();
  for (const { path } of operations) {
    const segments = path.split('/');
    for (const [index, segment] of segments.entries()) {
      if (segment.startsWith('{'))
        below.set(segments.slice(0, index).join('/'), segment.slice(1, -1));
    }
  }
  const tuples = new Map<string, Values[]>();
  const byName = new Map<string, (string | number)[]>();
  const keep = <T>(lists: Map<string, T[]>, name: string, value: T): void => {
    const list = lists.get(name) ?? [];
    if (list.length < kept) list.push(value);
    else list[random.below(kept)] = value;
    lists.set(name, list);
  };
  const isId = (value: unknown): value is string | number =>
    typeof value === 'number' || typeof value === 'string';
  return {
    collect(operation, params, body) {
      const child = below.get(operation.path);
      const answered = body as { items?: unknown } | null;
      const items = Array.isArray(body)
        ? (body as unknown[])
        : Array.isArray(answered?.items)
          ? (answered.items as unknown[])
          : [body];
      for (const item of items.slice(0, kept)) {
        for (const [name, value] of Object.entries(Object(item) as object)) {
          if (name.endsWith('_id') && isId(value)) keep(byName, name, value);
          if (name !== 'id' && name !== child) continue;
          if (child === undefined || !isId(value)) continue;
          keep(byName, child, value);
          keep(tuples, `${operation.path}/{${child}}`, { ...params, [child]: String(value) });
        }
      }
    },
    paramsFor(path) {
      const segments = path.split('/');
      for (let length = segments.length; length > 0; length--) {
        const known = tuples.get(segments.slice(0, length).join('/'));
        if (known) return random.pick(known);
      }
      return {};
    },
    named(name) {
      const list = byName.get(name) ?? byName.get(otherNames[name] ?? '');
      return list && random.pick(list);
    },
  };
}
