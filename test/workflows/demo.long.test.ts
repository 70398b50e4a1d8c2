import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { components } from '../../generated/api.ts';
import { demoUser } from '../../src/demo/accounts.ts';
import { seedDemo } from '../../src/demo/seed.ts';
import { demoDefinitions } from '../support/demo-definitions.ts';
import type { Answer } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';

type Definition = components['schemas']['WorkflowDefinition'];
type Item = Record<string, unknown>;

/** The faults that prevent publishing a graph. */
function faultsOf({ nodes = [], edges = [] }: Definition): string[] {
  const ids = nodes.map(({ id = '' }) => id);
  const ofType = (type: string) =>
    nodes.filter((node) => node.type === type).map(({ id = '' }) => id);
  const into = (id: string) => edges.filter(({ target }) => target === id);
  const outOf = (id: string) => edges.filter(({ source }) => source === id);
  const reached = new Set(ofType('startCall'));
  for (const id of reached) for (const { target = '' } of outOf(id)) reached.add(target);
  const global = new Set(ofType('globalNode'));
  const rules: [string, boolean][] = [
    [
      'ids are unique',
      new Set(ids).size === ids.length && new Set(edges.map(({ id }) => id)).size === edges.length,
    ],
    ['one startCall', ofType('startCall').length === 1],
    ['nothing into startCall', ofType('startCall').every((id) => into(id).length === 0)],
    ['at most one globalNode', global.size <= 1],
    ['no edge at globalNode', [...global].every((id) => into(id).length + outOf(id).length === 0)],
    ['agentNode has a way in', ofType('agentNode').every((id) => into(id).length > 0)],
    ['endCall has a way in', ofType('endCall').every((id) => into(id).length > 0)],
    ['endCall has no way out', ofType('endCall').every((id) => outOf(id).length === 0)],
    [
      'edges join nodes',
      edges.every(({ source = '', target = '' }) => ids.includes(source) && ids.includes(target)),
    ],
    [
      'labels differ',
      ids.every(
        (id) => new Set(outOf(id).map(({ data }) => data?.label)).size === outOf(id).length,
      ),
    ],
    ['all are reached', ids.every((id) => reached.has(id) || global.has(id))],
  ];
  return rules.filter(([, holds]) => !holds).map(([rule]) => rule);
}

describe('The demo', () => {
  let server: TestServer;
  let get: (path: string) => Promise<Answer>;
  beforeAll(async () => {
    server = await startServer({ demo: true });
    await seedDemo(server.app);
    const { body } = await server.send('POST', '/api/v1/auth/login', { body: demoUser });
    get = (path) => server.send('GET', path, { token: body.access_token });
  });
  afterAll(() => server.close());

  test.each(demoDefinitions)('%s can be published', (_, definition) => {
    expect(faultsOf(definition)).toEqual([]);
  });

  test('has active and archived workflows, and versions in every status', async () => {
    const { body } = await get('/api/v1/workflow');
    const statuses = body.items.map((item: Item) => item['status']);
    const { id } = body.items.find(({ name }: Item) => name === 'Appointment reminder');
    const { body: versions } = await get(`/api/v1/workflow/${id}/versions`);

    expect(new Set(statuses)).toEqual(new Set(['active', 'archived']));
    expect(versions.items.map((item: Item) => item['version_status'])).toEqual([
      'draft',
      'published',
      'archived',
    ]);
  });

  // Runs in progress appear with the running campaign once a worker runs.
  test('has runs that have not begun and runs with every outcome, one of them with consent', async () => {
    const { body } = await get('/api/v1/runs?limit=200');
    const seen = (name: string) => new Set(body.items.map((item: Item) => item[name]));
    const runs = [];
    for (const { id } of body.items) runs.push((await get(`/api/v1/runs/${id}`)).body);

    expect(seen('state')).toEqual(new Set(['initialized', 'completed']));
    expect(seen('outcome').size).toBe(8);
    expect(runs.filter(({ transcript }) => transcript !== null).length).toBeGreaterThanOrEqual(4);
    const call = runs.find(
      ({ mode, to_number }) => mode === 'ad_hoc' && to_number === '+12025550185',
    );
    expect(call?.gathered_context).toMatchObject({ consent_given: true });
  });

  test('shows correct counts and disposition codes', async () => {
    const { body } = await get('/api/v1/workflow');

    for (const { id, total_runs } of body.items) {
      const runs: Item[] = (await get(`/api/v1/runs?workflow_id=${id}&limit=200`)).body.items;
      const codes = new Set(
        runs.map((run) => run['call_disposition']).filter((code) => code !== null),
      );
      const workflow = (await get(`/api/v1/workflow/${id}`)).body;
      expect([total_runs, workflow.total_runs]).toEqual([runs.length, runs.length]);
      expect(new Set(workflow.call_disposition_codes.disposition_codes)).toEqual(codes);
    }
  });
});
