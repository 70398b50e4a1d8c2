import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { onTestFinished } from 'vitest';
import type { Member } from '../support/organizations.ts';

/** What a tool answered, as programs read it. */
export interface Shown {
  readonly isError: boolean;
  // What a tool shows is the contract's answer, which the operations' own tests check.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly [name: string]: any;
}

export interface Agent {
  readonly client: Client;
  /** Calls a tool; returns its structured content. */
  use(tool: string, args?: Record<string, unknown>): Promise<Shown>;
  /** Tool calls so far, and the bytes of their arguments and answers. */
  readonly spent: { steps: number; bytes: number };
}

/** An agent with the SDK's own client over HTTP, which acts with the member's API key. */
export async function connected(
  { server, key }: Pick<Member, 'server' | 'key'>,
  headers: Record<string, string> = { authorization: `Bearer ${key}` },
): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), {
      requestInit: { headers },
    }),
  );
  onTestFinished(() => client.close());
  return agentOf(client);
}

export function agentOf(client: Client): Agent {
  const spent = { steps: 0, bytes: 0 };
  return {
    client,
    spent,
    async use(name, args = {}) {
      const result = await client.callTool({ name, arguments: args });
      spent.steps += 1;
      spent.bytes += JSON.stringify(args).length + JSON.stringify(result).length;
      return { ...(result.structuredContent as object), isError: result.isError === true };
    },
  };
}

export const accept = 'application/json, text/event-stream';

/** Posts to /mcp with the member's key; returns status, body and headers. */
export async function post(
  { server, key }: Pick<Member, 'server' | 'key'>,
  body: unknown,
  headers: Record<string, string> = {},
) {
  const answer = await fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: { accept, 'content-type': 'application/json', 'x-api-key': key, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    body: text ? JSON.parse(text) : null,
  };
}
