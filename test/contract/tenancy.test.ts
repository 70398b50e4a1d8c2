import { describe, expect, test } from 'vitest';
import type { OperationId } from '../../src/http/contract.ts';
import { loadContract } from '../../src/http/operations.ts';
import { exampleRequest } from '../support/examples.ts';
import { newOrganization } from '../support/organizations.ts';
import { bodyFor, subjects } from '../support/subjects.ts';

/** Requests without a credential belong to no organization: a carrier's signature authorizes its callback. */
const withPath = loadContract().operations.filter(
  ({ path, superAdmin, session, apiKey }) =>
    path.includes('{') && !superAdmin && (session || apiKey),
);

/** The models belong to the machine: operators delete them for all organizations. */
const ofTheMachine = ['deleteVoiceModel'];

describe("Another organization's data", () => {
  test.each(
    withPath
      .filter(({ id }) => !ofTheMachine.includes(id))
      .map((operation) => [operation.id as OperationId, operation] as const),
  )('is found by its owner only, with %s', async (id, { method, path }) => {
    const make = subjects[id];
    if (!make) throw new Error(`Say in test/support/subjects.ts what ${id} acts on.`);
    const [owner, other] = await Promise.all([newOrganization(), newOrganization()]);
    const parameters = await make(owner);
    const where = path.replace(/\{(\w+)\}/g, (_, name: string) => String(parameters[name]));
    const { headers, raw } = exampleRequest(id);
    const body = bodyFor(id, parameters);
    const what = body !== undefined ? { body } : raw === undefined ? {} : { raw, headers };

    const foreign = await other.send(method, where, what);
    const own = await owner.send(method, where, what);

    expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found']);
    expect(own.status).toBeLessThan(300);
  });
});
