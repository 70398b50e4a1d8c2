import { escaped } from './html.ts';
import { limitsOf } from './schemas.ts';
import { inline, markdown } from './markdown.ts';
import type { Part, Reference } from './reference.ts';

type Resolve = Reference['resolve'];

/** Deeper members are named by their schema alone. No schema of a person's interest is deeper. */
const maxDepth = 6;

/** Where a list of members stands: the schemas around it, and the start of its members' anchors. */
interface Place {
  readonly trail: readonly Part[];
  readonly id: string;
}

/** The members of a schema as a nested list. Objects within are folded. A member's anchor is `body.phone_number`. */
export function schemaView(schema: Part, resolve: Resolve, id: string): string {
  return `<p class="shape">${escaped(typeText(schema, resolve))}</p>${membersOf(schema, resolve, { trail: [], id })}`;
}

/** A name that links to itself, for the element that has the anchor. */
export const anchored = (name: string, id: string): string =>
  `<code class="name"><a href="#${escaped(id)}">${escaped(name)}</a></code>`;

/** A schema that stands in for another: a reference, one beside null, or the items of an array. */
function content(schema: Part, resolve: Resolve): Part {
  const plain = withoutNull(resolve(schema), resolve);
  return plain['items'] === undefined ? plain : content(plain['items'] as Part, resolve);
}

function withoutNull(schema: Part, resolve: Resolve): Part {
  const branches = schema['anyOf'] as Part[] | undefined;
  const others = branches?.filter((branch) => branch['type'] !== 'null');
  return branches && others?.length === 1 && others[0]
    ? withoutNull(resolve(others[0]), resolve)
    : schema;
}

function membersOf(schema: Part, resolve: Resolve, { trail, id }: Place): string {
  const inner = content(schema, resolve);
  if (trail.includes(inner) || trail.length > maxDepth) return '';
  const path = { trail: [...trail, inner], id };
  const properties = Object.entries((inner['properties'] ?? {}) as Record<string, Part>);
  const required = (inner['required'] ?? []) as string[];
  const own = properties.map(([name, property]) =>
    member(name, property, required.includes(name), resolve, path),
  );
  const branches = (inner['oneOf'] ?? inner['anyOf'] ?? []) as Part[];
  const alternatives = branches
    .map((branch, index) => {
      const nested = membersOf(branch, resolve, { ...path, id: `${id}.${index + 1}` });
      const title = `One of: ${typeText(branch, resolve)}`;
      return `<li class="branch">${nested === '' ? escaped(title) : folded(title, nested)}</li>`;
    })
    .join('');
  const combined = ((inner['allOf'] ?? []) as Part[])
    .map((each, index) => membersOf(each, resolve, { ...path, id: `${id}.all${index + 1}` }))
    .join('');
  const values = inner['additionalProperties'];
  const others =
    typeof values === 'object' && values !== null && Object.keys(values).length > 0
      ? member('any name', values as Part, false, resolve, path)
      : '';
  const items = own.join('') + others + alternatives;
  return (items === '' ? '' : `<ul class="members">${items}</ul>`) + combined;
}

function member(
  name: string,
  property: Part,
  required: boolean,
  resolve: Resolve,
  place: Place,
): string {
  const id = `${place.id}.${name.replaceAll(' ', '-')}`;
  const nested = membersOf(property, resolve, { ...place, id });
  const description = descriptionOf(property, resolve);
  return `<li id="${escaped(id)}">${anchored(name, id)} <span class="type">${escaped(typeText(property, resolve))}</span>${required ? ' <span class="required">required</span>' : ''}${description === '' ? '' : markdown(description)}${limitsView(property, resolve)}${nested === '' ? '' : folded(`Members of ${name}`, nested)}</li>`;
}

const folded = (title: string, html: string): string =>
  `<details><summary>${escaped(title)}</summary>${html}</details>`;

/** What stands beside the reference says more than what the reference leads to. */
function descriptionOf(schema: Part, resolve: Resolve): string {
  const [own, referred] = [schema['description'], resolve(schema)['description']];
  return typeof own === 'string' ? own : typeof referred === 'string' ? referred : '';
}

/** The type in words: "array of Campaign", "string or null". */
export function typeText(schema: Part, resolve: Resolve): string {
  const plain = resolve(schema);
  const branches = plain['anyOf'] as Part[] | undefined;
  if (branches?.some((branch) => branch['type'] === 'null')) {
    const others = branches.filter((branch) => branch['type'] !== 'null');
    return `${others.map((branch) => typeText(branch, resolve)).join(' or ')} or null`;
  }
  if (plain['items'] !== undefined) {
    return `array of ${typeText(plain['items'] as Part, resolve)}${isNullable(plain) ? ' or null' : ''}`;
  }
  const name = nameOf(schema);
  if (name !== undefined && (plain['properties'] ?? plain['oneOf'] ?? plain['anyOf']) !== undefined)
    return name;
  const types = (plain['type'] ??
    (plain['const'] === undefined ? 'any' : typeof plain['const'])) as string | string[];
  const format = plain['format'] ?? plain['contentMediaType'];
  const text = [types].flat().join(' or ');
  return typeof format === 'string' && format !== 'int64' ? `${text} (${format})` : text;
}

const nameOf = (schema: Part): string | undefined => (schema['$ref'] as string)?.split('/').at(-1);
const isNullable = ({ type }: Part): boolean => Array.isArray(type) && type.includes('null');

/** The allowed values, as a line under a member. */
export function limitsView(schema: Part, resolve: Resolve): string {
  const plain = withoutNull(resolve(schema), resolve);
  const code = (value: unknown): string =>
    `<code>${escaped(typeof value === 'string' ? value : JSON.stringify(value))}</code>`;
  const open = plain['x-extensible-enum'] as unknown[] | undefined;
  const closed = (plain['enum'] as unknown[] | undefined)?.filter((value) => value !== null);
  const limits = [
    ...(plain['const'] === undefined ? [] : [`always ${code(plain['const'])}`]),
    ...(closed ? [`one of ${closed.map(code).join(', ')}`] : []),
    ...(open && !closed ? [`${open.map(code).join(', ')}, or a value added later`] : []),
    ...limitsOf({ ...plain, format: undefined }).map(inline),
  ];
  return limits.length === 0 ? '' : `<p class="limits">${limits.join('; ')}</p>`;
}
