import { Failure, InvalidRequest } from '../errors.ts';

/** Why something that was requested for later was not done when it was due. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
}

interface StoredRefusal {
  readonly code: string;
  readonly detail: string;
}

/** As it is stored: with the name that processes of contract 0.2.0 read, for a rolling upgrade. */
export const storedRefusal = ({ code, message: detail }: Refusal): string =>
  JSON.stringify({ code, detail });

export const shownRefusal = ({ code, detail: message }: StoredRefusal): Refusal => ({
  code,
  message,
});

/** What an error means for it: it is refused, tried again later, or undefined if it is a fault of ours. */
export function meaningOf(error: unknown): Refusal | 'later' | undefined {
  if (error instanceof InvalidRequest) return { code: 'validation_error', message: error.message };
  if (!(error instanceof Failure)) return undefined;
  const { kind, code, detail } = error.problem;
  return kind === 'too_many' || kind === 'unavailable' ? 'later' : { code, message: detail };
}
