import { conflict } from '../../errors.ts';
import type { HandlersFor } from '../../http/contract.ts';
import { runNotFound } from '../runs/read-queries.ts';
import { answer, graphOf } from '../walker/walker-rules.ts';
import { startMissing } from './actions.ts';
import { turnInProgress, turnOf } from './places.ts';
import * as conversations from './queries.ts';
import { maxTurns, transcriptOf } from './rules.ts';

export const runConversations = {
  async submitRunTurn({ params, body: { text }, caller }, app) {
    const key = { organization_id: caller.organization_id, ...params };
    const release = app.inProgress.take([turnOf(key)]);
    try {
      return await app.db.transaction().execute(async (trx) => {
        const run = await conversations.findRun(trx, key);
        if (!run) throw runNotFound();
        if (run.mode !== 'text') throw notText(run.mode);
        const conversation = await conversations.lock(trx, key);
        if (!conversation) throw turnInProgress();
        const { state, workflow_definition, variables } = await conversations.material(trx, key);
        if (state === 'completed') throw ended();
        if (conversation.turns >= maxTurns) throw full();
        const graph = graphOf(workflow_definition);
        if (!graph) throw startMissing();
        const at = conversation.node_id;
        const { next_at, text: agent_text, ...reply } = answer(graph, { at, text, variables });
        const now = app.now();
        const said = transcriptOf({ caller: text, agent: agent_text, at: now });
        const turn = { node_id: next_at, ended: reply.ended, said, now };
        if (!(await conversations.keepTurn(trx, key, turn))) throw ended();
        return { turn_number: conversation.turns + 1, agent_text, ...reply, path: [...reply.path] };
      });
    } finally {
      release();
    }
  },
} satisfies HandlersFor<'submitRunTurn'>;

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
