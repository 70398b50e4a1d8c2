import { runToken } from '../../auth/run-tokens.ts';
import type { WorkflowsApp } from '../context.ts';
import { badGateway, conflict, gatewayTimeout } from '../../errors.ts';
import { readJson } from '../../http/json.ts';
import type { Key } from '../runs/read-queries.ts';
import { transcriptShown } from '../runs/transcript-rules.ts';
import { type Reply, graphOf, maxAgentText } from '../walker/walker-rules.ts';
import { runtimesOf, turnInProgress, turnOf } from './capacity.ts';
import * as conversations from './runtime-queries.ts';
import { maxTurns } from './rules.ts';
import type { components } from '../../../generated/api.ts';

type Schemas = components['schemas'];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a runtime's answer means, or a sentence that says what is wrong with it. */
function readAnswer(
  answer: unknown,
  {
    at,
    definition,
  }: { readonly at: string | null; readonly definition: Schemas['WorkflowDefinition'] },
): Reply | string {
  if (!isObject(answer)) return 'It is not a JSON object.';
  const { text, node_id = null, ended = false, is_ended = ended } = answer;
  if (typeof text !== 'string') return '`text` must be a string.';
  if (text.length > maxAgentText) return `\`text\` must have at most ${maxAgentText} characters.`;
  if (typeof is_ended !== 'boolean') return '`is_ended` must be true or false.';
  if (node_id !== null && typeof node_id !== 'string') return '`node_id` must be a string or null.';
  const graph = graphOf(definition);
  const node = node_id === null ? undefined : graph?.byId.get(node_id);
  if (node_id !== null && !node) return '`node_id` must be the ID of a node of the version.';
  const now = node_id ?? at;
  const shown = now === null ? graph?.start : graph?.byId.get(now);
  return {
    text,
    node_id: shown?.id ?? null,
    node_name: shown?.data?.name ?? null,
    next_at: now,
    edge_id: null,
    path: node_id === null || node_id === at ? [] : [node_id],
    is_ended,
    // Those of a runtime are executions.
    tool_calls: [],
    learned: [],
  };
}

/** A runtime's answer to a turn, and the claim under which it may be kept. */
export interface Answered {
  readonly claim: number;
  readonly reply: Reply;
}

/**
 * Has the agent runtime of a conversation answer a turn; undefined if the conversation has none. No transaction is open
 * and no connection is held while it is waited for. After a failure the turn can be sent again.
 */
export async function ask(app: WorkflowsApp, key: Key, said: Said): Promise<Answered | undefined> {
  const conversation = await conversations.find(app.db, key, maxTurns);
  if (!conversation) return undefined;
  const { secret_encrypted } = conversation;
  if (secret_encrypted === null) throw secretMissing();
  const leave = app.inProgress.take([turnOf(key), runtimesOf(key.organization_id)]);
  try {
    const claim = await conversations.claim(app.db, key, { ...conversation, now: app.now() });
    if (claim === undefined) throw turnInProgress();
    try {
      const secret = { ...conversation, secret_encrypted, organization_id: key.organization_id };
      return { claim, reply: await post(app, key, { ...conversation, secret, ...said }) };
    } catch (error) {
      await conversations.release(app.db, key, claim);
      throw error;
    }
  } finally {
    leave();
  }
}

type Conversation = NonNullable<Awaited<ReturnType<typeof conversations.find>>>;
/** What the caller says or presses; neither: silence. */
interface Said {
  readonly text?: string | undefined;
  readonly keys?: string | undefined;
}
type Turn = Conversation &
  Said & {
    readonly secret: Parameters<WorkflowsApp['runtimes']['post']>[0]['secret'];
  };

async function post(app: WorkflowsApp, key: Key, turn: Turn): Promise<Reply> {
  const turn_number = turn.turns + 1;
  const body = JSON.stringify({
    event: 'run_turn',
    run_id: key.run_id,
    workflow_id: turn.workflow_id,
    workflow_version: turn.version_number,
    run_token: runToken(app.secrets, key),
    turn_number,
    text: turn.text ?? null,
    keys: turn.keys ?? null,
    node_id: turn.node_id,
    transcript: transcriptShown(turn.transcript) ?? [],
  });
  const { status, answer, error } = await app.runtimes.post({
    url: turn.runtime_url,
    id: `msg_run_${key.run_id}_${turn_number}`,
    body,
    secret: turn.secret,
  });
  if (status === null && error?.startsWith(late)) throw timedOut();
  if (error !== null) throw failed(error, status);
  const read = readJson(Buffer.from(answer ?? ''));
  if ('fault' in read) throw unreadable(read.fault);
  const reply = readAnswer(read.value, {
    at: turn.node_id,
    definition: turn.workflow_definition,
  });
  if (typeof reply === 'string') throw unreadable(reply);
  return reply;
}

const late = 'The endpoint did not send a complete response';

const secretMissing = () =>
  conflict(
    'runtime_secret_missing',
    'The workflow has no secret to sign requests to its runtime_url with. Create one with rotateRuntimeSecret.',
  );

const again = 'Nothing was added to the conversation; the turn can be sent again.';

const timedOut = () =>
  gatewayTimeout(
    'runtime_timeout',
    `The agent runtime did not send a complete response within 15 seconds. ${again}`,
  );

const failed = (error: string, runtime_status: number | null) =>
  badGateway('runtime_failed', `The agent runtime did not answer the turn. ${error} ${again}`, {
    runtime_status,
  });

const unreadable = (fault: string) =>
  badGateway(
    'runtime_answer_invalid',
    `The agent runtime's answer cannot be used. ${fault} ${again}`,
  );
