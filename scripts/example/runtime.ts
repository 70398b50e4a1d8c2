/**
 * An agent runtime that holds conversations by text, with the loop of `src/agent/`. A carrier sends it each answered call
 * (`POST /voice`); it exchanges the code that comes along for the run's token, and converses with a person that it plays itself: one who says the lines of
 * CALLER_LINES, or presses those that are keys.
 *
 * With LLM_BASE_URL (and LLM_MODEL, LLM_API_KEY) any chat-completions endpoint speaks for the agent. Without it the agent walks the graph
 * as text runs do.
 */
import { createServer } from 'node:http';
import { converse, type Line } from '../../src/agent/conversation.ts';
import { createModelBrain } from '../../src/agent/model-brain.ts';
import { askOf } from '../../src/agent/model.ts';
import { createRunClient, exchange } from '../../src/agent/run-client.ts';
import { createWalkingBrain } from '../../src/agent/walking.ts';
import { grantsActing } from '../../src/workflows/built-in-rules.ts';
import { graphOf } from '../../src/workflows/walker/walker-rules.ts';

const env = process.env;
const api = { url: env['API'] ?? 'http://127.0.0.1:3000/api/v1' };
const llm = env['LLM_BASE_URL'] && {
  url: env['LLM_BASE_URL'],
  name: env['LLM_MODEL'] ?? 'default',
  apiKey: env['LLM_API_KEY'],
  patienceMs: 15_000,
};
const script = (
  env['CALLER_LINES'] ??
  'This is a menu. For Ada, press 1.|Yes, the right person.|1|I have a question to the reception.'
).split('|');

async function hold(run_code: string): Promise<void> {
  const { run_id, run_token } = await exchange(api, run_code);
  const run = createRunClient(api, run_id, run_token);
  const session = await run.session();
  const graph = graphOf(session.workflow_definition);
  if (!graph) throw new Error('The definition has no startCall.');
  let lines = 0;
  const line: Line = {
    say() {},
    rest() {
      if (conversation.isTransferring) return;
      const said = script[lines++ % script.length] ?? '';
      setImmediate(() =>
        /^[0-9*#A-D]+$/.test(said) ? conversation.press(said) : conversation.hear(said),
      );
    },
    async end() {
      if (grantsActing(session.workflow_configurations)) await run.hangUp();
    },
  };
  const conversation = converse({
    session,
    run,
    line,
    brainOf: (callTool) =>
      llm
        ? createModelBrain({ session, graph, callTool, ask: askOf(llm) })
        : createWalkingBrain({ session, graph, callTool }),
    now: () => new Date().toISOString(),
    pace: { keysMs: 0, speechFactor: 0 },
  });
  void run.follow((event) => conversation.receive(event), AbortSignal.timeout(600_000));
  await conversation.over;
}

/** The carrier gets its answer at once; the conversation goes on by itself. */
const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://runtime');
  request.resume();
  if (request.method !== 'POST' || pathname !== '/voice') return response.writeHead(404).end();
  // No TwiML: the conversation is one by text, for which the simulated network keeps the call.
  response.writeHead(204).end();
  hold(searchParams.get('run_code') ?? '').catch((error: Error) =>
    console.error(`A conversation failed: ${error.message}`),
  );
});
server.listen(Number(env['RUNTIME_PORT'] ?? 8790), '127.0.0.1');
