/**
 * An agent runtime that holds conversations by text. A carrier sends it each answered call (`POST /voice`); it reads the
 * run's session with the token that comes along, walks the workflow's graph, and submits each turn and the result.
 *
 * With LLM_BASE_URL (and LLM_MODEL, LLM_API_KEY) any chat-completions endpoint speaks for the agent and the caller, and
 * chooses the edges. Without it the agent says its prompts, the caller says the lines of CALLER_LINES, and the first edge
 * is taken whose label or condition the caller names.
 */
import { createServer } from 'node:http';

const env = process.env;
const api = env['API'] ?? 'http://127.0.0.1:3000/api/v1';
const llm = env['LLM_BASE_URL'];
const script = (
  env['CALLER_LINES'] ?? 'Yes, the right person.|Agreed, go on.|Good, that is settled.'
).split('|');
const maxTurns = 40;

interface Node {
  readonly id: string;
  readonly type: string;
  readonly data?: { readonly name?: string; readonly prompt?: string };
}
interface Edge {
  readonly source: string;
  readonly target: string;
  readonly data?: { readonly label?: string; readonly condition?: string };
}
interface Session {
  readonly run_id: number;
  readonly workflow_definition: {
    readonly nodes: readonly Node[];
    readonly edges: readonly Edge[];
  };
  readonly variables: Readonly<Record<string, unknown>>;
  readonly transcript_turns: number;
}
interface Turn {
  readonly role: 'agent' | 'caller';
  readonly text: string;
}

/** Sends JSON and returns the JSON that answers it. No error names the token. */
async function send<T>(url: string, headers: Record<string, string>, body?: unknown): Promise<T> {
  const answer = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  });
  if (!answer.ok) throw new Error(`${new URL(url).pathname} answered ${answer.status}.`);
  return (await answer.json()) as T;
}

/** What the language model says next. */
async function complete(instruction: string, said: readonly Turn[]): Promise<string> {
  interface Completion {
    readonly choices: readonly { readonly message: { readonly content: string } }[];
  }
  const spoken = said.map(({ role, text }) => `${role}: ${text}`).join('\n') || '(nothing yet)';
  const answer = await send<Completion>(
    `${llm}/chat/completions`,
    env['LLM_API_KEY'] ? { authorization: `Bearer ${env['LLM_API_KEY']}` } : {},
    {
      model: env['LLM_MODEL'] ?? 'default',
      messages: [
        { role: 'system', content: instruction },
        { role: 'user', content: `The call so far:\n${spoken}` },
      ],
    },
  );
  return answer.choices[0]?.message.content.trim() ?? '';
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
async function converse(runId: string, token: string): Promise<void> {
  const key = { 'x-api-key': token };
  const session = await send<Session>(`${api}/runs/${runId}/session`, key);
  const { nodes, edges } = session.workflow_definition;
  const rules = nodes.find(({ type }) => type === 'globalNode')?.data?.prompt ?? '';
  const said: Turn[] = [];
  const path: string[] = [];
  const say = async (role: Turn['role'], text: string): Promise<void> => {
    const index = session.transcript_turns + said.push({ role, text }) - 1;
    const turn = { index, role, text, at: new Date().toISOString() };
    await send(`${api}/runs/${runId}/result`, key, { append: true, transcript: [turn] });
  };
  let node = nodes.find(({ type }) => type === 'startCall');
  let disposition: string | undefined;
  while (node && said.length < maxTurns) {
    path.push(node.id);
    const prompt = render(node.data?.prompt ?? '', session.variables);
    await say(
      'agent',
      llm
        ? await complete(
            `You are the agent of a phone call. ${rules} Say one sentence: ${prompt}`,
            said,
          )
        : prompt,
    );
    if (node.type === 'endCall') break;
    const line = llm
      ? await complete('You are the called person. Answer in one sentence.', said)
      : script[Math.floor(said.length / 2) % script.length];
    await say('caller', line ?? '');
    const here: string = node.id;
    const edge = await edgeAfter(
      line ?? '',
      edges.filter(({ source }) => source === here),
      said,
    );
    disposition = edge?.data?.label ?? disposition;
    node = edge ? nodes.find(({ id }) => id === edge.target) : node;
  }
  const successful = node?.type === 'endCall';
  await send(`${api}/runs/${runId}/result`, key, {
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
  converse(runId, searchParams.get('run_token') ?? '').catch((error: Error) =>
    console.error(`The conversation of run ${runId} failed: ${error.message}`),
  );
});
server.listen(Number(env['RUNTIME_PORT'] ?? 8790), '127.0.0.1');
