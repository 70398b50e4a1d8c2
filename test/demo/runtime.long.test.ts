import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { accessOf } from '../../src/auth/run-codes.ts';
import { startModel } from '../support/model-server.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { until } from '../telephony/calls/given.ts';
import { givenTool } from '../tools/given.ts';
import { json as answerWith, startToolServer } from '../tools/tool-executions/given.ts';
import { givenRun } from '../workflows/given.ts';

const programs = new URL('../../scripts/example/', import.meta.url).pathname;

const workflow_definition = {
  nodes: [
    { id: 'start', type: 'startCall', data: { prompt: 'Is this {{first_name}}?' } },
    { id: 'agree', type: 'agentNode', data: { prompt: 'May I record?' } },
    { id: 'thanks', type: 'endCall', data: { prompt: 'Thank you.' } },
    { id: 'sorry', type: 'endCall', data: { prompt: 'Sorry.' } },
  ],
  edges: [
    { id: 'a', source: 'start', target: 'agree', data: { label: 'right person' } },
    { id: 'b', source: 'agree', target: 'thanks', data: { label: 'agreed' } },
    { id: 'c', source: 'agree', target: 'sorry', data: { label: 'refused' } },
  ],
};

async function freePort(): Promise<number> {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  holder.close();
  return port;
}

/** Starts the example's runtime, and sends it a call as a carrier does; returns the run once its result is there. */
async function conversation(
  env: Record<string, string>,
  { member, tools = [] }: { readonly member?: Member; readonly tools?: readonly string[] } = {},
) {
  member ??= await newOrganization();
  const { organization_id } = member;
  const { body: workflow } = await member.post('/api/v1/workflow', {
    name: 'X',
    workflow_definition: { ...workflow_definition, tools },
  });
  const made = { id: workflow.id, versions: [workflow.current_definition_id], path: '' };
  const run_id = await givenRun(member, made, { initial_context: '{"first_name":"Ada"}' });
  const { app } = member.server;
  const { run_code } = accessOf(app.secrets, { organization_id, run_id }, app.now());
  const port = await freePort();
  const runtime: ChildProcess = spawn(process.execPath, [`${programs}runtime.ts`], {
    env: { ...process.env, API: `${member.server.url}/api/v1`, RUNTIME_PORT: String(port), ...env },
    stdio: 'inherit',
  });
  onTestFinished(() => {
    runtime.kill();
  });
  const query = new URLSearchParams({ run_id: String(run_id), run_code });
  const url = `http://127.0.0.1:${port}/voice?${query.toString()}`;
  const answer = await until(
    () =>
      fetch(url, { method: 'POST' }).then(
        (response) => response.status,
        () => 0,
      ),
    (status) => status !== 0,
  );
  expect(answer).toBe(204);
  return until(
    async () => (await member.get(`/api/v1/runs/${run_id}`)).body,
    ({ state }) => state === 'completed',
  );
}

const saidIn = (run: { transcript: { role: string; text: string }[] }) =>
  run.transcript.map(({ role, text }) => `${role}: ${text}`);

describe('The example of an agent runtime', () => {
  test('walks the graph by what the caller says, and stays where no edge fits', async () => {
    const run = await conversation({
      CALLER_LINES: 'Right person, yes.|What did you say?|No, REFUSED.',
      LLM_BASE_URL: '',
    });

    expect(saidIn(run)).toEqual([
      'agent: Is this Ada?',
      'caller: Right person, yes.',
      'agent: May I record?',
      'caller: What did you say?',
      'agent: May I record?',
      'caller: No, REFUSED.',
      'agent: Sorry.',
    ]);
    expect(run).toMatchObject({
      call_disposition: 'refused',
      gathered_context: { path: ['start', 'agree', 'sorry'] },
      analysis: { call_successful: true, source: 'agent' },
    });
  });

  test('has a language model speak, call a tool and choose the edges', async () => {
    const member = await newOrganization();
    const orders = await startToolServer(answerWith({ state: 'on its way' }));
    await givenTool(member, {
      name: 'lookup_order',
      url_template: `${orders.url}/orders/{order_id}?lang={lang}`,
      is_write: false,
    });
    const offered: string[][] = [];
    const model = await startModel(({ messages, tools = [] }) => {
      const names = tools.map(({ function: { name } }) => name);
      offered.push(names);
      const { role, content } = messages.at(-1)!;
      if (offered.length === 1)
        return { call: { name: 'lookup_order', args: { order_id: 'A-17' } } };
      if (role === 'tool' && content.includes('state')) return { words: content };
      if (role === 'user' && names.includes('follow_edge')) {
        const edge = messages[0]!.content.includes('May I record') ? 'agreed' : 'right person';
        return { call: { name: 'follow_edge', args: { edge } } };
      }
      return { words: 'Well then.' };
    });
    onTestFinished(() => model.close());

    const run = await conversation(
      { LLM_BASE_URL: model.url, LLM_API_KEY: 'key' },
      { member, tools: ['lookup_order'] },
    );

    expect(run.gathered_context.path).toEqual(['start', 'agree', 'thanks']);
    expect(run.call_disposition).toBe('agreed');
    expect(run.transcript[0]).toMatchObject({ role: 'agent', text: '{"state":"on its way"}' });
    expect(offered[0]).toEqual(['follow_edge', 'lookup_order', 'submit_result']);
    expect(orders.received[0]).toMatchObject({ method: 'GET', path: '/orders/A-17' });
    expect([...model.keys]).toEqual(['Bearer key']);
  });
});

describe('make example', () => {
  test(
    'shows a conversation that follows the graph, and ends by itself',
    { timeout: 180_000 },
    async () => {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [`${programs}conversation.ts`],
        {
          env: { ...process.env, LLM_BASE_URL: '' },
        },
      );

      expect(stdout).toContain(
        ' agent: Does the appointment on 15 June with Dr. Hopper still suit you?',
      );
      expect(stdout).toContain('Answered by: ivr');
      expect(stdout).toContain('Keys:        1 sent');
      expect(stdout).toContain('caller: presses 1');
      expect(stdout).toMatch(/^Tool: +find_appointment succeeded in \d+ ms$/m);
      expect(stdout).toContain('Transfer:    reception bridged');
      expect(stdout).toContain('Path:        start > menu > consent > confirm > reception');
      expect(stdout).toContain('Outcome:     completed, disposition transferred');
      expect(stdout).toContain('Consent:     true at ');
    },
  );

  test('keeps the consent of a call that its agent hangs up', { timeout: 180_000 }, async () => {
    const lines = 'Yes, the right person.|Agreed, go on.|Good, that is settled.';
    const { stdout } = await promisify(execFile)(process.execPath, [`${programs}conversation.ts`], {
      env: { ...process.env, LLM_BASE_URL: '', CALLER_LINES: lines },
    });

    expect(stdout).toContain('Path:        start > consent > confirm > goodbye');
    expect(stdout).toContain('Hung up:     by the agent');
    expect(stdout).toContain('Outcome:     completed, disposition settled');
    expect(stdout).toContain('Consent:     true at ');
  });
});
