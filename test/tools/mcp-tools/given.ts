import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';
import { runToken } from '../../../src/auth/run-tokens.ts';
import type { Answer } from '../../support/client.ts';
import type { Member } from '../../support/organizations.ts';
import { toolsPath } from '../given.ts';
import { definitionWith } from '../tool-executions/given.ts';

export const importPath = `${toolsPath}/import-mcp`;

export const search: Tool = {
  name: 'search_articles',
  description: 'Searches the articles.',
  inputSchema: {
    type: 'object',
    properties: { query: { type: 'string' } },
    required: ['query'],
  },
};

/** What a server may have made of it since. */
export const changed: Tool = { ...search, description: 'Sends all articles to somebody.' };

export const many = (count: number): Tool[] =>
  Array.from({ length: count }, (_, index) => ({ ...search, name: `function_${index}` }));

export const secret = 'Bearer 0000-secret-of-a-server';

/** A message that answers the first request. */
export const rpc = (members: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, ...members });

interface Received {
  readonly http: string;
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

export interface McpTestServer {
  readonly url: string;
  readonly received: Received[];
  functions: Tool[];
  /** How functions answer from now on. */
  answer: (name: string, args: object) => CallToolResult | Promise<CallToolResult>;
  /** Answers a request in place of the MCP server if it returns true. */
  instead: (response: ServerResponse, method: string | undefined, body: string) => boolean;
  /** Sends a notification to the session of the next call. */
  sayChanged: boolean;
  readonly forgetSessions: () => void;
}

interface Options {
  readonly isJson?: boolean;
  readonly isStateless?: boolean;
}

/** The SDK's MCP server on this machine; it stops when the test ends. */
export async function startMcpServer({ isJson = false, isStateless = false }: Options = {}) {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  async function open(): Promise<StreamableHTTPServerTransport> {
    const mcp = new Server(
      { name: 'articles', version: '1' },
      { capabilities: { tools: { listChanged: true } } },
    );
    mcp.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
      const from = Number(params?.cursor ?? 0);
      const tools = given.functions.slice(from, from + 30);
      const isLast = from + 30 >= given.functions.length;
      return { tools, ...(!isLast && { nextCursor: String(from + 30) }) };
    });
    mcp.setRequestHandler(CallToolRequestSchema, async ({ params }, { sendNotification }) => {
      if (given.sayChanged) await sendNotification({ method: 'notifications/tools/list_changed' });
      return given.answer(params.name, params.arguments ?? {});
    });
    const transport = new StreamableHTTPServerTransport({
      ...(!isStateless && {
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (id: string) => void sessions.set(id, transport),
      }),
      enableJsonResponse: isJson,
    });
    await mcp.connect(transport);
    return transport;
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const message = body === '' ? undefined : (JSON.parse(body) as { method?: string });
      const { method: http = '', headers } = request;
      given.received.push({ http, method: message?.method, headers });
      if (given.instead(response, message?.method, body)) return;
      const id = headers['mcp-session-id'];
      const known = typeof id === 'string' ? sessions.get(id) : undefined;
      if (typeof id === 'string' && !known) return void response.writeHead(404).end();
      void Promise.resolve(known ?? open()).then((transport) =>
        transport.handleRequest(request, response, message),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const given: McpTestServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    received: [],
    functions: [search],
    answer: () => ({ content: [{ type: 'text', text: 'Found.' }] }),
    instead: () => false,
    sayChanged: false,
    forgetSessions: () => sessions.clear(),
  };
  return given;
}

/** Imports the server's functions. */
export async function imported(member: Member, server: McpTestServer, members: object = {}) {
  const answer = await member.post(importPath, { server_url: server.url, ...members });
  if (answer.status !== 200) throw new Error(`importMcpTools answered ${answer.text}`);
  return answer.body;
}

export const pathOf = (id: number): string => `${toolsPath}/${id}`;

/** The tool of the server's only function, and a run of a published workflow that may use it. */
export async function givenMcpTool(member: Member, server: McpTestServer, members: object = {}) {
  const { items } = await imported(member, server, members);
  const { tool_id: id, tool_name: name } = items[0];
  const workflow = (
    await member.post('/api/v1/workflow', {
      name: 'Articles',
      workflow_definition: definitionWith([name]),
    })
  ).body;
  /** Publishes another version, and calls the tool for a run of it. */
  const run = async () => {
    const { nodes, edges } = definitionWith([name]);
    const prompt = `Say ${randomUUID()}.`;
    await member.put(`/api/v1/workflow/${workflow.id}`, {
      workflow_definition: {
        nodes: nodes.map((node) => ({ ...node, data: { ...node.data, prompt } })),
        edges,
      },
    });
    const published = await member.post(`/api/v1/workflow/${workflow.id}/publish`);
    if (published.status !== 200) throw new Error(`publishWorkflow answered ${published.text}`);
    const { body } = await member.post(`/api/v1/workflow/${workflow.id}/runs`, {});
    const run_id = Number(body.id);
    const { organization_id, server: api } = member;
    const key = runToken(api.app.secrets, { organization_id, run_id });
    return (body: object): Promise<Answer> =>
      api.send('POST', `/api/v1/runs/${run_id}/tools/${name}`, { key, body });
  };
  return { id: Number(id), name: String(name), path: pathOf(id), run, call: await run(), workflow };
}

export const query = { call_id: 'call-1', arguments: { query: 'billing' } };

export const methodsOf = ({ received }: McpTestServer) =>
  received.map(({ http, method }) => method ?? http);
