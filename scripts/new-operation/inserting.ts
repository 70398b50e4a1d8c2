/** Adds text to files as a person would: what stands there stays as it is. */

/** The text of a key at the top, with what belongs to it: `paths:` and all lines below it that are indented. */
function sectionOf(text: string, key: string): { start: number; end: number } | undefined {
  const match = new RegExp(`^${key}:\\n`, 'm').exec(text);
  if (!match) return undefined;
  const start = match.index + match[0].length;
  const rest = /^\S/m.exec(text.slice(start));
  return { start, end: rest ? start + rest.index : text.length };
}

const insertAt = (text: string, at: number, added: string): string =>
  text.slice(0, at) + added + text.slice(at);

/** Where the last line with content before a place ends. */
const endOfContent = (text: string, before: number): number =>
  text.slice(0, before).trimEnd().length + 1;

/** Adds entries at the end of a section, which is made if it is missing. */
export function addToSection(text: string, key: string, added: string): string {
  if (added === '') return text;
  const section = sectionOf(text, key);
  if (!section) return addSection(text, key, added);
  return insertAt(text, endOfContent(text, section.end), added);
}

/** Parameters stand before schemas. */
function addSection(text: string, key: string, added: string): string {
  const schemas = key === 'parameters' ? /^schemas:$/m.exec(text) : null;
  if (!schemas) return `${text.trimEnd()}\n\n${key}:\n${added}`;
  return insertAt(text, schemas.index, `${key}:\n${added}\n`);
}

/** Adds an operation to a path of a file, which gets the path if it lacks it. */
export function addOperation(text: string, key: string, operation: string): string {
  const section = sectionOf(text, 'paths');
  const body = section ? text.slice(section.start, section.end) : '';
  const item = new RegExp(`^ {2}${key}:\\n`, 'm').exec(body);
  if (!section || !item) return addToSection(text, 'paths', `  ${key}:\n${operation}`);
  const start = section.start + item.index + item[0].length;
  const next = /^ {0,3}\S/m.exec(text.slice(start));
  return insertAt(text, endOfContent(text, next ? start + next.index : text.length), operation);
}

/** Adds a line after the last one that matches. Throws if none does. */
export function addAfterLast(text: string, pattern: RegExp, line: string): string {
  const lines = text.split('\n');
  const at = lines.findLastIndex((each) => pattern.test(each));
  if (at === -1) throw new Error(`No line matches ${String(pattern)}.`);
  return [...lines.slice(0, at + 1), line, ...lines.slice(at + 1)].join('\n');
}

/** Adds a value to a list of values, one a line, under the key of a schema's `enum`. */
export function addToEnum(text: string, schema: string, value: string): string {
  const list = new RegExp(`(^ {2}${schema}:\\n(?: {4}.*\\n)*? {4}enum:\\n)((?: {6}- .*\\n)+)`, 'm');
  const [, , values = ''] = list.exec(text) ?? [];
  if (values === '') throw new Error(`There is no enum ${schema}.`);
  if (values.includes(`      - ${value}\n`)) return text;
  return text.replace(list, `$1$2      - ${value}\n`);
}
