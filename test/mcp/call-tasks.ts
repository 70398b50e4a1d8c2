import { givenPolicy } from '../approvals/given.ts';
import type { Member } from '../support/organizations.ts';
import { givenCallable } from '../telephony/calls/given.ts';
import { givenWorkflow } from '../workflows/given.ts';
import {
  approved,
  newKey,
  policiesIn,
  requestApproval,
  requestsIn,
  runsIn,
  type Task,
} from './tasks.ts';

const ada = '+12025550123';
const ben = '+12025550124';

/** An organization that can call, and a policy for calls to Ada. */
async function allowed(member: Member) {
  const { workflow_id } = await givenCallable(member);
  const policy = await givenPolicy(member, { target_id: workflow_id });
  return { told: { workflow_id, to_number: ada }, policy };
}
const unapproved = async (member: Member) => {
  const { workflow_id } = await givenCallable(member);
  return { told: { workflow_id, to_number: ada } };
};
const runs = async (member: Member) => (await runsIn(member)).map((run) => run['to_number']);
const used = async (member: Member, id: unknown) =>
  (await member.get(`/api/v1/approval-policies/${String(id)}`)).body.used_count;

export const callTasks: readonly Task[] = [
  {
    words:
      'Find out for which organization and connector you act, and whether you may place calls.',
    given: async () => ({ told: {} }),
    solve: async ({ agent }) => (await agent.use('who_am_i'))['result'].api_key,
    check: async (_, __, report) => ({
      state: report,
      expected: { connector_name: 'crm', scopes: listWith('calls:place') },
    }),
  },
  {
    words: 'Call Ada with the workflow; it is approved.',
    given: allowed,
    solve: async ({ agent }, told) => {
      const { result } = await agent.use('preview_call', told);
      return result.is_accepted && agent.use('place_call', { ...told, ...newKey() });
    },
    check: async (member, { policy }) => ({
      state: { runs: await runs(member), used: await used(member, policy) },
      expected: { runs: [ada], used: 1 },
    }),
  },
  {
    words: 'Call Ada; ask for approval if you need it.',
    given: unapproved,
    solve: (solving, told) => approved(solving, 'place_call', { ...told, ...newKey() }),
    check: async (member) => ({ state: await runs(member), expected: [ada] }),
  },
  {
    words: 'Call Ada; ask for approval if you need it, and accept a no.',
    given: unapproved,
    solve: async (solving, told) => {
      const call = { ...told, ...newKey() };
      const { id } = await requestApproval(solving, await solving.agent.use('place_call', call));
      await solving.decline(id);
      const { reason } = await solving.agent.use('place_call', call);
      if (reason !== 'request_declined') throw new Error(`The refusal says ${String(reason)}.`);
      const { result } = await solving.agent.use('list_approval_requests', { status: 'declined' });
      return result.items[0].declined_reason;
    },
    check: async (member, _, report) => ({
      state: { report, runs: await runs(member), requests: (await requestsIn(member)).length },
      expected: { report: 'No.', runs: [], requests: 1 },
    }),
  },
  {
    words:
      'Call Ada. You do not know whether your first attempt arrived: make sure that she is called once.',
    given: allowed,
    solve: async ({ agent }, told) => {
      const call = { ...told, ...newKey() };
      await agent.use('place_call', call);
      return agent.use('place_call', call);
    },
    check: async (member) => ({ state: await runs(member), expected: [ada] }),
  },
  {
    words: 'Say whether Ada may be called now, without calling her.',
    given: allowed,
    solve: async ({ agent }, told) => (await agent.use('preview_call', told))['result'].is_accepted,
    check: async (member, { policy }, report) => ({
      state: { report, runs: await runs(member), used: await used(member, policy) },
      expected: { report: true, runs: [], used: 0 },
    }),
  },
  {
    words: 'Call Ada, unless she does not want to be called.',
    given: async (member) => {
      await member.post('/api/v1/do-not-call', { phone_numbers: [{ phone_number: ada }] });
      return allowed(member);
    },
    solve: async ({ agent }, told) =>
      (await agent.use('place_call', { ...told, ...newKey() }))['code'],
    check: async (member, _, report) => ({
      state: { report, runs: await runs(member) },
      expected: { report: 'number_on_do_not_call_list', runs: [] },
    }),
  },
  {
    words: 'Call Ada and Ben, with one approval for both.',
    given: unapproved,
    solve: async (solving, told) => {
      const refused = await solving.agent.use('place_call', { ...told, ...newKey() });
      const destination = { kind: 'e164_prefix', value: ada.slice(0, -1) };
      const { id } = await requestApproval(solving, refused, { destination, max_uses: 2 });
      await solving.accept(id);
      for (const to_number of [ada, ben])
        await solving.agent.use('place_call', { ...told, to_number, ...newKey() });
    },
    check: async (member) => ({
      state: { runs: new Set(await runs(member)), policy: (await policiesIn(member))[0] },
      expected: { runs: new Set([ada, ben]), policy: { status: 'exhausted', used_count: 2 } },
    }),
  },
  {
    words: 'Call Ada with the workflow "Appointment reminder".',
    given: async (member) => {
      await givenWorkflow(member, { name: 'Policy renewal', versions: ['published'] });
      const { told } = await allowed(member);
      return { told: { to_number: ada }, workflow_id: told.workflow_id };
    },
    solve: async ({ agent }, told) => {
      const { result } = await agent.use('list_workflows');
      const { id } = result.items.find(
        ({ name }: { name: string }) => name === 'Appointment reminder',
      );
      return agent.use('place_call', { ...told, workflow_id: id, ...newKey() });
    },
    check: async (member, { workflow_id }) => ({
      state: await runsIn(member),
      expected: [{ workflow_id, to_number: ada }],
    }),
  },
  {
    words: 'Schedule a call to Ada in an hour.',
    given: allowed,
    solve: async ({ agent }, told) => {
      const found = await agent.use('list_operations', { search: 'create scheduled call' });
      const { operation_id } = found['operations'][0];
      await agent.use('describe_operation', { operation_id });
      const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
      const body = { ...told, scheduled_at };
      return agent.use('invoke_operation', { operation_id, body, ...newKey() });
    },
    check: async (member) => ({
      state: (await member.get('/api/v1/telephony/scheduled-calls')).body.items,
      expected: [{ to_number: ada, status: 'scheduled' }],
    }),
  },
  {
    words: 'Cancel the scheduled call to Ada.',
    given: async (member) => {
      const { told } = await allowed(member);
      const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
      await member.post('/api/v1/telephony/scheduled-calls', { ...told, scheduled_at });
      return { told: { to_number: ada } };
    },
    solve: async ({ agent }) => {
      const list = { operation_id: 'listScheduledCalls' };
      const { result } = await agent.use('invoke_operation', list);
      return agent.use('invoke_operation', {
        operation_id: 'cancelScheduledCall',
        parameters: { scheduled_call_id: result.items[0].id },
        ...newKey(),
      });
    },
    check: async (member) => ({
      state: (await member.get('/api/v1/telephony/scheduled-calls')).body.items,
      expected: [{ to_number: ada, status: 'canceled' }],
    }),
  },
  {
    words: 'Call Ada, then end the call: it was a mistake.',
    given: allowed,
    solve: async ({ agent }, told) => {
      const { result } = await agent.use('place_call', { ...told, ...newKey() });
      return agent.use('invoke_operation', {
        operation_id: 'hangUpRun',
        parameters: { run_id: result.id },
        ...newKey(),
      });
    },
    check: async (member) => ({
      state: await runsIn(member),
      expected: [{ to_number: ada, outcome: 'canceled' }],
    }),
  },
];

/** Matches a list that has the item. */
function listWith(item: string) {
  return { asymmetricMatch: (list: unknown) => Array.isArray(list) && list.includes(item) };
}
