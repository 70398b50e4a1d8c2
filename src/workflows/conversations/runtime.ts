import { runToken } from '../../auth/run-tokens.ts';
import type { WorkflowsApp } from '../context.ts';
import { badGateway, conflict, gatewayTimeout } from '../../errors.ts';
import { readJson } from '../../http/json.ts';
import type { Key } from '../runs/read-queries.ts';
import { transcriptShown } from '../runs/transcript-rules.ts';
import type { Reply } from '../walker/walker-rules.ts';
import { runtimesOf, turnInProgress, turnOf } from './capacity.ts';
import * as conversations from './runtime-queries.ts';
import { readAnswer } from './runtime-rules.ts';
import { maxTurns } from './rules.ts';

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
