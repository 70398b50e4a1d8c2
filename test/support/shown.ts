import type { OperationId, Success } from '../../src/http/contract.ts';
import type { WithHeaders } from '../../src/http/etag.ts';
import { exampleAnswer } from './examples.ts';

type Body<S> = S extends WithHeaders<infer B> ? B : S;

/** The example bodies of an operation's success. */
const bodiesOf = <Id extends OperationId>(id: Id) =>
  exampleAnswer(id).bodies as Body<Success<Id>>[];

export const first = <Id extends OperationId>(id: Id) => bodiesOf(id)[0]!;
export const last = <Id extends OperationId>(id: Id) => bodiesOf(id).at(-1)!;
