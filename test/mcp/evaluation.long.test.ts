import { afterAll, describe, expect, test } from 'vitest';
import { newOrganization } from '../support/organizations.ts';
import { callTasks } from './call-tasks.ts';
import { campaignTasks } from './campaign-tasks.ts';
import { connected } from './given.ts';

const tasks = [...callTasks, ...campaignTasks];
const reports: string[] = [];

/** What a task may cost: an agent reads all of it. */
const maxBytes = 65_536;

afterAll(() => {
  console.log(['steps   bytes  task', ...reports].join('\n'));
});

describe('An agent with the tools alone', () => {
  test.each(tasks.map((task, index) => [index + 1, task.words, task] as const))(
    'solves task %i: %s',
    async (number, words, { given, solve, check }) => {
      const member = await newOrganization({ connector: 'crm' });
      const facts = await given(member);
      const agent = await connected(member);
      const answered = (verb: string, body?: object) => async (id: string) => {
        const { status } = await member.post(`/api/v1/approval-requests/${id}/${verb}`, body);
        expect(status).toBe(200);
      };

      const report = await solve(
        { agent, accept: answered('accept'), decline: answered('decline', { reason: 'No.' }) },
        facts.told,
      );

      const { state, expected } = await check(member, facts, report);
      expect(state).toMatchObject(expected as object);
      const { steps, bytes } = agent.spent;
      reports.push(
        `${String(steps).padStart(5)} ${String(bytes).padStart(7)}  ${number}. ${words}`,
      );
      expect(bytes).toBeLessThan(maxBytes);
    },
  );

  test('has twenty tasks', () => {
    expect(tasks).toHaveLength(20);
  });
});
