import { OpenApiValidator } from 'express-openapi-validator/dist/openapi.validator.js';
import { ResponseValidator } from 'express-openapi-validator/dist/middlewares/openapi.response.validator.js';
import { SchemaPreprocessor } from 'express-openapi-validator/dist/middlewares/parsers/schema.preprocessor.js';
import { loadContract, type Operation } from '../../src/http/operations.ts';

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON body. */
  readonly body: unknown;
}

interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>;
}

interface Document {
  paths: Record<string, Record<string, { readonly responses: Record<string, Response> }>>;
  components: { readonly responses?: Record<string, Response> };
}

/** The parts of express-openapi-validator without its middleware, which would read the whole document for each answer. */
const { options, ajvOpts } = new OpenApiValidator({
  apiSpec: {} as never,
  validateRequests: false,
  validateSecurity: false,
  validateResponses: true,
}) as unknown as { options: { validateResponses: object }; ajvOpts: Record<string, never> };

interface Validator {
  readonly ajvBody: { addSchema(schema: object, key: string): void };
  buildValidators(responses: object, key: string): object;
  /** Throws if the body does not fit. */
  _validate(response: object): void;
}

/** Compiling takes longer than all validation with what is compiled, and half as long with these options of Ajv. */
const compiledFast = { code: { optimize: false }, inlineRefs: false };

let reader: { readonly document: Document; readonly validator: Validator } | undefined;

function createReader() {
  const preprocessor = new SchemaPreprocessor(
    structuredClone(loadContract().document) as never,
    ajvOpts['preprocessor'] as never,
    options.validateResponses,
  );
  // It compiles each schema for requests alone, and where something refers to it, only to find what it then finds in the
  // document: three seconds of each worker.
  Object.assign(preprocessor, { ajv: { getSchema: () => undefined, compile: () => undefined } });
  const { apiDocRes } = preprocessor.preProcess();
  const document = apiDocRes as unknown as Document;
  // Without the schemas, which it would read again for each response: the responses refer to those of one document, where
  // each is compiled once.
  const spec = { ...document, paths: {}, components: {} };
  const ajvOptions = { ...(ajvOpts['response'] as object | undefined), ...compiledFast };
  const validator = new ResponseValidator(spec as never, ajvOptions);
  const reader = { document, validator: validator as unknown as Validator };
  reader.validator.ajvBody.addSchema(
    { paths: document.paths, components: document.components },
    documentUri,
  );
  return reader;
}

/** References are resolved against the key of a response, so they have to be absolute. */
const documentUri = 'https://contract/openapi.json';

/** The compiled responses by their place in the document, for all that a test has reached. */
const known = new Map<string, object>();

/** What express-openapi-validator, a second and independent reader of the contract, finds wrong with a JSON response. */
export function violationOf(operation: Operation, answered: Answered): string | undefined {
  const { status, headers, body } = answered;
  const { document, validator } = (reader ??= createReader());
  const { path } = operation;
  const method = operation.method.toLowerCase();
  const own = document.paths[path]?.[method]?.responses[status];
  const shared = own?.$ref?.split('/').at(-1);
  const response = shared === undefined ? own : document.components.responses?.[shared];
  const place =
    shared === undefined
      ? ['paths', path, method, 'responses', String(status)]
      : ['components', 'responses', shared];
  const key = `${place.join(' ')} ${status}`;
  let validators = known.get(key);
  if (validators === undefined) {
    const responses = response ? { [status]: referring(response, place) } : {};
    validators = validator.buildValidators(responses, key);
    known.set(key, validators);
  }
  const accepts = [headers.get('content-type') ?? ''];
  try {
    // oxlint-disable-next-line no-underscore-dangle -- its name.
    validator._validate({ validators, body, statusCode: status, path, accepts });
    return undefined;
  } catch (error) {
    const { message, errors } = error as Error & { readonly errors?: unknown };
    return `${message} ${JSON.stringify(errors)}`;
  }
}

/** A response whose schemas are references into the document. */
function referring({ content, ...response }: Response, place: readonly string[]): Response {
  if (content === undefined) return response;
  const types = Object.keys(content).map((type) => {
    const pointer = [...place, 'content', type, 'schema']
      .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
    const { schema } = content[type] ?? {};
    return [type, schema ? { schema: { $ref: `${documentUri}#/${pointer}` } } : {}] as const;
  });
  return { ...response, content: Object.fromEntries(types) };
}
