import { asChange } from '../../audit/actions.ts';
import { afterCommit } from '../../db/after-commit.ts';
import type { WorkflowsApp } from '../context.ts';
import { conflict, invalid } from '../../errors.ts';
import type { OperationRequest, HandlersFor } from '../../http/contract.ts';
import { later } from '../../timestamp.ts';
import * as workflows from '../queries.ts';
import { type Key, runNotFound } from '../runs/read-queries.ts';
import { resultsOf } from '../tool-answer-rules.ts';
import { answer, graphOf, type Reply } from '../walker/walker-rules.ts';
import { startMissing } from './actions.ts';
import { turnInProgress, turnOf } from './capacity.ts';
import * as conversations from './queries.ts';
import { maxTurns, transcriptOf } from './rules.ts';
import { type Answered, ask } from './runtime.ts';
import * as runtimes from './runtime-queries.ts';

type TurnCall = OperationRequest<'submitRunTurn'>;

/** What agent runtimes answered, for the requests in progress. */
const answered = new WeakMap<TurnCall, Answered>();

const previousSecretMs = 24 * 60 * 60 * 1000;

export const runConversations = {
  submitRunTurn: {
    async before(call, app) {
      mustBeOne(call.body);
      const found = await ask(app, keyOf(call), call.body);
      if (found) answered.set(call, found);
    },
    async work(call, app) {
      const key = keyOf(call);
      const release = app.inProgress.take([turnOf(key)]);
      try {
        return await keep(app, key, call);
      } finally {
        release();
      }
    },
  },

  rotateRuntimeSecret: asChange(async ({ trx, params, organization_id, at, record }, app) => {
    const { id: workflow_id } = await workflows.lock(trx, organization_id, params.workflow_id);
    const former = await runtimes.findSecrets(trx, workflow_id);
    const { secret, secret_encrypted } = app.runtimes.newSecret(organization_id);
    const previous_secret_expires_at = former ? later(at, previousSecretMs) : null;
    await runtimes.setSecrets(trx, {
      workflow_id,
      organization_id,
      secret_encrypted,
      previous_secret_encrypted: former?.secret_encrypted ?? null,
      previous_secret_expires_at,
    });
    await record('workflow.runtime_secret_rotated', workflow_id, {
      after: { previous_secret_expires_at },
    });
    return { workflow_id, secret, previous_secret_expires_at };
  }),
} satisfies HandlersFor<'submitRunTurn' | 'rotateRuntimeSecret', WorkflowsApp>;

const keyOf = ({ params, caller }: TurnCall): Key => ({
  organization_id: caller.organization_id,
  ...params,
});

/** Throws if the caller speaks and presses keys at once. */
function mustBeOne({ text, keys }: TurnCall['body']): void {
  if (text !== undefined && keys !== undefined)
    throw invalid(['body', 'keys'], 'Must be absent beside `text`; send one of them.', keys);
}

/** Answers the turn, or takes the runtime's answer, and keeps it. */
function keep(app: WorkflowsApp, key: Key, call: TurnCall) {
  const { text, keys } = call.body;
  return app.db.transaction().execute(async (trx) => {
    const run = await conversations.findRun(trx, key);
    if (!run) throw runNotFound();
    if (run.mode !== 'text') throw notText(run.mode);
    const conversation = await conversations.lock(trx, key);
    if (!conversation) throw turnInProgress();
    const { state, workflow_definition, variables } = await conversations.material(trx, key);
    if (state === 'completed') throw ended();
    if (conversation.turns >= maxTurns) throw full();
    const walked = (): Reply => {
      const graph = graphOf(workflow_definition);
      if (!graph) throw startMissing();
      const { node_id: at, turns, tool_answers, learned } = conversation;
      return answer(graph, {
        at,
        text,
        keys,
        variables: learned ? [learned, ...variables] : variables,
        isFirst: turns === 0,
        answers: resultsOf(tool_answers ?? []),
      });
    };
    const isWalked = conversation.runtime_url === null;
    const {
      next_at,
      text: agent_text,
      tool_calls,
      learned,
      ...reply
    } = isWalked ? walked() : replyOf(call, conversation.claim);
    const now = app.now();
    const said = transcriptOf({ caller: text, keys, agent: agent_text, at: now });
    const merged = mergedFrom(learned);
    const turn = { node_id: next_at, ended: reply.is_ended, said, learned: merged, now };
    if (!(await conversations.keepTurn(trx, key, turn))) throw ended();
    afterCommit(trx, () => app.runWatch.said(key.run_id));
    return {
      turn_number: conversation.turns + 1,
      agent_text,
      ...reply,
      path: [...reply.path],
      tool_calls: [...tool_calls],
    };
  });
}

/** The latest counts. It is no larger than the answers that the run was created with. */
const mergedFrom = (learned: Reply['learned']): Readonly<Record<string, unknown>> =>
  Object.fromEntries(learned.toReversed().flatMap((members) => Object.entries(members)));

/** The runtime's answer, unless somebody else has claimed the turn meanwhile. */
function replyOf(call: TurnCall, claim: number): Reply {
  const found = answered.get(call);
  if (found?.claim !== claim) throw turnInProgress();
  return found.reply;
}

const ended = () =>
  conflict('run_ended', 'The run has ended. Create another one for another conversation.');

const notText = (mode: string) =>
  conflict(
    'run_without_conversation',
    `The run's mode is ${mode}; only a run with the mode text takes turns.`,
    { mode },
  );

const full = () =>
  conflict(
    'conversation_too_long',
    `The conversation has ${maxTurns} turns, the maximum. Create another run.`,
    { limit: maxTurns },
  );
