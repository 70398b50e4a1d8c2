import { describedIn, handledIn, handlersOf, type Source } from '../operations/sources.ts';
import { addHandler, addTest, listHandlers, newHandlers, objectOf } from './code-text.ts';
import { actionOf, operationText } from './contract-text.ts';
import { addAfterLast, addOperation, addToEnum, addToSection } from './inserting.ts';
import { namesOf, type Names } from './names.ts';
import { pathsIn, type Contract, type Request } from './request.ts';

const main = 'openapi/openapi.yaml';
const auditEvents = 'openapi/billing/audit-events.yaml';

export interface Tree extends Contract {
  readonly code: readonly Source[];
  /** The scopes that write, by area. */
  readonly writeScopes: Readonly<Record<string, readonly string[]>>;
  /** The text of a file below the root; undefined if there is none. */
  readonly read: (path: string) => string | undefined;
}

/** The files that an operation is written into, with their new texts. */
export function plan(request: Request, tree: Tree): Map<string, string> {
  const names = namesOf(request, tree.verbs);
  const files = new Map<string, string>();
  const change = (path: string, edit: (text: string) => string): void => {
    files.set(path, edit(files.get(path) ?? tree.read(path) ?? ''));
  };
  const text = operationText(request, names, {
    parameterAt: (name) => parameterAt(name, names.file, tree.areas),
    writeScope: scopeOf(request.area, tree.writeScopes),
  });
  const key = pathsIn(tree.main).get(request.path)?.key ?? newKey(request, names, tree);

  change(names.file, (file) => {
    let result = file === '' ? `# ${capital(names.plural)}.\n\npaths:\n` : file;
    result = addOperation(result, key, text.operation);
    const parameters = missing(text.parameters, result);
    const schemas = missing(text.schemas, result);
    return addToSection(addToSection(result, 'parameters', parameters), 'schemas', schemas);
  });
  if (!pathsIn(tree.main).has(request.path)) change(main, (file) => addPath(file, request, key));
  if (request.method !== 'get') {
    change(auditEvents, (file) =>
      addToEnum(addToEnum(file, 'AuditAction', actionOf(names)), 'AuditSubjectType', names.subject),
    );
  }
  addCode(request, names, { tree, change });
  return files;
}

interface Writing {
  readonly tree: Tree;
  readonly change: (path: string, edit: (text: string) => string) => void;
}

function addCode(request: Request, names: Names, { tree, change }: Writing): void {
  const file = handlersOf(names.file, describedIn(tree.areas), handledIn(tree.code));
  if (tree.read(file) === undefined) {
    const name = freeName(
      objectOf(request.resource),
      request.area,
      tree.read('src/handlers.ts') ?? '',
    );
    change(file, () => newHandlers(file, name, request.id));
    change('src/handlers.ts', (text) => listHandlers(text, file, name));
  } else change(file, (text) => addHandler(text, file, request.id));
  const test = `test/${request.area}/${request.resource}/${request.resource}.test.ts`;
  change(test, (text) => addTest(text === '' ? undefined : text, test, request, names));
}

const freeName = (name: string, area: string, handlers: string): string =>
  new RegExp(`\\b${name}\\b`).test(handlers) ? `${area}${capital(name)}` : name;

const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

const scopeOf = (area: string, scopes: Tree['writeScopes']): string | undefined => {
  const own = scopes[area] ?? [];
  return own.find((scope) => scope === `${area}:write`) ?? own[0];
};

/** Components that a file lacks, as text. */
const missing = (components: Readonly<Record<string, string>>, file: string): string =>
  Object.entries(components)
    .filter(([name]) => !new RegExp(`^ {2}${name}:`, 'm').test(file))
    .map(([, text]) => text)
    .join('');

/** `collection`, `item`, or what the path ends with: the key of a new path in its file. */
function newKey({ path }: Request, { file }: Names, tree: Tree): string {
  const used = [...pathsIn(tree.main).values()].filter((each) => each.file === file);
  const last = path.split('/').at(-1) ?? '';
  const wanted = last.startsWith('{') ? 'item' : used.length === 0 ? 'collection' : last;
  const isFree = (key: string): boolean => !used.some((each) => each.key === key);
  return [wanted, last.replaceAll(/\W/g, ''), `${last}-2`].find(isFree) ?? last;
}

function parameterAt(name: string, file: string, areas: readonly Source[]): string | undefined {
  for (const { path, text } of areas) {
    const parameters = /^parameters:\n((?: .*\n|\s*\n)*)/m.exec(text)?.[1] ?? '';
    const key = new RegExp(`^ {2}(\\w+):\\n {4}name: ${name}\\n {4}in: path\\n`, 'm').exec(
      parameters,
    )?.[1];
    if (key === undefined) continue;
    const [area, resource] = path.replace('openapi/', '').split('/');
    if (path === file) return `#/parameters/${key}`;
    const near = file.startsWith(`openapi/${area}/`) ? '' : `../${area}/`;
    return `${near}${resource}#/parameters/${key}`;
  }
  return undefined;
}

/** Adds a path behind those of its file, or of its area. */
function addPath(text: string, { path, area, resource }: Request, key: string): string {
  const line = `  ${path}: { $ref: ${area}/${resource}.yaml#/paths/${key} }`;
  const ofFile = new RegExp(`\\$ref: ${area}/${resource}\\.yaml#/paths/`);
  const ofArea = new RegExp(`\\$ref: ${area}/[\\w-]+\\.yaml#/paths/`);
  return addAfterLast(text, ofFile.test(text) ? ofFile : ofArea, line);
}
