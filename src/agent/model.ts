import { createParser } from 'eventsource-parser';
import { request } from 'undici';
import { addChunk, callsOf, emptyCompletion, ModelFailure, type Piece } from './completion.ts';
import type { AgentModel } from '../system/settings.ts';
import type { Message, Offered } from './prompt-rules.ts';

export interface Question {
  readonly messages: readonly Message[];
  readonly tools: readonly Offered[];
}

/** Asks a model; the pieces of its answer come as it writes them. Throws `ModelFailure`, or what the signal is aborted with. */
export type Ask = (question: Question, signal: AbortSignal) => AsyncGenerator<Piece>;

/** Bytes of an answer, with everything that the protocol adds to its words. */
const maxBytes = 4_194_304;

export const askOf = ({
  url,
  name,
  apiKey,
  patienceMs,
}: Omit<AgentModel, 'maxConversations'>): Ask =>
  async function* ask({ messages, tools }, signal) {
    const patience = new AbortController();
    let timer = setTimeout(() => patience.abort(), patienceMs);
    const body = JSON.stringify({
      model: name,
      messages,
      stream: true,
      ...(tools.length > 0 && { tools }),
    });
    try {
      const answer = await request(`${url}/chat/completions`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'text/event-stream',
          ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
        },
        body,
        signal: AbortSignal.any([signal, patience.signal]),
      });
      if (answer.statusCode !== 200) {
        await answer.body.dump({ limit: 65_536 }).catch(() => {});
        throw refused(answer.statusCode);
      }
      const completion = emptyCompletion();
      const isStream = /^text\/event-stream/i.test(String(answer.headers['content-type']));
      for await (const data of isStream ? eventsIn(answer.body) : wholeOf(answer.body)) {
        clearTimeout(timer);
        timer = setTimeout(() => patience.abort(), patienceMs);
        const text = addChunk(completion, data);
        if (text !== '') yield { kind: 'words', text };
      }
      for (const call of callsOf(completion)) yield { kind: 'call', call };
    } catch (error) {
      signal.throwIfAborted();
      throw patience.signal.aborted ? late() : failureOf(error);
    } finally {
      clearTimeout(timer);
    }
  };

/** The data of the events of a stream. */
export async function* eventsIn(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const events: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => void events.push(data) });
  const decoder = new TextDecoder();
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge();
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* events.splice(0);
  }
  // Servers leave out the empty line after the last event.
  parser.feed('\n\n');
  yield* events.splice(0);
}

async function* wholeOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge();
    parts.push(chunk);
  }
  yield Buffer.concat(parts).toString('utf8');
}

const tooLarge = (): ModelFailure =>
  new ModelFailure('model_answer_invalid', "The model's answer is too large.");

const late = (): ModelFailure =>
  new ModelFailure('model_timeout', 'The model did not answer in time.');

const refused = (status: number): ModelFailure =>
  status >= 500 || status === 429
    ? new ModelFailure('model_unreachable', `The model's server answered ${status}.`)
    : new ModelFailure('model_refused', `The model's server refused the request with ${status}.`);

/** Errors of connections are not shown: their messages may have the address, with what stands in it. */
const failureOf = (error: unknown): ModelFailure =>
  error instanceof ModelFailure
    ? error
    : new ModelFailure('model_unreachable', "The model's server was not reached.");
