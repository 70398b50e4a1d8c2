import { describe, expect, test } from 'vitest';
import { loadContract } from '../../src/http/operations.ts';
import { newOrganization } from '../support/organizations.ts';
import { exampleRequest } from '../support/examples.ts';

const deprecated = loadContract().operations.filter(({ deprecation }) => deprecation);

describe('A deprecated operation', () => {
  // The client checks for every answer of every test that no other operation does.
  test.each(deprecated.map(({ id }) => id))(
    '%s says so with each of its answers, also before the caller is known',
    async (id) => {
      const member = await newOrganization();
      const { method, path } = exampleRequest(id);

      const answers = [
        await member.send(method, path),
        await member.server.send(method, path),
        await member.send(method, `${path}?unknown=1`),
      ];

      expect(answers.map(({ status }) => status)).toEqual([404, 401, 422]);
      for (const { headers } of answers) {
        const since = Number(headers.get('deprecation')?.slice(1)) * 1000;
        expect(Date.parse(headers.get('sunset') ?? '') - since).toBeGreaterThan(90 * 86_400_000);
      }
    },
  );

  test('is none of the specified ones', () => {
    expect(deprecated.map(({ id }) => id)).toEqual([
      'listWorkflowRuns',
      'getWorkflowRun',
      'listCampaignRuns',
    ]);
  });
});
