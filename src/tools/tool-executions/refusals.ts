import { conflict, Failure } from '../../errors.ts';
import type { Sent } from './outcome-rules.ts';

/** What an operation refuses, as what came of the built-in tool that calls it. */
export interface Refused extends Pick<Sent, 'status' | 'error_code' | 'error_detail'> {
  /** Whether the same request can succeed in a moment. */
  readonly isOfMoment: boolean;
}

/** Undefined for an error that is no refusal. A carrier that fails may have done what was asked. */
export function refusedBy(error: unknown): Refused | undefined {
  if (!(error instanceof Failure)) return undefined;
  const { kind, code, detail } = error.problem;
  const error_detail = `${code}: ${detail}`.slice(0, 500);
  const isOfMoment = code === 'too_many_requests';
  switch (kind) {
    case 'conflict':
    case 'forbidden':
    case 'too_many':
      return { status: 'failed', error_code: 'refused', error_detail, isOfMoment };
    case 'bad_gateway':
    case 'gateway_timeout':
      return { status: 'unknown', error_code: 'carrier_failed', error_detail, isOfMoment };
    default:
      return undefined;
  }
}

export const ended = () =>
  conflict('run_ended', 'The run has ended, so it calls no tools any more.');
