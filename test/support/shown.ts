import type { OperationId, Success } from '../../src/http/contract.ts';
import type { WithHeaders } from '../../src/http/etag.ts';
import type { JsonText } from '../../src/http/json.ts';
import { exampleAnswer } from './examples.ts';

type Body<S> = S extends WithHeaders<infer B> ? Parsed<B> : Parsed<S>;
type Parsed<T> =
  T extends JsonText<unknown>
    ? never
    : T extends object
      ? { [Name in keyof T]: Parsed<T[Name]> }
      : T;

/** The example bodies of an operation's success. */
const bodiesOf = <Id extends OperationId>(id: Id) =>
  exampleAnswer(id).bodies as Body<Success<Id>>[];

export const first = <Id extends OperationId>(id: Id) => bodiesOf(id)[0]!;
export const last = <Id extends OperationId>(id: Id) => bodiesOf(id).at(-1)!;
