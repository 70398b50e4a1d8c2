import type { components } from '../../generated/api.ts';
import { parseTemplate, type UrlTemplate, variablesOf } from './url-rules.ts';

/** How many tools an organization can have. */
export const maxTools = 100;

type Method = components['schemas']['ToolMethod'];

/** What a request to a tool's server is made of, besides the secret. */
export interface Definition {
  readonly method: Method;
  readonly url_template: string;
  readonly headers: readonly components['schemas']['ToolHeader'][];
  readonly arguments_schema: Schema;
  readonly secret_header: string;
}

/** Whether arguments that the URL does not name are sent as JSON. */
export const hasBody = (method: Method): boolean =>
  method === 'POST' || method === 'PUT' || method === 'PATCH';

/** What is wrong with a definition, with the member that it is wrong in; undefined if nothing is. */
export function definitionFault(
  definition: Definition,
  allowHttp: boolean,
): PlacedFault | undefined {
  const parsed = parseTemplate(definition.url_template, allowHttp);
  if ('fault' in parsed) return { path: ['url_template'], fault: parsed.fault };
  return headerFault(definition) ?? argumentsFault(definition, parsed.template);
}

/** Set by the service, or about the connection. */
const ownHeaders = new Set(
  'accept accept-encoding connection content-encoding content-length content-type expect host http2-settings keep-alive mcp-method mcp-name mcp-protocol-version mcp-session-id proxy-authenticate proxy-authorization proxy-connection te traceparent tracestate trailer transfer-encoding upgrade user-agent via'.split(
    ' ',
  ),
);

function headerFault({ headers, secret_header }: Definition): PlacedFault | undefined {
  const own = 'The service sets this header itself, or it concerns the connection.';
  if (ownHeaders.has(secret_header.toLowerCase())) return { path: ['secret_header'], fault: own };
  const seen = new Set([secret_header.toLowerCase()]);
  for (const [index, { name, value }] of headers.entries()) {
    const path = ['headers', String(index)];
    const key = name.toLowerCase();
    if (ownHeaders.has(key)) return { path: [...path, 'name'], fault: own };
    if (seen.has(key))
      return {
        path: [...path, 'name'],
        fault: 'Send each header once; that of the secret counts.',
      };
    if (value !== value.trim())
      return { path: [...path, 'value'], fault: 'Send the value without a space at its ends.' };
    seen.add(key);
  }
  return undefined;
}

const scalars = ['string', 'integer', 'number', 'boolean'];

function argumentsFault(
  { method, arguments_schema }: Definition,
  template: UrlTemplate,
): PlacedFault | undefined {
  const at = (...path: string[]) => ['arguments_schema', ...path];
  if (arguments_schema['type'] !== 'object')
    return { path: at('type'), fault: 'The type of arguments is "object".' };
  const properties = isObject(arguments_schema['properties']) ? arguments_schema['properties'] : {};
  const required = listOf(arguments_schema['required']);
  const { inPath, inQuery } = variablesOf(template);
  for (const name of new Set([...inPath, ...inQuery])) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const types = isObject(property) ? [property['type']].flat() : [];
    if (types.length === 0 || !types.every((type) => scalars.includes(String(type))))
      return {
        path: at('properties', name),
        fault: `{${name}} of the URL needs this property, with the type ${scalars.join(', ')} or a list of these.`,
      };
    if (inPath.includes(name) && !required.includes(name))
      return { path: at('required'), fault: `{${name}} of the path must be required.` };
  }
  const unnamed = Object.keys(properties).find(
    (name) => !inPath.includes(name) && !inQuery.includes(name),
  );
  if (!hasBody(method) && unnamed !== undefined)
    return {
      path: at('properties', unnamed),
      fault: `A ${method} has no body, so the URL must name {${unnamed}}.`,
    };
  return undefined;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The origin that a secret of a tool is sent to. */
export function originOf(url_template: string): string | undefined {
  const parsed = parseTemplate(url_template, true);
  return 'template' in parsed ? parsed.template.origin : undefined;
}

/** Where something is wrong in what a client sent, and what. */
export interface PlacedFault {
  readonly path: readonly string[];
  readonly fault: string;
}

export type Schema = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a keyword holds: a schema, several in a list or by name, or something that is no schema. */
type Kind = 'schema' | 'list' | 'named';

const kinds: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ...(
    'additionalProperties propertyNames items contains not if then else unevaluatedItems ' +
    'unevaluatedProperties contentSchema'
  )
    .split(' ')
    .map((name) => [name, 'schema'] as const),
  ...['prefixItems', 'allOf', 'anyOf', 'oneOf'].map((name) => [name, 'list'] as const),
  ...['properties', 'patternProperties', 'dependentSchemas', '$defs'].map(
    (name) => [name, 'named'] as const,
  ),
]);

/** Undefined for a keyword that holds no schema, and for an annotation. */
export const kindOf = (keyword: string): Kind | undefined => kinds.get(keyword);

/** Calls back for a schema and all schemas within it, each before those within it. */
export function eachSchema(
  schema: unknown,
  visit: (schema: Schema, path: readonly string[]) => void,
  path: readonly string[] = [],
): void {
  if (!isObject(schema)) return;
  visit(schema, path);
  for (const [keyword, value] of Object.entries(schema)) {
    const kind = kindOf(keyword);
    if (kind === 'schema') eachSchema(value, visit, [...path, keyword]);
    else if (kind !== undefined && typeof value === 'object' && value !== null)
      for (const [name, each] of Object.entries(value))
        eachSchema(each, visit, [...path, keyword, name]);
  }
}
