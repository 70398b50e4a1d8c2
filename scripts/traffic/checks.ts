import type { Contract, Operation } from '../../src/http/operations.ts';
import { createRouter } from '../../src/http/router.ts';
import { operationNamed } from '../conformance/contract.ts';
import { violationOf } from '../conformance/validity.ts';
import type { Composed } from './requests.ts';
import type { Exchanged, WireAnswer, WireRequest } from './sending.ts';

/** Statuses that Node itself sends for requests that it cannot parse. */
const beforeTheApp = [400, 408, 413, 417, 431];

export interface Checker {
  /** The operation that the broken request actually names. */
  operationOf(request: WireRequest): Operation | undefined;
  /** What is wrong with a response, in a few words; undefined if nothing. */
  faultOf(composed: Composed, exchanged: Exchanged): string | undefined;
}

/** Checks responses against the contract, independently of the server's code. */
export function createChecker({ operations }: Pick<Contract, 'operations'>): Checker {
  const router = createRouter(operations);
  const operationOf = ({ method, path }: WireRequest): Operation | undefined => {
    const found = router.match(method, path.split('?', 1)[0] ?? path);
    return found !== undefined && 'operation' in found ? found.operation : undefined;
  };
  return {
    operationOf,
    faultOf({ request, secrets }, exchanged) {
      if ('none' in exchanged)
        return exchanged.none === 'cut' ? undefined : `no answer: ${exchanged.none}`;
      const { status, headers, text } = exchanged;
      if (status >= 500) return `the answer was ${status}`;
      if (secrets.some((secret) => text.includes(secret)))
        return 'the answer holds a secret that was sent';
      if (beforeTheApp.includes(status) && !headers.has('x-request-id')) return undefined;
      if (isForeignPage(request, exchanged)) return undefined;
      const operation = operationOf(request);
      return operation === undefined
        ? withoutOperation(exchanged)
        : faultOfAnswer(operation, request, exchanged);
    },
  };
}

/** A page of another origin is refused before the service looks at its path. */
const isForeignPage = ({ headers }: WireRequest, { status, text }: WireAnswer): boolean =>
  status === 403 &&
  text.includes('"code":"origin_not_allowed"') &&
  headers.some(([name]) => name === 'origin');

/** Paths and methods that the contract does not have. */
function withoutOperation({ status, headers, text }: WireAnswer): string | undefined {
  if (status === 204 && headers.has('allow')) return undefined;
  const isProblem = headers.get('content-type')?.startsWith('application/problem+json') === true;
  if ((status === 404 || status === 405) && isProblem) return undefined;
  return `an unknown path or method was answered ${status} ${text.slice(0, 200)}`;
}

function faultOfAnswer(
  { id }: Operation,
  { method, path }: WireRequest,
  answer: WireAnswer,
): string | undefined {
  if (!answer.headers.has('x-request-id')) return 'there is no X-Request-Id';
  if (answer.headers.get('cache-control') !== 'no-store') return 'a cache may keep it';
  const sent = { method, path, headers: {} };
  return violationOf(operationNamed(id), sent, { ...answer, json: parsed(answer) });
}

function parsed({ headers, text }: WireAnswer): unknown {
  if (!/[/+]json\b/.test(headers.get('content-type') ?? '')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
