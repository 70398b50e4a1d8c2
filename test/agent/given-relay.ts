import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { onTestFinished, vi, expect } from 'vitest';
import { WebSocket } from 'ws';
import type { Pace } from '../../src/agent/pace.ts';
import { createAgent } from '../../src/agent/relay.ts';
import { runToken } from '../../src/auth/run-tokens.ts';
import { createHttpServer } from '../../src/http/server.ts';
import { createUpgradeChecks } from '../../src/http/upgrades.ts';
import { newOrganization } from '../support/organizations.ts';
import { type Answer, type Asked, startModel } from '../support/model-server.ts';
import { type TestServer, sharedServer } from '../support/server.ts';
import { givenRun, givenWorkflow } from '../workflows/given.ts';
import { definition } from './given.ts';

export const apiKey = 'sk-the-key-of-the-model';

/** An agent at a socket of its own, with a model that answers so, beside the API. */
export async function givenAgent(
  answer: (asked: Asked) => Answer,
  {
    of,
    maxConversations = 200,
    pace,
  }: { of?: TestServer; maxConversations?: number; pace?: Partial<Pace> } = {},
) {
  const server = of ?? (await sharedServer());
  const model = await startModel(answer);
  const checks = createUpgradeChecks(server.app.config);
  const logged: object[] = [];
  const log = {
    info: (line: object) => void logged.push(line),
    warn: (line: object) => void logged.push(line),
  };
  const agent = createAgent({
    api: () => ({ url: `${server.url}/api/v1` }),
    model: { url: model.url, name: 'fake', apiKey, patienceMs: 5000, maxConversations },
    log: log as never,
    now: () => server.app.now(),
    pace: { speechFactor: 0, keysMs: 0, concludeMs: 1000, ...pace },
    ...checks,
  });
  const http = createHttpServer(
    (_, res) => void res.writeHead(204).end(),
    server.app.config.timeouts,
    {
      upgrades: agent,
    },
  ).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  onTestFinished(async () => {
    await agent.stop(0);
    http.close().closeAllConnections();
    model.close();
  });
  return { server, agent, model, logged, port, url: `ws://127.0.0.1:${port}${agent.path}` };
}

/** A run of the workflow of these tests, and the token that its agent gets. */
export async function givenTalkable(server: TestServer, options: object = {}) {
  const member = await newOrganization({ server });
  const workflow = await givenWorkflow(member);
  await server.app.db
    .updateTable('workflow_definitions')
    .set({ workflow_definition: JSON.stringify({ ...definition, tools: ['submit_result'] }) })
    .where('workflow_id', '=', workflow.id)
    .execute();
  const run_id = await givenRun(member, workflow, options);
  const run_token = runToken(server.app.secrets, {
    organization_id: member.organization_id,
    run_id,
  });
  return { member, workflow, run_id, run_token, run: `/api/v1/runs/${run_id}` };
}

/** The carrier's end of a relay, as its documentation has it. */
export async function dial(url: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(url, { headers });
  const said: string[] = [];
  const commands: { readonly type: string }[] = [];
  let text = '';
  socket.on('error', () => {});
  socket.on('message', (data: Buffer) => {
    const command = JSON.parse(data.toString());
    commands.push(command);
    if (command.type !== 'text') return;
    text += command.token;
    if (command.last) {
      said.push(text);
      text = '';
    }
  });
  const closed = new Promise<readonly [number, string]>((done) =>
    socket.once('close', (code, reason) => done([code, String(reason)])),
  );
  await Promise.race([once(socket, 'open').catch(() => {}), closed]);
  return {
    socket,
    said,
    commands,
    closed,
    send: (message: object | string) =>
      socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    setup(customParameters: object) {
      this.send({
        type: 'setup',
        sessionId: 'VX00000000000000000000000000000001',
        callSid: 'CA00000000000000000000000000000001',
        accountSid: 'AC1',
        parentCallSid: '',
        from: '+12025550100',
        to: '+12025550101',
        forwardedFrom: '',
        callerName: '',
        direction: 'outbound-api',
        callType: 'PSTN',
        callStatus: 'IN-PROGRESS',
        customParameters,
      });
    },
    prompt(voicePrompt: string, last = true) {
      this.send({ type: 'prompt', voicePrompt, lang: 'en-US', last });
    },
    hears: (count: number) =>
      vi.waitFor(() => expect(said.length).toBeGreaterThanOrEqual(count), { timeout: 10_000 }),
  };
}
