import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Insertable } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { onTestFinished } from 'vitest';
import type { WorkflowRuns } from '../../generated/database.ts';
import { later } from '../../src/timestamp.ts';
import { announceEnds } from '../../src/webhooks/actions.ts';
import {
  createDeliverer,
  type Deliverer,
  type DelivererOptions,
} from '../../src/webhooks/deliveries/deliverer.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import type { TestServer } from '../support/server.ts';
import { givenRuns, givenWorkflow } from '../workflows/given.ts';

export const endpointsPath = '/api/v1/webhooks/endpoints';
export const deliveriesPath = '/api/v1/webhooks/deliveries';

export interface Received {
  readonly id: string;
  readonly event: string;
  readonly run_id: number;
  readonly text: string;
  readonly headers: IncomingHttpHeaders;
  readonly path: string;
}

type Reply = (received: Received, response: ServerResponse, count: number) => void;

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** `event run_id`, in the order of arrival. */
  heard(): string[];
  /** Its response from now on, 204 by default. */
  reply: Reply;
}

/** An answer so long that the first attempt has a row of its own, too. */
export const longAnswer: Reply = (_, response) => response.end('x'.repeat(101));

/** Starts a receiver on this machine; it stops when the test ends. */
export async function startReceiver(
  reply: Reply = (_, response) => response.writeHead(204).end(),
): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      const { type: event, call } = JSON.parse(text);
      const { headers, url: path = '' } = request;
      const one = {
        id: String(headers['webhook-id']),
        event,
        run_id: call?.run_id,
        text,
        headers,
        path,
      };
      received.push(one);
      receiver.reply(one, response, received.length);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks?tenant=1`,
    received,
    heard: () => received.map(({ event, run_id }) => `${event} ${run_id}`),
    reply,
  };
  return receiver;
}

/** Verifies the signature with the secret and returns the body; throws if it is invalid. */
export const verified = (secret: string, { text, headers }: Received): unknown =>
  new Webhook(secret).verify(text, headers as Record<string, string>);

export interface GivenEndpoint {
  readonly id: number;
  readonly secret: string;
  readonly path: string;
}

export async function givenEndpoint(
  member: Member,
  url: string,
  overrides: Record<string, unknown> = {},
): Promise<GivenEndpoint> {
  const { body } = await member.post(endpointsPath, { url, ...overrides });
  return { id: body.id, secret: body.secret, path: `${endpointsPath}/${body.id}` };
}

/** Inserts runs that have just ended, with their events. */
export async function givenEndedRuns(
  member: Member,
  overrides: readonly Partial<Insertable<WorkflowRuns>>[] = [{}],
  { conversed = false } = {},
): Promise<number[]> {
  const { app } = member.server;
  const now = app.now();
  const workflow = await givenWorkflow(member);
  const ids = await givenRuns(
    member,
    workflow,
    overrides.map((each) => ({
      mode: 'ad_hoc' as const,
      to_number: '+12025550185',
      from_number: '+12025550100',
      state: 'completed' as const,
      outcome: 'completed' as const,
      created_at: now,
      started_at: now,
      ended_at: now,
      ...each,
    })),
  );
  await app.db.transaction().execute((trx) =>
    announceEnds(trx, app.jobs, {
      runs: ids.map((id) => ({
        id,
        organization_id: member.organization_id,
        ended_at: now,
        conversed,
        analyzed: false,
        traceparent: null,
      })),
      now,
    }),
  );
  return ids;
}

/** Removes all events and deliveries, sent or not. */
export async function removeEvents({ app: { db } }: TestServer): Promise<void> {
  await db.deleteFrom('pending_events').execute();
  await db.deleteFrom('pending_deliveries').execute();
  await db.deleteFrom('webhook_events').execute();
}

export async function givenEndedRun(
  member: Member,
  overrides: Partial<Insertable<WorkflowRuns>> = {},
  options: { conversed?: boolean } = {},
): Promise<number> {
  const [id = 0] = await givenEndedRuns(member, [overrides], options);
  return id;
}

/** Creates another process's deliverer; it stops when the test ends. */
export function newDeliverer(server: TestServer, options: DelivererOptions = {}): Deliverer {
  const deliverer = createDeliverer(server.app, options);
  onTestFinished(() => deliverer.stop());
  return deliverer;
}

export const deliver = (server: TestServer, options: DelivererOptions = {}): Promise<void> =>
  newDeliverer(server, options).deliver();

/** The deliveries of the organization, oldest first. */
export async function deliveriesOf(member: Member, query = '') {
  const { body } = await member.get(`${deliveriesPath}?limit=200${query}`);
  return body.items.toReversed();
}

/** Advances the server's clock, which otherwise stands still in these tests. */
export function pass(server: TestServer, ms: number): void {
  server.setNow(later(server.app.now(), ms));
}

export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;

/** An organization of a server whose clock stands still from now on. */
export function givenMember(server: TestServer): Promise<Member> {
  server.setNow(new Date().toISOString());
  return newOrganization({ server });
}
