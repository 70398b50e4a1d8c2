import { patternWords } from './patterns.ts';
import { isPart, type Part, type Reference, schemaName } from './reference.ts';

type Resolve = Reference['resolve'];

/**
 * Describes the schemas with members that some schemas lead to, each once, as sections of Markdown. Schemas without
 * members are described where they are used.
 */
export function schemaSections(described: readonly unknown[], resolve: Resolve): string[] {
  const sections = new Map<string, string>();
  const waiting = described.flatMap((schema) => namesIn(schema, resolve));
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    if (sections.has(name)) continue;
    const target = resolve({ $ref: `#/components/schemas/${name}` });
    const text = paragraph(target['description']);
    sections.set(
      name,
      [`### ${name}`, text, ...bodyOf(target, resolve)].filter(Boolean).join('\n\n'),
    );
    waiting.push(...namesIn(target, resolve));
  }
  return [...sections.values()];
}

/** A schema in a few words: `integer, 1 to 200`, `array of RetryReason`. */
export function typeOf(schema: unknown, resolve: Resolve): string {
  if (!isPart(schema)) return 'any value';
  const name = sectionName(schema, resolve);
  if (name !== undefined) return `[${name}](#${name.toLowerCase()})`;
  const plain = { ...resolve(schema), ...schema };
  const branches = branchesOf(plain);
  if (branches.length > 0) return branches.map((each) => typeOf(each, resolve)).join(' or ');
  if ('const' in plain) return `always ${code(plain['const'])}`;
  const values = plain['enum'] ?? plain['x-extensible-enum'];
  if (Array.isArray(values)) {
    const known = values
      .filter((value) => value !== null)
      .map(code)
      .join(', ');
    const others = 'enum' in plain ? '' : ', later perhaps others';
    const limits = limitsOf({ default: plain['default'] });
    return [`one of ${known}${others}${allowsNull(plain) ? ' or null' : ''}`, ...limits].join(', ');
  }
  const kinds = kindsOf(plain).map((kind) =>
    kind === 'array' && isPart(plain['items']) && Object.keys(plain['items']).length > 0
      ? `array of ${typeOf(plain['items'], resolve)}`
      : kind,
  );
  return [kinds.join(' or ') || 'any value', ...limitsOf(plain)].join(', ');
}

const longEnum = 12;

/** The name of a schema that has a section of its own: it has members, branches or many values. */
function sectionName(schema: Part, resolve: Resolve): string | undefined {
  const target = resolve(schema);
  const values = target['enum'] ?? target['x-extensible-enum'];
  const isLong = Array.isArray(values) && values.length > longEnum;
  const hasParts = ['properties', 'oneOf', 'anyOf', 'allOf', 'additionalProperties'].some(
    (name) => typeof target[name] === 'object',
  );
  return isLong || hasParts || kindsOf(target).includes('array') ? schemaName(schema) : undefined;
}

/** The limits of a value in words, each by itself. */
function limitsOf(schema: Part): string[] {
  const number = (name: string) => {
    const value = schema[name];
    return typeof value === 'number' ? value : undefined;
  };
  const { format, pattern } = schema;
  return [
    ...(typeof format === 'string' && format !== 'int64' ? [format] : []),
    ...rangeOf(number('minimum'), number('maximum')),
    ...countOf('characters', number('minLength'), number('maxLength')),
    ...countOf('items', number('minItems'), number('maxItems')),
    ...countOf('members', number('minProperties'), number('maxProperties')),
    ...countOf('bytes as JSON', undefined, number('x-max-bytes')),
    ...(typeof pattern === 'string' ? [patternWords.get(pattern) ?? 'of a form of its own'] : []),
    ...(schema['default'] === undefined ? [] : [`default ${code(schema['default'])}`]),
  ];
}

function countOf(unit: string, low: number | undefined, high: number | undefined): string[] {
  if (high === undefined) return low === undefined ? [] : [`at least ${low} ${unit}`];
  const limit = `${high.toLocaleString('en')} ${unit}`;
  return [low === undefined || low === 0 ? `at most ${limit}` : `${low} to ${limit}`];
}

function rangeOf(minimum: number | undefined, maximum: number | undefined): string[] {
  if (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER)
    return [minimum === undefined ? `at most ${maximum}` : `${minimum} to ${maximum}`];
  return minimum === undefined ? [] : [`${minimum} or more`];
}

/** The members of an object, or the kinds of a union. */
export function bodyOf(schema: Part, resolve: Resolve): string[] {
  const branches = branchesOf(schema).map((each) => `- ${typeOf(each, resolve)}`);
  const members = membersOf(schema, resolve, '');
  return [
    ...(members.length > 0 ? [members.join('\n')] : []),
    ...(branches.length > 0 ? ['One of:', branches.join('\n')] : []),
    ...(members.length + branches.length === 0 ? [sentence(typeOf(schema, resolve))] : []),
  ];
}

function membersOf(schema: Part, resolve: Resolve, indent: string): string[] {
  const parts = Array.isArray(schema['allOf']) ? schema['allOf'] : [];
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const own = Object.entries(isPart(schema['properties']) ? schema['properties'] : {});
  const others = schema['additionalProperties'];
  return [
    ...parts.flatMap((part) => membersOf(resolve(part), resolve, indent)),
    ...own.flatMap(([name, member]) => {
      const need = required.includes(name) ? '' : ', may be omitted';
      return memberText(`\`${name}\``, member, need, { resolve, indent });
    }),
    ...(isPart(others) && Object.keys(others).length > 0
      ? memberText('`{name}`', others, '', { resolve, indent })
      : []),
  ];
}

function memberText(
  name: string,
  member: unknown,
  need: string,
  { resolve, indent }: { resolve: Resolve; indent: string },
): string[] {
  const node = isPart(member) ? member : {};
  const text =
    node['description'] ?? (sectionName(node, resolve) ? '' : resolve(node)['description']);
  return [
    `${indent}- ${name} *(${typeOf(node, resolve)}${need})*${explained(text, indent)}`,
    ...membersOf(insideOf(node, resolve), resolve, `${indent}  `),
  ];
}

/** A text of one paragraph on the member's line, a longer one below it: it may have a table. */
export function explained(description: unknown, indent = ''): string {
  const text = paragraph(description);
  if (text === '') return '';
  if (!text.includes('\n\n') && !text.includes('|')) return `: ${text.replaceAll('\n', ' ')}`;
  return `:\n\n${text.replaceAll(/^(?=.)/gm, `${indent}  `)}\n`;
}

/** The anonymous object that a member is, that its items are, or that it is unless it is null. */
function insideOf(node: Part, resolve: Resolve): Part {
  const [branch, other] = branchesOf(node).filter(
    (each) => isPart(each) && each['type'] !== 'null',
  );
  const inner = other === undefined ? (node['items'] ?? branch) : undefined;
  return isPart(inner) && sectionName(inner, resolve) === undefined
    ? insideOf(inner, resolve)
    : node;
}

function branchesOf(schema: Part): readonly unknown[] {
  const found = schema['oneOf'] ?? schema['anyOf'];
  return Array.isArray(found) ? found : [];
}

const kindsOf = ({ type }: Part): string[] =>
  (Array.isArray(type) ? type : [type]).filter((each) => typeof each === 'string');

const allowsNull = (schema: Part): boolean => kindsOf(schema).includes('null');

const code = (value: unknown): string => `\`${JSON.stringify(value)}\``;

export const sentence = (text: string): string =>
  `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;

const paragraph = (text: unknown): string => (typeof text === 'string' ? text.trim() : '');

/** The names of the sections that a schema leads to, not those that they lead to. */
function namesIn(schema: unknown, resolve: Resolve): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap((each) => namesIn(each, resolve));
  if (!isPart(schema)) return [];
  const name = sectionName(schema, resolve);
  if (name !== undefined) return [name];
  return Object.entries(schema).flatMap(([key, part]) => {
    if (['default', 'enum', 'const', 'example', 'examples', 'discriminator'].includes(key))
      return [];
    return namesIn(key === 'allOf' && Array.isArray(part) ? part.map(resolve) : part, resolve);
  });
}
