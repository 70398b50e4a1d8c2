import { describe, expect, test } from 'vitest';
import { lastCell } from '../../src/db/cell-rules.ts';
import type { OperationId } from '../../src/http/contract.ts';
import { loadContract, type Operation } from '../../src/http/operations.ts';
import { exampleRequest } from '../support/examples.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { askedInVain, bodyFor, subjects } from '../support/subjects.ts';
import type { Parameters } from '../support/subjects/parameters.ts';

const { operations } = loadContract();
const named = (which: readonly Operation[]) =>
  which.map((operation) => [operation.id as OperationId, operation] as const);
const namesIn = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

/** The models belong to the machine: operators delete them for all organizations. */
const ofTheMachine = ['deleteVoiceModel'];

/** Requests without a credential belong to no organization: a carrier's signature authorizes its callback. */
const withPath = operations.filter(
  ({ id, path, superAdmin, session, apiKey }) =>
    path.includes('{') && !superAdmin && (session || apiKey) && !ofTheMachine.includes(id),
);

function given(id: OperationId): (owner: Member) => Promise<Parameters> {
  const make = subjects[id];
  if (!make) throw new Error(`Say in test/support/subjects.ts what ${id} acts on.`);
  return make;
}

/** Calls the operation for the object that the parameters name. */
function send(member: Member, { id, method, path }: Operation, parameters: Parameters) {
  const where = path.replace(/\{(\w+)\}/g, (_, name: string) => String(parameters[name]));
  const { headers, raw } = exampleRequest(id);
  const body = bodyFor(id as OperationId, parameters);
  const what = body !== undefined ? { body } : raw === undefined ? {} : { raw, headers };
  return member.send(method, where, what);
}

describe("Another organization's data", () => {
  test.each(named(withPath))('is found by its owner only, with %s', async (id, operation) => {
    const [owner, other] = await Promise.all([newOrganization(), newOrganization()]);
    const parameters = await given(id)(owner);

    const foreign = await send(other, operation, parameters);
    const own = await send(owner, operation, parameters);

    expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found']);
    expect(own.status).toBe(askedInVain[id] ?? operation.status);
  });
});

describe('What belongs to one object', () => {
  // Versions are numbered from 1 in each workflow.
  const nested = withPath.filter(
    ({ path }) => namesIn(path).length > 1 && !path.includes('{version_number}'),
  );

  test.each(named(nested))('is not found below another, with %s', async (id, operation) => {
    const [owner, other] = await Promise.all([newOrganization(), newOrganization()]);
    const own = await given(id)(owner);
    const sibling = await given(id)(owner);
    const foreign = await given(id)(other);
    const [last = ''] = namesIn(operation.path).slice(-1);
    const below = (parents: Parameters) => ({ ...own, ...parents, [last]: own[last]! });

    const answers = [
      await send(owner, operation, below(sibling)),
      await send(other, operation, below(foreign)),
    ];

    for (const { status, body } of answers) expect([status, body.param]).toEqual([404, last]);
    expect((await send(owner, operation, own)).status).toBeLessThan(300);
  });
});

describe('An id that does not exist', () => {
  const ofAdmins = operations.filter(({ path, superAdmin }) => path.includes('{') && superAdmin);

  test.each(named(ofAdmins))('is not found with %s', async (_, operation) => {
    const admin = await newOrganization({ superAdmin: true });
    const [name = ''] = namesIn(operation.path);

    const id = name === 'cell' ? lastCell : Number.MAX_SAFE_INTEGER;
    const { status, body } = await send(admin, operation, { [name]: id });

    expect([status, body.code, body.param]).toEqual([404, 'not_found', name]);
  });
});
