import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** What a model is asked, as far as tests look at it. */
export interface Asked {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

export interface Answer {
  readonly words?: string;
  readonly call?: { readonly name: string; readonly args: object };
  /** How long the first token takes, and each further one. */
  readonly delaysMs?: readonly [number, number];
  readonly status?: number;
  /** What is sent in place of chunks. */
  readonly body?: string;
}

export interface ModelServer {
  readonly url: string;
  readonly server: Server;
  readonly keys: Set<string | undefined>;
  close(): void;
}

/** Speaks the protocol of https://platform.openai.com/docs/api-reference/chat-streaming, each word a token. */
export async function startModel(answer: (asked: Asked) => Answer): Promise<ModelServer> {
  const keys = new Set<string | undefined>();
  const server = createServer((req, res) => void serve(req, res));
  async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of req) parts.push(part as Buffer);
    keys.add(req.headers.authorization);
    const asked = JSON.parse(Buffer.concat(parts).toString()) as Asked;
    const { words = '', call, delaysMs = [0, 0], status = 200, body } = answer(asked);
    res.writeHead(status, { 'content-type': 'text/event-stream' });
    if (body !== undefined || status !== 200) {
      res.end(body ?? '{"error":{}}');
      return;
    }
    const send = (delta: object, finish_reason: string | null = null): void => {
      const choices = [{ index: 0, delta, finish_reason }];
      const chunk = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, choices };
      res.write(`data: ${JSON.stringify(chunk)}\n\n`);
    };
    send({ role: 'assistant', content: '' });
    const tokens = words === '' ? [] : words.split(/(?<= )/);
    for (const [index, content] of tokens.entries()) {
      const delay = delaysMs[index === 0 ? 0 : 1];
      if (delay > 0) await pause(delay);
      if (res.destroyed) return;
      send({ content });
    }
    if (call) {
      const { name, args } = call;
      send({
        tool_calls: [
          { index: 0, id: 'call_0', type: 'function', function: { name, arguments: '' } },
        ],
      });
      send({ tool_calls: [{ index: 0, function: { arguments: JSON.stringify(args) } }] });
    }
    send({}, call ? 'tool_calls' : 'stop');
    res.end('data: [DONE]\n\n');
  }
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    server,
    keys,
    close() {
      server.close().closeAllConnections();
    },
  };
}
