/** A request to an operation. Whoever sends it adds the caller's credential. */
export interface DoorRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: string | undefined;
}

export interface DoorAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

/**
 * The one way from a tool to an operation: an HTTP request with the caller's credential, so that everything that holds
 * for HTTP holds for tools. Throws `DoorFailure` if there is no answer.
 */
export type Door = (request: DoorRequest) => Promise<DoorAnswer>;

/** The same door for one request at a time, in their order: a batch of messages holds one answer, not all of them. */
export function oneAtATime(door: Door): Door {
  let last: Promise<unknown> = Promise.resolve();
  return (request) => {
    const next = last.then(() => door(request));
    last = next.catch(() => {});
    return next;
  };
}

/** There is no answer, or none that can be shown. What the operation did is unknown. */
export class DoorFailure extends Error {}

/** How long an operation may take. */
export const answerMs = 60_000;
/** Maximum size of an answer that is read; what is shown of it is smaller. */
const maxAnswerBytes = 4_194_304;

/** Collects an answer's bytes; throws if they are too many. */
export async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxAnswerBytes) throw new DoorFailure('The answer is too large for a tool.');
    parts.push(chunk);
  }
  return Buffer.concat(parts).toString('utf8');
}
