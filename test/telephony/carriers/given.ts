import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import type { CallRequest } from '../../../src/telephony/carriers/carrier.ts';
import type { HangUpRequest } from '../../../src/telephony/carriers/requests.ts';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/**
 * A carrier's API on this machine that gives every request the same response and records the requests. `closed` resolves
 * when the client closes the connection of a request.
 */
export async function carrierApi(answer: (res: ServerResponse) => void) {
  const received: Received[] = [];
  const closings = Promise.withResolvers<void>();
  const server = createServer((req, res) => {
    req.socket.once('close', () => closings.resolve());
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      received.push({
        method: req.method ?? '',
        path: req.url ?? '',
        headers: req.headers,
        body: Buffer.concat(chunks).toString(),
      });
      answer(res);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const close = () =>
    new Promise<void>((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
  onTestFinished(close);
  const { port }: AddressInfo = addressOf(server.address());
  return { baseUrl: `http://127.0.0.1:${port}`, received, close, closed: closings.promise };
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('It listens on no port.');
  return address;
}

export const json =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  (res: ServerResponse) => {
    res
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));
  };

/** A port of this machine that accepts connections and never answers, not even to a TLS handshake. */
export async function silentPort(): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => void sockets.add(socket));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return addressOf(server.address()).port;
}

/** Ways to lose a response after the request was sent. */
export const losses: readonly (readonly [string, (res: ServerResponse) => void])[] = [
  ['resets the connection', (res) => res.destroy()],
  ['never answers', () => undefined],
  [
    'begins an answer and stops',
    (res) =>
      void res
        .writeHead(201, { 'content-type': 'application/json', 'content-length': 500 })
        .write('{"'),
  ],
  [
    'answers with what is no JSON',
    (res) => void res.writeHead(201, { 'content-type': 'application/json' }).end('<html>'),
  ],
  [
    'sends its answer too slowly',
    (res) => {
      res.writeHead(201, { 'content-type': 'application/json' });
      const dripping = setInterval(() => res.write(' '), 20);
      res.on('close', () => clearInterval(dripping));
    },
  ],
  ['names no call', json(201, {})],
];

/** Losses whose connection stays open until the client closes it. */
export const slowAnswers = losses.filter(([how]) =>
  ['never answers', 'begins an answer and stops', 'sends its answer too slowly'].includes(how),
);

/** A time limit that a lost answer exceeds. */
export const soon = { timeout_ms: 150 } as const;

/** A request to end the call with an id. */
export const hangingUp = (
  carrier_call_id: string,
  changes: Partial<HangUpRequest> = {},
): HangUpRequest => ({ carrier_call_id, answered: false, timeout_ms: 10_000, ...changes });

export const call = (changes: Partial<CallRequest> = {}): CallRequest => ({
  run_id: 17,
  agent: {
    run_id: 17,
    workflow_id: 3,
    workflow_version: 2,
    run_token: `vap_run_1_17_${'a'.repeat(43)}`,
    run_code: `vap_code_1_17_0_1767607204000_${'a'.repeat(43)}`,
    to_number: '+14155550123',
    from_number: '+12025550199',
  },
  to_number: '+14155550123',
  from_number: '+12025550199',
  callback_url: 'https://voice.example.com/api/v1/telephony/callbacks/3/17?token=a%2Fb',
  detection: 'detect',
  record: false,
  timeout_ms: 10_000,
  ...changes,
});

export const twilioCredentials = {
  account_sid: 'AC0123456789abcdef0123456789abcdef',
  auth_token: 'fedcba9876543210fedcba9876543210',
};

export const telnyxKeys = generateKeyPairSync('ed25519');
export const telnyxCredentials = {
  api_key: 'KEY0123456789ABCDEF0123456789ABCDEF_abcdefghijklmnopqrstuv',
  connection_id: '1494404757140276705',
  public_key: telnyxKeys.publicKey
    .export({ format: 'der', type: 'spki' })
    .subarray(-32)
    .toString('base64'),
};

/** Fails if any of the credentials stands in what a carrier's adapter returned. */
export function expectNoneOf(credentials: Readonly<Record<string, string>>, value: unknown): void {
  const text = JSON.stringify(value);
  for (const secret of Object.values(credentials)) expect(text).not.toContain(secret);
}
