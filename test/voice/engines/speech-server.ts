import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { toneWav } from './wav.ts';

export interface Spoken {
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly body: Record<string, unknown>;
}

type Answer = (response: ServerResponse, request: Spoken) => unknown;

export const audio =
  (wav: Buffer = toneWav()): Answer =>
  (response) =>
    response.writeHead(200, { 'content-type': 'audio/wav' }).end(wav);

export const problem =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));

export interface SpeechServerForTests {
  readonly url: string;
  /** The requests so far. */
  readonly spoken: Spoken[];
  /** The answers to come; the last one repeats. */
  answers: Answer[];
}

/** A server that speaks OpenAI's speech protocol, until the test ends. */
export async function startSpeechServer(): Promise<SpeechServerForTests> {
  const state: SpeechServerForTests = { url: '', spoken: [], answers: [audio()] };
  const server = createServer((request, response) => {
    void serve(state, request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, { url: `http://127.0.0.1:${port}` });
}

async function serve(
  state: SpeechServerForTests,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const spoken = await read(request);
  state.spoken.push(spoken);
  const [answer = audio()] = state.answers;
  if (state.answers.length > 1) state.answers.shift();
  answer(response, spoken);
}

async function read(request: IncomingMessage): Promise<Spoken> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return {
    path: request.url,
    authorization: request.headers.authorization,
    body: JSON.parse(Buffer.concat(chunks).toString()),
  };
}
