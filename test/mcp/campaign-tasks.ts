import { type ContactOverrides, givenContacts } from '../campaigns/given.ts';
import { givenCallableCampaign } from '../campaigns/lifecycle/given.ts';
import type { Member } from '../support/organizations.ts';
import { approved, newKey, policiesIn, type Task } from './tasks.ts';

type State = 'created' | 'running' | 'paused' | 'completed';

/** A campaign whose contacts ended so. */
async function campaign(
  member: Member,
  { name, state = 'created', outcomes = [], beside }: Given,
): Promise<Awaited<ReturnType<typeof givenCallableCampaign>>> {
  const now = member.server.app.now();
  const made = await givenCallableCampaign(member, {
    name,
    state,
    ...(state !== 'created' && { started_at: now }),
    ...(state === 'completed' && { completed_at: now }),
    ...(beside && { beside }),
  });
  const done = outcomes.map((outcome): ContactOverrides => ({
    state: 'done',
    outcome,
    attempts: 1,
  }));
  if (outcomes.length > 0) await givenContacts(member, made, done);
  return made;
}

interface Given {
  readonly name: string;
  readonly state?: State;
  readonly outcomes?: readonly ('completed' | 'no_answer' | 'busy')[];
  readonly beside?: Awaited<ReturnType<typeof givenCallableCampaign>>;
}

const states = async (member: Member): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await member.get('/api/v1/campaign')).body.items.map(
      (each: { name: string; state: string }) => [each.name, each.state],
    ),
  );
const one = (state: State) => async (member: Member) => {
  const { id } = await campaign(member, { name: 'Renewals', state });
  return { told: { campaign_id: id } };
};

export const campaignTasks: readonly Task[] = [
  {
    words: 'Of the running campaigns, pause the one that the fewest people answer.',
    given: async (member) => {
      const state = 'running';
      const beside = await campaign(member, { name: 'A', state, outcomes: ['completed', 'busy'] });
      await campaign(member, {
        name: 'B',
        state,
        outcomes: ['no_answer', 'busy', 'completed', 'busy'],
        beside,
      });
      await campaign(member, { name: 'C', state, outcomes: ['completed', 'completed'], beside });
      return { told: {} };
    },
    solve: async ({ agent }) => {
      const { result } = await agent.use('list_campaigns', { state: 'running' });
      const rates: [rate: number, id: number][] = [];
      for (const { id } of result.items) {
        const { outcomes } = (await agent.use('get_campaign_progress', { campaign_id: id }))[
          'result'
        ];
        const all = Object.values<number>(outcomes).reduce((sum, count) => sum + count, 0);
        rates.push([outcomes.completed / all, id]);
      }
      const [, campaign_id] = rates.toSorted(([one], [other]) => one - other)[0] ?? [];
      return agent.use('pause_campaign', { campaign_id, ...newKey() });
    },
    check: async (member) => ({
      state: await states(member),
      expected: { A: 'running', B: 'paused', C: 'running' },
    }),
  },
  {
    words: 'Start the campaign; ask for approval if you need it.',
    given: one('created'),
    solve: async (solving, told) => {
      await solving.agent.use('preview_campaign', told);
      return approved(solving, 'start_campaign', { ...told, ...newKey() });
    },
    check: async (member) => ({
      state: { states: await states(member), policies: await policiesIn(member) },
      expected: { states: { Renewals: 'running' }, policies: [{ status: 'exhausted' }] },
    }),
  },
  {
    words: 'Start the campaign, but only if nobody has to approve it.',
    given: one('created'),
    solve: async ({ agent }, told) =>
      (await agent.use('start_campaign', { ...told, ...newKey() }))['code'],
    check: async (member, _, report) => ({
      state: { report, states: await states(member), policies: await policiesIn(member) },
      expected: { report: 'approval_required', states: { Renewals: 'created' }, policies: [] },
    }),
  },
  {
    words: 'Resume the paused campaign; ask for approval if you need it.',
    given: one('paused'),
    solve: (solving, told) => approved(solving, 'resume_campaign', { ...told, ...newKey() }),
    check: async (member) => ({ state: await states(member), expected: { Renewals: 'running' } }),
  },
  {
    words: 'End the campaign for good.',
    given: one('running'),
    solve: ({ agent }, told) => agent.use('cancel_campaign', { ...told, ...newKey() }),
    check: async (member) => ({ state: await states(member), expected: { Renewals: 'canceled' } }),
  },
  {
    words: 'Pause every running campaign at once: something is wrong.',
    given: async (member) => {
      const beside = await campaign(member, { name: 'A', state: 'running' });
      await campaign(member, { name: 'B', state: 'running', beside });
      await campaign(member, { name: 'C', state: 'created', beside });
      return { told: {} };
    },
    solve: async ({ agent }) => {
      const { result } = await agent.use('list_campaigns', { state: 'running' });
      for (const { id } of result.items)
        await agent.use('pause_campaign', { campaign_id: id, ...newKey() });
    },
    check: async (member) => ({
      state: await states(member),
      expected: { A: 'paused', B: 'paused', C: 'created' },
    }),
  },
  {
    words: 'Say how many people of the campaign were reached, and how many were not.',
    given: async (member) => {
      const outcomes = ['completed', 'completed', 'busy', 'no_answer', 'busy'] as const;
      const { id } = await campaign(member, { name: 'Renewals', state: 'completed', outcomes });
      return { told: { campaign_id: id } };
    },
    solve: async ({ agent }, told) => {
      const { outcomes } = (await agent.use('get_campaign_progress', told))['result'];
      return { reached: outcomes.completed, not: outcomes.busy + outcomes.no_answer };
    },
    check: async (_, __, report) => ({ state: report, expected: { reached: 2, not: 3 } }),
  },
  {
    words: 'Make a campaign of those who did not answer in the completed one, but do not start it.',
    given: async (member) => {
      const outcomes = ['completed', 'no_answer'] as const;
      const { id } = await campaign(member, { name: 'Renewals', state: 'completed', outcomes });
      return { told: { campaign_id: id } };
    },
    solve: async ({ agent }, told) => {
      await agent.use('list_operations', { search: 'redial' });
      return agent.use('invoke_operation', {
        operation_id: 'redialCampaign',
        parameters: told,
        body: { outcomes: ['no_answer'] },
        ...newKey(),
      });
    },
    check: async (member, { told }) => ({
      state: (await member.get('/api/v1/campaign')).body.items[0],
      expected: { state: 'created', parent_campaign_id: told['campaign_id'] },
    }),
  },
];
