import { sql } from 'kysely';
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
/** What the token of a run is good for, and what only if its workflow's settings say so. */
const forTokens = [
  'getRunSession',
  'streamRunSession',
  'listRunInstructions',
  'getRunInstruction',
  'acknowledgeRunInstruction',
  'submitRunResult',
  'callRunTool',
  'listRunTransfers',
  'getRunTransfer',
  'streamRunSpeech',
];
const ifGranted = [
  'hangUpRun',
  'sendRunKeys',
  'createRunTransfer',
  'cancelRunTransfer',
  'previewRunTransfer',
];
/** Those of something that the run does not have. */
const ofTransfers = ['getRunTransfer', 'cancelRunTransfer'];

interface Given {
  readonly scopes?: readonly string[];
  readonly isEnded?: boolean;
}

/** A run with an instruction. */
async function givenToken(member: Member, { scopes = [], isEnded = false }: Given = {}) {
  const workflow_configurations = JSON.stringify({ run_token_scopes: scopes });
  const run_id = await givenRun(member, await givenWorkflow(member, { workflow_configurations }));
  await member.post(`/api/v1/runs/${run_id}/instructions`, { text: 'Offer 10 %.' });
  if (isEnded) await member.post(`/api/v1/runs/${run_id}/hang-up`);
  const { organization_id } = member;
  return { run_id, token: runToken(member.server.app.secrets, { organization_id, run_id }) };
}

/** Has a run the version of another one, which names a tool. */
const haveVersionOf = (
  { server }: Member,
  { run_id, other }: { readonly run_id: number; readonly other: unknown },
) =>
  sql`
  update workflow_runs set (workflow_id, definition_id) = (
    select workflow_id, definition_id from workflow_runs where id = ${other}
  ) where id = ${run_id}`.execute(server.app.db);

const pathOf = (path: string, parameters: Readonly<Record<string, string | number>>) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => String(parameters[name]));

describe("The token of a run, sent to every operation with its own organization's data", () => {
  test.each(withCaller.map((operation) => [operation.id as OperationId, operation] as const))(
    '%s',
    async (id, { method, path, session, apiKey, superAdmin }) => {
      const member = await newOrganization();
      const { run_id, token } = await givenToken(member, {
        // The stream of a run ends with it.
        isEnded: id === 'streamRunSession',
      });
      const others = superAdmin
        ? { entry_id: 1, organization_id: member.organization_id }
        : ((await subjects[id]?.(member)) ?? {});
      const { headers, body: example, raw } = exampleRequest(id);
      const body = bodyFor(id, others) ?? example;
      const what = bodyFor(id, others) === undefined && raw !== undefined ? { raw } : { body };
      const send = (parameters: Readonly<Record<string, string | number>>) =>
        member.send(method, pathOf(path, parameters), { key: token, headers, ...what });

      const ofOthers = await send(others);
      if (id === 'callRunTool') await haveVersionOf(member, { run_id, other: others['run_id'] });
      const ofItsRun = await send({ ...others, run_id, instruction_number: 1 });

      if (forTokens.includes(id)) {
        expect([ofOthers.status, ofOthers.body.code]).toEqual([404, 'not_found']);
        // The workflow of the run names no voice.
        const ofOwn = id === 'streamRunSpeech' ? 409 : 200;
        expect(ofItsRun.status).toBe(ofTransfers.includes(id) ? 404 : ofOwn);
        return;
      }
      const code = apiKey ? 'insufficient_scope' : 'api_key_not_allowed';
      expect(session || apiKey).toBe(true);
      expect([ofOthers.status, ofOthers.body.code]).toEqual([403, code]);
      expect([ofItsRun.status, ofItsRun.body.code]).toEqual([403, code]);
    },
  );

  test.each(ifGranted)('%s accepts it with the scope alone', async (name) => {
    const { id, method, path } = withCaller.find((operation) => operation.id === name)!;
    const member = await newOrganization();
    const { run_id, token } = await givenToken(member, { scopes: ['run:act'] });
    const other = await givenToken(member, { scopes: ['run:act'] });
    const { headers, body } = exampleRequest(id);
    const send = (of: number) =>
      member.send(method, pathOf(path, { run_id: of, transfer_id: 1 }), {
        key: token,
        headers,
        body,
      });

    const ofOther = await send(other.run_id);
    const ofItsRun = await send(run_id);

    expect([ofOther.status, ofOther.body.code]).toEqual([404, 'not_found']);
    expect([401, 403]).not.toContain(ofItsRun.status);
    expect(ofItsRun.body.param === 'transfer_id').toBe(ofTransfers.includes(name));
  });

  test('is accepted by exactly the operations whose scopes it has', () => {
    const scoped = operations.filter(({ scope }) => scope?.startsWith('run:'));

    expect(scoped.map(({ id }) => id).toSorted()).toEqual([...forTokens, ...ifGranted].toSorted());
    for (const { path } of scoped) expect(path).toContain('{run_id}');
  });
});
