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
}

interface Document {
  paths: Record<string, Record<string, { readonly responses: Record<string, Response> }>>;
  components: { readonly responses?: Record<string, Response>; readonly schemas: object };
}

/** The parts of express-openapi-validator without its middleware, which would read the whole document for each answer. */
const { options, ajvOpts } = new OpenApiValidator({
  apiSpec: {} as never,
  validateRequests: false,
  validateSecurity: false,
  validateResponses: true,
}) as unknown as { options: { validateResponses: object }; ajvOpts: Record<string, never> };

interface Validator {
  buildValidators(responses: object, key: string): object;
  /** Throws if the body does not fit. */
  _validate(response: object): void;
}

let reader: { readonly document: Document; readonly validator: Validator } | undefined;

function createReader() {
  const { apiDocRes } = new SchemaPreprocessor(
    structuredClone(loadContract().document) as never,
    ajvOpts['preprocessor'] as never,
    options.validateResponses,
  ).preProcess();
  const spec = apiDocRes as unknown as Document;
  const validator = new ResponseValidator(spec as never, ajvOpts['response']);
  const document = { ...spec };
  // It adds them to each schema that it compiles, and reads all of them each time.
  spec.paths = {};
  spec.components = { schemas: spec.components.schemas };
  return { document, validator: validator as unknown as Validator };
}

/** The compiled responses of each status of each operation that a test has reached. */
const known = new Map<string, object>();

/** What express-openapi-validator, a second and independent reader of the contract, finds wrong with a JSON response. */
export function violationOf(operation: Operation, answered: Answered): string | undefined {
  const { status, headers, body } = answered;
  const { document, validator } = (reader ??= createReader());
  const key = `${operation.id} ${status}`;
  let validators = known.get(key);
  if (validators === undefined) {
    const { responses = {} } =
      document.paths[operation.path]?.[operation.method.toLowerCase()] ?? {};
    const { $ref } = responses[status] ?? {};
    const response =
      $ref === undefined
        ? responses[status]
        : document.components.responses?.[$ref.split('/').at(-1) ?? ''];
    validators = validator.buildValidators(response ? { [status]: response } : {}, key);
    known.set(key, validators);
  }
  const accepts = [headers.get('content-type') ?? ''];
  try {
    // oxlint-disable-next-line no-underscore-dangle -- its name.
    validator._validate({ validators, body, statusCode: status, path: operation.path, accepts });
    return undefined;
  } catch (error) {
    const { message, errors } = error as Error & { readonly errors?: unknown };
    return `${message} ${JSON.stringify(errors)}`;
  }
}
