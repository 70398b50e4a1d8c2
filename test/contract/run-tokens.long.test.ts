import { describe, expect, test } from 'vitest';
import { runToken } from '../../src/auth/run-tokens.ts';
import type { OperationId } from '../../src/http/contract.ts';
import { loadContract } from '../../src/http/operations.ts';
import { exampleRequest } from '../support/examples.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { bodyFor, subjects } from '../support/subjects.ts';
import { givenRun, givenWorkflow } from '../workflows/given.ts';

const { operations } = loadContract();
const withCaller = operations.filter(({ session, apiKey }) => session || apiKey);
const forTokens = ['getRunSession', 'submitRunResult'];

async function givenToken(member: Member) {
  const run_id = await givenRun(member, await givenWorkflow(member));
  const { organization_id } = member;
  return { run_id, token: runToken(member.server.app.secrets, { organization_id, run_id }) };
}

const pathOf = (path: string, parameters: Readonly<Record<string, string | number>>) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => String(parameters[name]));

describe("The token of a run, sent to every operation with its own organization's data", () => {
  test.each(withCaller.map((operation) => [operation.id as OperationId, operation] as const))(
    '%s',
    async (id, { method, path, session, apiKey, superAdmin }) => {
      const member = await newOrganization();
      const { run_id, token } = await givenToken(member);
      const others = superAdmin
        ? { entry_id: 1, organization_id: member.organization_id }
        : ((await subjects[id]?.(member)) ?? {});
      const { headers, body: example, raw } = exampleRequest(id);
      const body = bodyFor(id, others) ?? example;
      const what = bodyFor(id, others) === undefined && raw !== undefined ? { raw } : { body };
      const send = (parameters: Readonly<Record<string, string | number>>) =>
        member.send(method, pathOf(path, parameters), { key: token, headers, ...what });

      const ofOthers = await send(others);
      const ofItsRun = await send({ ...others, run_id });

      if (forTokens.includes(id)) {
        expect([ofOthers.status, ofOthers.body.code]).toEqual([404, 'not_found']);
        expect(ofItsRun.status).toBe(200);
        return;
      }
      const code = apiKey ? 'insufficient_scope' : 'api_key_not_allowed';
      expect(session || apiKey).toBe(true);
      expect([ofOthers.status, ofOthers.body.code]).toEqual([403, code]);
      expect([ofItsRun.status, ofItsRun.body.code]).toEqual([403, code]);
    },
  );

  test('is accepted by exactly the operations whose scopes it has', () => {
    const scoped = operations.filter(({ scope }) => scope?.startsWith('run:'));

    expect(scoped.map(({ id }) => id)).toEqual(forTokens);
    for (const { path } of scoped) expect(path).toContain('{run_id}');
  });
});
