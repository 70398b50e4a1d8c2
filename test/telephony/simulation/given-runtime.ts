import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { until } from '../calls/given.ts';

/** A message as a runtime reads it. */
export type Message = ReturnType<typeof JSON.parse>;

export interface Session {
  readonly socket: WebSocket;
  readonly url: URL;
  readonly messages: Message[];
  readonly say: (message: object | string) => void;
  /** Resolves to the first message of an event, or of a type, that a condition holds for. */
  readonly hears: (event: string, holds?: (message: Message) => boolean) => Promise<Message>;
  readonly isClosed: () => boolean;
}

/** A program that takes media streams as their documentation says. */
export async function givenStreamRuntime(accepts = true) {
  const sessions: Session[] = [];
  const http = createServer();
  const server = new WebSocketServer({ noServer: true });
  http.on('upgrade', (request, socket, head) => {
    if (!accepts) return socket.end('HTTP/1.1 503 Service Unavailable\r\n\r\n');
    server.handleUpgrade(request, socket, head, (opened) => {
      const messages: Message[] = [];
      opened.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString())));
      opened.on('error', () => undefined);
      sessions.push({
        socket: opened,
        url: new URL(request.url ?? '', 'ws://runtime'),
        messages,
        say: (message) =>
          opened.send(typeof message === 'string' ? message : JSON.stringify(message)),
        hears: async (event, holds = () => true) => {
          const find = async () =>
            messages.find((each) => (each.event ?? each.type) === event && holds(each));
          return (await until(find, (found) => found !== undefined))!;
        },
        isClosed: () => opened.readyState === opened.CLOSED,
      });
    });
  });
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    for (const each of server.clients) each.terminate();
    http.close().closeAllConnections();
  });
  const { port } = http.address() as AddressInfo;
  return {
    stream_url: `ws://127.0.0.1:${port}/stream`,
    sessions,
    /** The session that opens as number `index`. */
    session: async (index = 0) =>
      (await until(
        async () => sessions[index],
        (session) => session !== undefined,
      ))!,
  };
}

/** Loud audio of that many frames of 20 ms, in base64. */
export const loud = (frames: number): string => Buffer.alloc(frames * 160, 0x10).toString('base64');
