import { isNode, type Node, type Published, schemaName } from './published.ts';

/**
 * Describes a schema and every named schema that it leads to, each once, as sections of Markdown. `shown` holds the
 * names that the page has already.
 */
export function schemaSections(
  published: Published,
  schema: unknown,
  shown: Set<string>,
): readonly string[] {
  const sections: string[] = [];
  const waiting = [...namesIn(schema)];
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    if (shown.has(name)) continue;
    shown.add(name);
    const target = published.resolve({ $ref: `#/components/schemas/${name}` });
    const text = paragraph(target['description']);
    sections.push([`### ${name}`, text, ...bodyOf(target)].filter(Boolean).join('\n\n'));
    waiting.push(...namesIn(target));
  }
  return sections;
}

/** A schema in a few words: `integer, 1 to 200`, `array of RetryReason`. */
export function typeOf(schema: unknown): string {
  if (!isNode(schema)) return 'any value';
  const name = schemaName(schema);
  if (name !== undefined) return `[${name}](#${name.toLowerCase()})`;
  const branches = branchesOf(schema);
  if (branches.length > 0) return branches.map(typeOf).join(' or ');
  if ('const' in schema) return code(schema['const']);
  const values = schema['enum'] ?? schema['x-extensible-enum'];
  if (Array.isArray(values)) {
    const known = `${values.map(code).join(', ')}${allowsNull(schema) ? ' or null' : ''}`;
    return 'enum' in schema ? `one of ${known}` : `one of ${known}, later perhaps others`;
  }
  const kinds = kindsOf(schema).map((kind) => (kind === 'array' ? arrayOf(schema) : kind));
  const limits = limitsOf(schema);
  return [kinds.join(' or ') || 'any value', ...limits].join(', ');
}

const arrayOf = ({ items }: Node): string =>
  isNode(items) && Object.keys(items).length > 0 ? `array of ${typeOf(items)}` : 'array';

/** The limits of a value in words, each by itself. */
export function limitsOf(schema: Node): string[] {
  const number = (name: string) => {
    const value = schema[name];
    return typeof value === 'number' ? value : undefined;
  };
  const { format, pattern } = schema;
  const bytes = number('x-max-bytes');
  return [
    ...(typeof format === 'string' ? [format] : []),
    ...rangeOf(number('minimum'), number('maximum')),
    ...countOf('characters', number('minLength'), number('maxLength')),
    ...countOf('items', number('minItems'), number('maxItems')),
    ...countOf('members', number('minProperties'), number('maxProperties')),
    ...countOf('bytes as JSON', undefined, bytes),
    ...(typeof pattern === 'string' ? [`matches \`${pattern.replaceAll('`', '')}\``] : []),
    ...('default' in schema ? [`default ${code(schema['default'])}`] : []),
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
export function bodyOf(schema: Node): string[] {
  const branches = branchesOf(schema);
  if (branches.length > 0)
    return [[`One of:`, ...branches.map((each) => `- ${typeOf(each)}`)].join('\n')];
  const members = membersOf(schema, '');
  return members.length > 0 ? [members.join('\n')] : [sentence(typeOf(schema))];
}

function membersOf(schema: Node, indent: string): string[] {
  const parts = Array.isArray(schema['allOf']) ? schema['allOf'].filter(isNode) : [];
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const own = Object.entries(isNode(schema['properties']) ? schema['properties'] : {});
  return [
    ...parts.flatMap((part) =>
      schemaName(part) === undefined
        ? membersOf(part, indent)
        : [`${indent}- all members of ${typeOf(part)}`],
    ),
    ...own.flatMap(([name, member]) => {
      const node = isNode(member) ? member : {};
      const facts = `${typeOf(node)}${required.includes(name) ? '' : ', may be omitted'}`;
      return [
        `${indent}- \`${name}\` (${facts})${explained(node['description'], indent)}`,
        ...membersOf(insideOf(node), `${indent}  `),
      ];
    }),
  ];
}

/** A text of one paragraph on the member's line, a longer one below it: it may have a table. */
function explained(description: unknown, indent: string): string {
  const text = paragraph(description);
  if (text === '') return '';
  if (!text.includes('\n\n') && !text.includes('|')) return `: ${text.replaceAll('\n', ' ')}`;
  return `:\n\n${text.replaceAll(/^(?=.)/gm, `${indent}  `)}\n`;
}

/** The anonymous object that a member is, or that its items are. */
const insideOf = (node: Node): Node =>
  !('properties' in node) && isNode(node['items']) && !('$ref' in node['items'])
    ? node['items']
    : node;

function branchesOf(schema: Node): readonly unknown[] {
  const found = schema['oneOf'] ?? schema['anyOf'];
  return Array.isArray(found) ? found : [];
}

const kindsOf = ({ type }: Node): string[] =>
  (Array.isArray(type) ? type : [type]).filter((each) => typeof each === 'string');

const allowsNull = (schema: Node): boolean => kindsOf(schema).includes('null');

const code = (value: unknown): string => `\`${JSON.stringify(value)}\``;

const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;

const paragraph = (text: unknown): string => (typeof text === 'string' ? text.trim() : '');

/** The names of the schemas that a schema refers to, not those that they refer to. */
function namesIn(schema: unknown): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(namesIn);
  if (!isNode(schema)) return [];
  const name = schemaName(schema);
  if (name !== undefined) return [name];
  return Object.entries(schema).flatMap(([key, part]) =>
    ['default', 'enum', 'const', 'example', 'examples', 'discriminator'].includes(key)
      ? []
      : namesIn(part),
  );
}
