import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { runToken } from '../../../src/auth/run-tokens.ts';
import type { Answer } from '../../support/client.ts';
import type { Member } from '../../support/organizations.ts';
import { givenTool } from '../given.ts';

interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface ToolServer {
  readonly url: string;
  readonly received: Received[];
  /** How it answers from now on. */
  reply: (response: ServerResponse, received: Received) => void;
}

export const json =
  (value: unknown, status = 200) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };

/** A server of a tool on this machine; it stops when the test ends. */
export async function startToolServer(reply: ToolServer['reply'] = json({ ok: true })) {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const received = { method, path, headers, body: Buffer.concat(chunks).toString() };
      tool.received.push(received);
      tool.reply(response, received);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const tool: ToolServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    reply,
  };
  return tool;
}

export interface CallableTool {
  readonly tool: { readonly id: number; readonly path: string };
  readonly workflow: string;
  readonly run_id: number;
  /** The run's token. */
  readonly key: string;
  readonly call: (body: object, name?: string) => Promise<Answer>;
}

const start = { id: 'start', type: 'startCall', data: { prompt: 'Say hello.' } };

export const definitionWith = (tools: readonly string[]) => ({
  nodes: [{ ...start, data: { ...start.data, tools } }],
  edges: [],
});

/** A tool, a published workflow whose first node may use it, and a run of it with its token. */
export async function givenCallableTool(
  member: Member,
  url: string,
  members: object = {},
): Promise<CallableTool> {
  const tool = await givenTool(member, {
    url_template: `${url}/orders/{order_id}?lang={lang}`,
    is_write: false,
    ...members,
  });
  const { name } = (await member.get(tool.path)).body;
  const created = await member.post('/api/v1/workflow', {
    name: 'Orders',
    workflow_definition: definitionWith([name]),
  });
  const workflow = `/api/v1/workflow/${created.body.id}`;
  const published = await member.post(`${workflow}/publish`);
  if (published.status !== 200) throw new Error(`publishWorkflow answered ${published.text}`);
  const run_id = Number((await member.post(`${workflow}/runs`, {})).body.id);
  const { organization_id, server } = member;
  const key = runToken(server.app.secrets, { organization_id, run_id });
  return {
    tool,
    workflow,
    run_id,
    key,
    call: (body, called = name) =>
      server.send('POST', `/api/v1/runs/${run_id}/tools/${called}`, { key, body }),
  };
}

export const order = { call_id: 'call-1', arguments: { order_id: 'A-17', lang: 'nl' } };
