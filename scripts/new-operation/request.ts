import { operationsIn, type Source } from '../operations/sources.ts';

/** What is known of the contract when an operation is added. */
export interface Contract {
  readonly areas: readonly Source[];
  /** `openapi/openapi.yaml`. */
  readonly main: string;
  /** With what an operationId may begin. */
  readonly verbs: readonly string[];
}

export interface Request {
  readonly id: string;
  readonly area: string;
  readonly path: string;
  readonly method: string;
  /** The name of the file in the area, without its extension. */
  readonly resource: string;
}

export interface Options {
  readonly id: string | undefined;
  readonly area: string | undefined;
  readonly path: string | undefined;
  readonly method: string | undefined;
  readonly resource: string | undefined;
}

const methods: Readonly<Record<string, string>> = {
  list: 'get',
  get: 'get',
  stream: 'get',
  export: 'get',
  download: 'get',
  update: 'patch',
  set: 'put',
  delete: 'delete',
};

/** The verb and the noun of an operationId; undefined if it does not begin with a verb. */
export function wordsOf(
  id: string,
  verbs: readonly string[],
): [verb: string, noun: string] | undefined {
  const [, verb, noun] = new RegExp(`^(${verbs.join('|')})((?:[A-Z][a-z0-9]+)+)$`).exec(id) ?? [];
  return verb !== undefined && noun !== undefined ? [verb, noun] : undefined;
}

/** The file and key of each path in `openapi.yaml`. */
export const pathsIn = (main: string): Map<string, { file: string; key: string }> =>
  new Map(
    [...main.matchAll(/^ {2}(\/\S+):\s+(?:\{ )?\$ref: ([\w/-]+\.yaml)#\/paths\/([\w-]+)/gm)].map(
      ([, path = '', file = '', key = '']) => [path, { file: `openapi/${file}`, key }] as const,
    ),
  );

/** Completes what was typed. Throws a sentence if it cannot be added. */
export function requestFrom(options: Options, { areas, main, verbs }: Contract): Request {
  const { id, path } = options;
  if (id === undefined || path === undefined) {
    throw new Error(
      'Say what to add: make new-operation ID=listTags AT=/api/v1/tags AREA=workflows',
    );
  }
  const words = wordsOf(id, verbs);
  if (!words) {
    throw new Error(
      `ID=${id} is not a known verb followed by a noun in camelCase. The verbs are ${verbs.join(', ')}; a new one is added in openapi/redocly.yaml.`,
    );
  }
  const existing = areas.find((source) => operationsIn(source).includes(id));
  if (existing) throw new Error(`ID=${id} exists in ${existing.path}.`);
  const method = options.method?.toLowerCase() ?? methods[words[0]] ?? 'post';
  if (!['get', 'post', 'put', 'patch', 'delete'].includes(method)) {
    throw new Error(`METHOD=${method} is none of get, post, put, patch and delete.`);
  }
  if (!/^\/api\/v1(\/([a-z0-9-]+|\{[a-z][a-z0-9_]*\}))+$/.test(path)) {
    throw new Error(
      `AT=${path} is no path: /api/v1/ and words in lower case with hyphens, or parameters as {tag_id}.`,
    );
  }
  const paths = pathsIn(main);
  const same = paths.get(path);
  const other = [...paths.keys()].find((each) => each !== path && areAmbiguous(each, path));
  if (!same && other !== undefined) {
    throw new Error(`AT=${path} is ambiguous with ${other}: some requests match both.`);
  }
  const known = [...new Set(areas.map((source) => source.path.split('/')[1] ?? ''))];
  const area = options.area ?? same?.file.split('/')[1];
  if (area === undefined) throw new Error(`Say where: AREA= one of ${known.join(', ')}.`);
  if (!known.includes(area)) {
    throw new Error(`AREA=${area} does not exist; there are ${known.join(', ')}.`);
  }
  const resource = options.resource ?? same?.file.replace(/^.*\/|\.yaml$/g, '') ?? nameOf(path);
  const request = { id, area, path, method, resource };
  if (same && same.file !== fileOf(request)) {
    throw new Error(`${path} is in ${same.file}: leave AREA and FILE out, or name these.`);
  }
  const taken = same && operationAt(areas, same.file, same.key, method);
  if (taken) throw new Error(`${method.toUpperCase()} ${path} is ${taken} in ${same.file}.`);
  return request;
}

export const fileOf = ({ area, resource }: Pick<Request, 'area' | 'resource'>): string =>
  `openapi/${area}/${resource}.yaml`;

/** The last word of a path that is followed by nothing but parameters. */
const nameOf = (path: string): string =>
  path.split('/').findLast((segment) => !segment.startsWith('{')) ?? 'resource';

/** Whether some URLs match both paths, and neither is the more exact of them at each place. */
export function areAmbiguous(one: string, other: string): boolean {
  const pairs = one.split('/').map((segment, at) => [segment, other.split('/')[at]] as const);
  if (one.split('/').length !== other.split('/').length) return false;
  const isParameter = (segment: string | undefined): boolean => segment?.startsWith('{') === true;
  if (pairs.some(([a, b]) => a !== b && !isParameter(a) && !isParameter(b))) return false;
  const isWider = pairs.some(([a, b]) => isParameter(a) && !isParameter(b));
  const isNarrower = pairs.some(([a, b]) => !isParameter(a) && isParameter(b));
  return isWider === isNarrower;
}

function operationAt(
  areas: readonly Source[],
  file: string,
  key: string,
  method: string,
): string | undefined {
  const text = areas.find(({ path }) => path === file)?.text ?? '';
  const item = new RegExp(`^ {2}${key}:\\n((?: {3,}.*\\n|\\s*\\n)*)`, 'm').exec(text)?.[1] ?? '';
  const operation = new RegExp(`^ {4}${method}:\\n((?: {5,}.*\\n|\\s*\\n)*)`, 'm').exec(item)?.[1];
  return operation && (/operationId: (\w+)/.exec(operation)?.[1] ?? 'taken');
}
