import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nextEntries } from '../contract-diff/verdict.ts';
import { contractText, entryText, handlerText, testText } from './texts.ts';

/** An operation that is to be written. */
export interface Plan {
  readonly id: string;
  readonly verb: 'get' | 'list';
  readonly area: string;
  readonly tag: string;
  /** The name of its folders and of its file in the contract. */
  readonly resource: string;
  readonly path: string;
  /** "tool tags". */
  readonly words: string;
  /** The schema of one of them. */
  readonly schema: string;
  /** The object of its handlers. */
  readonly object: string;
}

/**
 * The files that an operation adds or changes, each with its text. Throws what is wrong with the area or the name, and what is
 * allowed.
 */
export function filesOf(root: string, area: string, id: string): Map<string, string> {
  const plan = planOf(root, area, id);
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  const contract = `openapi/${area}/${plan.resource}.yaml`;
  const handler = `src/${area}/${plan.resource}/handlers.ts`;
  const test = `test/${area}/${plan.resource}/${plan.resource}.test.ts`;
  for (const path of [contract, handler, test])
    if (existsSync(join(root, path)))
      throw new Error(`${path} exists: add ${id} to it by hand, or choose another name.`);
  const reference = `  ${plan.path}: { $ref: ${area}/${plan.resource}.yaml#/paths/collection }`;
  const imported = `import { ${plan.object} } from './${area}/${plan.resource}/handlers.ts';`;
  const spread = /(\n\} satisfies Partial<Handlers>;)/;
  return new Map([
    [contract, contractText(plan)],
    [handler, handlerText(plan)],
    [test, testText(plan)],
    [
      'openapi/openapi.yaml',
      afterLast(
        read('openapi/openapi.yaml'),
        new RegExp(`^ {2}/\\S+: \\{ \\$ref: ${area}/`),
        reference,
      ),
    ],
    [
      'src/handlers.ts',
      afterLast(read('src/handlers.ts'), new RegExp(`^import .*'\\./${area}/`), imported).replace(
        spread,
        `\n  ...${plan.object},$1`,
      ),
    ],
    [nextEntries, withEntry(read(nextEntries), entryText(plan))],
  ]);
}

function planOf(root: string, area: string, id: string): Plan {
  const areas = areasIn(root);
  const tag = areas.get(area);
  if (tag === undefined)
    throw new Error(`"${area}" is no area. AREA is one of ${[...areas.keys()].join(', ')}.`);
  const [, verb, noun = ''] = /^(get|list)((?:[A-Z][a-z0-9]+)+)$/.exec(id) ?? [];
  if (verb !== 'get' && verb !== 'list')
    throw new Error(
      `"${id}" is no name for it. NAME is list and a plural, or get and a noun, in camelCase, as in listToolTags. For other verbs copy the nearest operation that has them.`,
    );
  const words = noun.replaceAll(/(?<=.)[A-Z]/g, ' $&').toLowerCase();
  if (verb === 'list' && !noun.endsWith('s'))
    throw new Error(`"${id}" lists several, so its name is a plural: list${noun}s.`);
  const resource = words.replaceAll(' ', '-');
  const schema = verb === 'list' ? noun.replace(/ies$/, 'y').replace(/s$/, '') : noun;
  const plan = {
    id,
    verb,
    area,
    tag,
    resource,
    path: `/api/v1/${resource}`,
    words,
    schema,
    object: `${noun.charAt(0).toLowerCase()}${noun.slice(1)}`,
  } as const;
  refuseTaken(root, plan);
  return plan;
}

function refuseTaken(root: string, { id, path, schema, object, verb }: Plan): void {
  const contract = contractFiles(root)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const handlers = readFileSync(join(root, 'src/handlers.ts'), 'utf8');
  const has = (text: string, pattern: string): boolean => new RegExp(pattern, 'm').test(text);
  const taken =
    (has(contract, `operationId: ${id}$`) && `the operation ${id}`) ||
    (has(contract, `^ {2}${path}:`) && `the path ${path}`) ||
    (has(contract, `^ {2}${schema}:`) && `the name ${schema} for a schema`) ||
    (verb === 'list' &&
      has(contract, `^ {2}${schema}Page:`) &&
      `the name ${schema}Page for a schema`) ||
    (has(handlers, `\\b${object}\\b`) && `the name ${object} for handlers`);
  if (taken) throw new Error(`The project has ${taken} already: choose another NAME.`);
}

/** The areas that organizations call, each with the tag that most of its operations have. */
function areasIn(root: string): Map<string, string> {
  const ofOthers = new Set(['admin', 'carriers', 'simulation', 'voice-models', 'webhook-events']);
  const areas = new Map<string, string>();
  const folders = readdirSync(join(root, 'openapi'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(root, 'src', entry.name)))
    .map(({ name }) => name);
  for (const area of folders.toSorted()) {
    const text = contractFiles(root, area)
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    const tags = [...text.matchAll(/^ {6}tags: \[([\w-]+)\]$/gm)]
      .map(([, tag = '']) => tag)
      .filter((tag) => !ofOthers.has(tag));
    const count = (tag: string): number => tags.filter((each) => each === tag).length;
    const [tag] = tags.toSorted((a, b) => count(b) - count(a));
    if (tag !== undefined) areas.set(area, tag);
  }
  return areas;
}

const contractFiles = (root: string, area = ''): string[] => {
  const folder = join(root, 'openapi', area);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml') && !/^(flows|rules)\//.test(name))
    .map((name) => join(folder, name));
};

/** A text with a line after the last line that a pattern fits. */
function afterLast(text: string, pattern: RegExp, line: string): string {
  const lines = text.split('\n');
  const at = lines.findLastIndex((each) => pattern.test(each));
  if (at < 0) throw new Error(`There is no line like ${pattern} to write after: ${line}`);
  return lines.toSpliced(at + 1, 0, line).join('\n');
}

/** The entries with one more at the top of the list Contract, which is made if it is missing. */
function withEntry(entries: string, entry: string): string {
  if (/^## Contract\n\n/m.test(entries))
    return entries.replace(/^## Contract\n\n/m, (heading) => `${heading}${entry}\n`);
  const [heading = '', ...rest] = entries.split('\n');
  return [heading, '', '## Contract', '', entry, ...rest].join('\n');
}
