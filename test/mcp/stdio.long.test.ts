import { randomUUID } from 'node:crypto';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { tools } from '../../src/mcp/tools.ts';
import { newOrganization } from '../support/organizations.ts';
import { givenCallable, keptOf } from '../telephony/calls/given.ts';
import { agentOf } from './given.ts';

const script = new URL('../../scripts/mcp.ts', import.meta.url).pathname;

function started(env: Record<string, string>) {
  const client = new Client({ name: 'test', version: '1' });
  onTestFinished(() => client.close());
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [script],
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stderr: 'pipe',
  });
  return { client, transport };
}

describe('make mcp', () => {
  test('serves the same tools over standard input and output, against a server at API', async () => {
    const member = await newOrganization({ connector: 'crm' });
    const { workflow_id } = await givenCallable(member);
    const { client, transport } = started({
      API: `${member.server.url}/api/v1`,
      API_KEY: member.key,
    });
    await client.connect(transport);
    const agent = agentOf(client);
    const call = { workflow_id, to_number: '+12025550123', idempotency_key: randomUUID() };

    const { tools: listed } = await client.listTools();
    const refused = await agent.use('place_call', call);
    const requested = await agent.use('request_approval', {
      policy: refused['approval'].policy,
      reason: 'The appointment is tomorrow.',
      idempotency_key: randomUUID(),
    });
    await member.post(`/api/v1/approval-requests/${requested['result'].id}/accept`);
    const placed = await agent.use('place_call', call);

    expect(listed).toEqual(tools);
    expect(refused['code']).toBe('approval_required');
    expect((await keptOf(member)).runs).toEqual([placed['result'].id]);
  });

  test('says that no server answers, without the key', async () => {
    const API_KEY = 'vap_secret';
    const { client, transport } = started({ API: 'http://127.0.0.1:9/api/v1', API_KEY });
    await client.connect(transport);

    const answer = await agentOf(client).use('list_runs');

    expect(answer).toMatchObject({ isError: true, code: 'no_answer' });
    expect(answer['detail']).toBe('No server answers at http://127.0.0.1:9.');
    expect(JSON.stringify(answer)).not.toContain(API_KEY);
  });

  test('ends at once without a key', async () => {
    const { client, transport } = started({ API_KEY: '' });
    let said = '';
    transport.stderr?.on('data', (text: Buffer) => (said += text.toString()));

    await expect(client.connect(transport)).rejects.toThrow(/closed/i);

    expect(said).toContain('Set API_KEY');
  });
});
