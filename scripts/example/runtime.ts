/**
 * An agent runtime that holds conversations by text. A carrier sends it each answered call (`POST /voice`); it reads the
 * run's session with the token that comes along, walks the workflow's graph, and submits each turn and the result. A node's
 * data may have `keys`, which are sent in the call, as a menu has answered, and `transfer_to`, whom the person is connected
 * with. At the end the runtime hangs up, if the workflow lets it.
 *
 * With LLM_BASE_URL (and LLM_MODEL, LLM_API_KEY) any chat-completions endpoint speaks for the agent and the caller, and
 * chooses the edges and the tools. Without it the agent says its prompts, the caller says the lines of CALLER_LINES, or
 * presses those that are keys, the first edge is taken whose label or condition the caller names, and at each node its tools are called with the variables that have
 * the names of their arguments.
 */
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const env = process.env;
const api = env['API'] ?? 'http://127.0.0.1:3000/api/v1';
const llm = env['LLM_BASE_URL'];
const script = (
  env['CALLER_LINES'] ??
  'This is a menu. For Ada, press 1.|Yes, the right person.|1|I have a question to the reception.'
).split('|');
const maxNodes = 20;
const pollMs = 200;

interface Node {
  readonly id: string;
  readonly type: string;
  readonly data?: {
    readonly name?: string;
    readonly prompt?: string;
    readonly tools?: readonly string[];
    readonly keys?: string;
    readonly transfer_to?: string;
  };
}
interface Edge {
  readonly source: string;
  readonly target: string;
  readonly data?: { readonly label?: string; readonly condition?: string };
}
/** As chat completions describe functions, which is how the session lists tools. */
interface Tool {
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    readonly parameters: { readonly properties?: Readonly<Record<string, unknown>> };
  };
}
interface ToolExecution {
  readonly status: string;
  readonly error_code: string | null;
  readonly result: unknown;
}
interface Session {
  readonly run_id: number;
  readonly workflow_definition: {
    readonly nodes: readonly Node[];
    readonly edges: readonly Edge[];
    readonly tools?: readonly string[];
  };
  readonly workflow_configurations: { readonly run_token_scopes?: readonly string[] };
  readonly tools: readonly Tool[];
  readonly variables: Readonly<Record<string, unknown>>;
  readonly transcript_turns: number;
}
interface Transfer {
  readonly id: number;
  readonly status: string;
}
interface Turn {
  readonly role: 'agent' | 'caller';
  readonly kind: 'speech' | 'keys';
  readonly text: string;
}

/** Sends JSON, or a POST without a body (`null`), and returns the JSON that answers it. No error names the token. */
async function send<T>(
  url: string,
  headers: Record<string, string>,
  body?: object | null,
): Promise<T> {
  const answer = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  });
  if (!answer.ok) throw new Error(`${new URL(url).pathname} answered ${answer.status}.`);
  return (await answer.json()) as T;
}

interface Message {
  readonly role: string;
  readonly content: string | null;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
}
/** The tools that are offered, and what calls one. */
interface Offer {
  readonly tools: readonly Tool[];
  call(name: string, callId: string, args: object): Promise<unknown>;
}
const maxCalls = 5;

/** What the language model says next, once it has called the tools that it wants. */
async function complete(
  instruction: string,
  said: readonly Turn[],
  offer?: Offer,
): Promise<string> {
  interface Completion {
    readonly choices: readonly { readonly message: Message }[];
  }
  const spoken = said.map(({ role, text }) => `${role}: ${text}`).join('\n') || '(nothing yet)';
  const messages: Message[] = [
    { role: 'system', content: instruction },
    { role: 'user', content: `The call so far:\n${spoken}` },
  ];
  for (let round = 0; ; round += 1) {
    const isOffered = offer !== undefined && offer.tools.length > 0 && round < maxCalls;
    const answer = await send<Completion>(
      `${llm}/chat/completions`,
      env['LLM_API_KEY'] ? { authorization: `Bearer ${env['LLM_API_KEY']}` } : {},
      {
        model: env['LLM_MODEL'] ?? 'default',
        messages,
        ...(isOffered && { tools: offer.tools }),
      },
    );
    const message = answer.choices[0]?.message;
    const calls = isOffered ? (message?.tool_calls ?? []) : [];
    if (!message || calls.length === 0) return message?.content?.trim() ?? '';
    messages.push(message);
    for (const { id, function: called } of calls) {
      const result = await offer!.call(called.name, id, JSON.parse(called.arguments) as object);
      messages.push({ role: 'tool', tool_call_id: id, content: JSON.stringify(result) });
    }
  }
}

const wordsOf = (text: string): string =>
  ` ${
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `;
const namesOf = ({ data = {} }: Edge): string[] =>
  [data.label, data.condition].filter((name) => name !== undefined);
const render = (text: string, variables: Session['variables']): string =>
  text.replace(/{{\s*(\w+)\s*}}/g, (whole, name: string) => {
    const value = variables[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : whole;
  });

async function edgeAfter(
  text: string,
  edges: readonly Edge[],
  said: readonly Turn[],
): Promise<Edge | undefined> {
  const labels = edges.map(({ data }) => data?.label ?? '');
  const answer = llm
    ? await complete(
        `Answer with the one of these labels that fits, or with "none": ${labels.join('; ')}`,
        said,
      )
    : text;
  return edges.find((edge) =>
    namesOf(edge).some((name) => wordsOf(answer).includes(wordsOf(name))),
  );
}

/** Walks the graph from its start to an end, submitting each turn when it is said. */
async function converse(runId: string, run_code: string): Promise<void> {
  const { run_token } = await send<{ run_token: string }>(
    `${api}/run-codes/exchange`,
    {},
    { run_code },
  );
  const key = { 'x-api-key': run_token };
  const run = `${api}/runs/${runId}`;
  const session = await send<Session>(`${run}/session`, key);
  const { nodes, edges } = session.workflow_definition;
  const rules = nodes.find(({ type }) => type === 'globalNode')?.data?.prompt ?? '';
  const variables = { ...session.variables };
  const said: Turn[] = [];
  const path: string[] = [];
  /** Says what came of the call: the result, or why there is none, which a language model can tell the caller. */
  const call: Offer['call'] = async (name, call_id, args) => {
    const url = `${run}/tools/${name}`;
    const ask = () => send<ToolExecution>(url, key, { call_id, arguments: args });
    let answer = await ask();
    // A person is asked; once the call is accepted, asking again sends it.
    for (; answer.status === 'waiting_for_approval'; answer = await ask()) await pause(2000);
    const { status, error_code, result } = answer;
    return status === 'succeeded' ? result : { status, error_code };
  };
  const say = async (role: Turn['role'], text: string): Promise<void> => {
    const kind = role === 'caller' && /^[0-9*#A-D]+$/.test(text) ? 'keys' : 'speech';
    const index = session.transcript_turns + said.push({ role, kind, text }) - 1;
    const turn = { index, role, kind, text, at: new Date().toISOString() };
    await send(`${run}/result`, key, { append: true, transcript: [turn] });
  };
  /** Connects the person with a destination; whether somebody answered there. */
  const transfer = async (destination: string, requestId: string): Promise<boolean> => {
    const transfers = `${run}/transfers`;
    const once = { ...key, 'idempotency-key': requestId };
    let { id, status } = await send<Transfer>(transfers, once, { destination, kind: 'cold' });
    while (status === 'requested' || status === 'ringing') {
      await pause(pollMs);
      ({ status } = await send<Transfer>(`${transfers}/${id}`, key));
    }
    return status === 'bridged';
  };
  let node = nodes.find(({ type }) => type === 'startCall');
  let isConnected = false;
  let disposition: string | undefined;
  let lines = 0;
  while (node && path.length < maxNodes) {
    path.push(node.id);
    const names = [...(session.workflow_definition.tools ?? []), ...(node.data?.tools ?? [])];
    const tools = session.tools.filter((tool) => names.includes(tool.function.name));
    if (!llm)
      for (const { function: tool } of tools) {
        const args = Object.keys(tool.parameters.properties ?? {})
          .filter((name) => name in variables)
          .map((name) => [name, variables[name]] as const);
        Object.assign(
          variables,
          await call(tool.name, `${node.id}-${path.length}-${tool.name}`, Object.fromEntries(args)),
        );
      }
    const prompt = render(node.data?.prompt ?? '', variables);
    if (prompt !== '')
      await say(
        'agent',
        llm
          ? await complete(
              `You are the agent of a phone call. ${rules} Known: ${JSON.stringify(variables)}. Say one sentence: ${prompt}`,
              said,
              { tools, call },
            )
          : prompt,
      );
    const { id: here, data: { keys, transfer_to } = {} }: Node = node;
    const requestId = `${runId}-${here}-${path.length}`;
    if (keys) {
      await send(`${run}/keys`, { ...key, 'idempotency-key': requestId }, { keys });
      await send(`${run}/result`, key, { answered_by: 'ivr' });
    }
    if (node.type === 'endCall') break;
    let line: string | undefined;
    if (transfer_to) {
      isConnected = await transfer(transfer_to, requestId);
      disposition = isConnected ? 'transferred' : disposition;
      if (isConnected) break;
      line = 'Nobody answered.';
    } else {
      line = llm
        ? await complete('You are the called person. Answer in one sentence.', said)
        : script[lines++ % script.length];
      await say('caller', line ?? '');
    }
    const edge = await edgeAfter(
      line ?? '',
      edges.filter(({ source }) => source === here),
      said,
    );
    disposition = edge?.data?.label ?? disposition;
    node = edge ? nodes.find(({ id }) => id === edge.target) : node;
  }
  const successful = isConnected || node?.type === 'endCall';
  // Whoever was connected talks on.
  if (!isConnected && session.workflow_configurations.run_token_scopes?.includes('run:act'))
    await send(`${run}/hang-up`, key, null);
  await send(`${run}/result`, key, {
    analysis: {
      call_summary: `The call went ${path.join(' > ')}.`,
      call_successful: successful,
      in_voicemail: false,
    },
    gathered_context: { path },
    call_disposition: disposition ?? null,
  });
}

/** The carrier gets its answer at once; the conversation goes on by itself. */
const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://runtime');
  request.resume();
  if (request.method !== 'POST' || pathname !== '/voice') return response.writeHead(404).end();
  response.writeHead(200, { 'content-type': 'text/xml' }).end('<Response/>');
  const runId = searchParams.get('run_id') ?? '';
  converse(runId, searchParams.get('run_code') ?? '').catch((error: Error) =>
    console.error(`The conversation of run ${runId} failed: ${error.message}`),
  );
});
server.listen(Number(env['RUNTIME_PORT'] ?? 8790), '127.0.0.1');
