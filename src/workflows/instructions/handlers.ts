import type { components } from '../../../generated/api.ts';
import { asChange } from '../../audit/actions.ts';
import { authorOf } from '../../auth/rules.ts';
import { pageOf } from '../../db/page.ts';
import { conflict } from '../../errors.ts';
import { tagged, type Revised, revisedBy } from '../../http/etag.ts';
import type { HandlersFor } from '../../http/contract.ts';
import type { WorkflowsApp } from '../context.ts';
import { mustHaveCall } from '../runs/actions.ts';
import { mustExist } from '../runs/read-queries.ts';
import { numberNext, throwTooMany, wakeSessions } from './actions.ts';
import * as instructions from './queries.ts';
import { maxInstructions, statusOf } from './rules.ts';
import type { InstructionRow } from './queries.ts';

const runInstruction = ({
  answer,
  ...row
}: InstructionRow): components['schemas']['RunInstruction'] => ({
  ...row,
  status: statusOf({ ...row, answer }),
});

/** Its answer alone changes it: that it was delivered is no change. */
const revised = ({ run_id, instruction_number, answer, reason }: InstructionRow): Revised =>
  revisedBy(`${run_id}-${instruction_number}`, [answer, reason]);

type RunInstructionAnswer = components['schemas']['RunInstructionAnswer'];

const shown = (row: instructions.InstructionRow) => tagged(runInstruction(row), revised(row));

export const runInstructions = {
  async listRunInstructions({ params, query, caller }, app) {
    const key = { organization_id: caller.organization_id, ...params };
    await mustExist(app.db, key.organization_id, key.run_id);
    const rows = await instructions.list(app.db, key, query);
    return pageOf(rows, query, runInstruction, ({ instruction_number }) => [instruction_number]);
  },

  async getRunInstruction({ params, caller }, app) {
    await mustExist(app.db, caller.organization_id, params.run_id);
    const key = { organization_id: caller.organization_id, ...params };
    return shown(await instructions.get(app.db, key));
  },

  createRunInstruction: asChange(
    async ({ trx, params, body, caller, organization_id, at, record }, app) => {
      const { run_id } = params;
      const key = { organization_id, run_id };
      const run = await instructions.lockRun(trx, key);
      if (run.state === 'completed') throw ended();
      mustHaveCall(run, caller, 'instruct');
      if ((await instructions.count(trx, key)) >= maxInstructions) throwTooMany();
      const row = await instructions.insert(trx, {
        ...key,
        instruction_number: await numberNext(trx, key),
        text: body.text,
        ...authorOf(caller),
        created_at: at,
      });
      await record('workflow_run.instruction_created', run_id, {
        after: { instruction_number: row.instruction_number, characters: row.text.length },
      });
      await wakeSessions(trx, app.jobs, [run_id]);
      return shown(row);
    },
  ),

  acknowledgeRunInstruction: asChange(
    async ({ trx, params, body, organization_id, at, mustMatch, record }) => {
      const key = { organization_id, ...params };
      const { status, reason = null } = body;
      await mustExist(trx, organization_id, key.run_id);
      const before = await instructions.lock(trx, key);
      mustMatch(revised(before));
      if (before.answer !== null) {
        if (before.answer === status && before.reason === reason) return shown(before);
        throw acknowledged(before.answer);
      }
      const answer = { answer: status, reason, now: at };
      const row = await instructions.setAnswer(trx, key, answer);
      const { instruction_number } = row;
      await record('workflow_run.instruction_acknowledged', key.run_id, {
        before: { status: statusOf(before) },
        after: { status, instruction_number },
      });
      return shown(row);
    },
  ),
} satisfies HandlersFor<
  | 'listRunInstructions'
  | 'getRunInstruction'
  | 'createRunInstruction'
  | 'acknowledgeRunInstruction',
  WorkflowsApp
>;

const ended = () => conflict('run_ended', 'The run has ended; nobody can be instructed any more.');

const acknowledged = (state: RunInstructionAnswer) =>
  conflict(
    'run_instruction_acknowledged',
    `The instruction has another answer already: ${state}.`,
    { state },
  );
