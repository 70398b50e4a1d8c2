import { describe, expect, test } from 'vitest';
import { createChecker } from '../../scripts/traffic/checks.ts';
import { createFindings } from '../../scripts/traffic/findings.ts';
import { createIds } from '../../scripts/traffic/ids.ts';
import { createRandom } from '../../scripts/traffic/random.ts';
import { type Composed, createComposer } from '../../scripts/traffic/requests.ts';
import { createExchange, type WireAnswer } from '../../scripts/traffic/sending.ts';
import { loadContract } from '../../src/http/operations.ts';
import { newOrganization } from '../support/organizations.ts';

const contract = loadContract();
const checker = createChecker(contract);

const operationOf = (id: string) => {
  const operation = contract.operations.find((each) => each.id === id);
  if (!operation) throw new Error(`The contract has no operation ${id}.`);
  return operation;
};

const callerWith = (...headers: (readonly [string, string])[]) => ({
  role: 'a session',
  headers,
  ids: createIds(contract.operations, createRandom(1)),
});

/** A valid request of `getOrganizationLimits`. */
const composed: Composed = {
  operation: operationOf('getOrganizationLimits'),
  caller: callerWith(['authorization', 'Bearer a-session-token']),
  params: {},
  request: { method: 'GET', path: '/api/v1/organizations/limits', headers: [], body: undefined },
  secrets: ['a-session-token'],
};

async function answerOf(more: Partial<WireAnswer> = {}): Promise<WireAnswer> {
  const member = await newOrganization();
  const { status, headers, text } = await member.get('/api/v1/organizations/limits');
  return { status, headers, text, bytes: text.length, ms: 1, ...more };
}

describe('Random traffic', () => {
  test('accepts a declared response', async () => {
    expect(checker.faultOf(composed, await answerOf())).toBeUndefined();
  });

  test('accepts a declared problem', async () => {
    const member = await newOrganization();
    const operation = operationOf('getWorkflow');
    const caller = callerWith(['authorization', `Bearer ${member.token}`]);
    const path = '/api/v1/workflow/2147483647';
    const request = { ...composed.request, path, headers: caller.headers };

    const exchanged = await createExchange(member.server.url).exchange(request);

    expect(exchanged).toMatchObject({ status: 404 });
    expect(checker.faultOf({ ...composed, operation, caller, request }, exchanged)).toBeUndefined();
  });

  test.each([
    ['a failure of the server', { status: 500 }, 'the answer was 500'],
    ['an undeclared status', { status: 302 }, 'the status 302 is not declared'],
    ['a body that does not fit', { text: '{"organization_id":"x"}' }, 'the body'],
    ['a secret that was sent', { text: '{"detail":"a-session-token"}' }, 'holds a secret'],
  ])('finds %s', async (_, more, fault) => {
    expect(checker.faultOf(composed, await answerOf(more))).toContain(fault);
  });

  test('finds a missing response, unless the connection was cut on purpose', () => {
    expect(checker.faultOf(composed, { none: 'late', ms: 1 })).toBe('no answer: late');
    expect(checker.faultOf(composed, { none: 'cut', ms: 1 })).toBeUndefined();
  });

  test('is the same for the same seed', () => {
    const requests = [1, 2].map(() => {
      const composer = createComposer(createRandom(7), 'http://127.0.0.1:9/');
      const operation = operationOf('createWorkflow');
      return Array.from({ length: 60 }, () => composer.compose(operation, callerWith()).request);
    });

    expect(requests[0]).toEqual(requests[1]);
  });

  test('reaches existing objects by ids from earlier responses', async () => {
    const member = await newOrganization();
    const caller = callerWith(['authorization', `Bearer ${member.token}`]);
    const { exchange: send } = createExchange(member.server.url);
    const made = await member.post('/api/v1/workflow', { name: 'Known', workflow_definition: {} });
    caller.ids.collect(operationOf('createWorkflow'), {}, made.body);
    const composer = createComposer(createRandom(3), 'http://127.0.0.1:9/');

    const statuses = new Set<number>();
    for (let count = 0; count < 40; count++) {
      const sent = composer.compose(operationOf('getWorkflow'), caller);
      const exchanged = await send(sent.request);
      expect(checker.faultOf(sent, exchanged)).toBeUndefined();
      if ('status' in exchanged) statuses.add(exchanged.status);
    }

    expect(statuses).toContain(200);
  });

  test('prints a finding once per kind, with a command that contains no credential', () => {
    const printed: string[] = [];
    const findings = createFindings((text) => printed.push(text));
    const token = 't'.repeat(43);
    const request = {
      ...composed.request,
      headers: [['authorization', `Bearer ${token}`]] as const,
      body: Buffer.from("it's"),
    };

    for (const status of [500, 502]) findings.add('x', `was ${status}`, { ...composed, request });

    expect(printed).toHaveLength(1);
    expect(printed[0]).toContain(`--data-binary 'it'\\''s'`);
    expect(printed[0]).not.toContain(token);
    expect(findings.list()).toMatchObject([{ times: 2 }]);
  });
});
