import { describe, expect, test } from 'vitest';
import { newOrganization } from '../support/organizations.ts';
import { definition, givenRun, givenRuns, givenWorkflow } from './given.ts';

const ended = {
  state: 'completed',
  outcome: 'completed',
  ended_at: '2026-01-02T03:04:05.678Z',
} as const;

describe('getWorkflow', () => {
  test('returns the workflow with its newest version, and an ETag', async () => {
    const member = await newOrganization();
    const workflow = await givenWorkflow(member, {
      name: 'Renewal',
      versions: ['archived', 'published', 'draft'],
      created_at: '2026-01-02T03:04:05.678Z',
      template_context_variables: '{"customer_name":"Ada"}',
      workflow_configurations: '{"max_call_duration_seconds":600}',
    });

    const answer = await member.get(workflow.path);

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id: workflow.id,
      workflow_uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Renewal',
      status: 'active',
      created_at: '2026-01-02T03:04:05.678Z',
      workflow_definition: definition('version 3'),
      current_definition_id: workflow.versions[2],
      version_number: 3,
      version_status: 'draft',
      published_version_number: 2,
      template_context_variables: { customer_name: 'Ada' },
      workflow_configurations: { max_call_duration_seconds: 600 },
      call_disposition_codes: { disposition_codes: [] },
      total_runs: 0,
      external_id: null,
      metadata: {},
    });
    expect(answer.headers.get('etag')).toMatch(`"${workflow.id}-1.`);
  });

  test('lists each disposition code once, sorted by its bytes', async () => {
    const member = await newOrganization();
    const [workflow, other] = await Promise.all([givenWorkflow(member), givenWorkflow(member)]);
    const codes = ['sold', 'Busy', null, 'callback', 'sold', 'über', 'a b', 'callback', 'B', ''];
    await givenRuns(
      member,
      workflow,
      codes.map((call_disposition) => ({ ...ended, call_disposition })),
    );
    await givenRun(member, other, { ...ended, call_disposition: 'elsewhere' });

    const { body } = await member.get(workflow.path);

    expect(body.call_disposition_codes.disposition_codes).toEqual([
      '',
      'B',
      'Busy',
      'a b',
      'callback',
      'sold',
      'über',
    ]);
  });

  test('counts the runs as they change; its ETag changes with them and is still accepted as If-Match', async () => {
    const member = await newOrganization();
    const { db } = member.server.app;
    const [workflow, other] = await Promise.all([givenWorkflow(member), givenWorkflow(member)]);
    const before = await member.get(workflow.path);
    await Promise.all([1, 2, 3, 4].map(() => givenRuns(member, workflow, [{}, {}, {}])));
    await givenRun(member, other);
    const rolledBack = db.transaction().execute(async (trx) => {
      const row = trx.selectFrom('workflow_runs').where('workflow_id', '=', workflow.id).limit(1);
      const columns = [
        'organization_id',
        'workflow_id',
        'definition_id',
        'name',
        'mode',
        'created_at',
      ] as const;
      await trx
        .insertInto('workflow_runs')
        .columns([...columns])
        .expression(row.select(columns))
        .execute();
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');

    const after = await member.get(workflow.path);
    await db
      .deleteFrom('workflow_runs')
      .where('workflow_id', '=', workflow.id)
      .where('id', '>', 0)
      .execute();
    const emptied = await member.get(workflow.path);

    expect([before, after, emptied].map(({ body }) => body.total_runs)).toEqual([0, 12, 0]);
    const etags = [before, after, emptied].map(({ headers }) => headers.get('etag') ?? '');
    expect(etags[1]).not.toBe(etags[0]);
    expect(etags[2]).toBe(etags[0]);
    const renamed = await member.put(workflow.path, { name: 'B' }, { 'if-match': etags[1]! });
    expect(renamed.status).toBe(200);
  });

  test.each(['0', '-1', '1.5', 'x', '9007199254740992', '99999999999999999999'])(
    'refuses the id %s',
    async (id) => {
      const member = await newOrganization();

      const answer = await member.get(`/api/v1/workflow/${id}`);

      expect(answer.status).toBe(422);
      expect(answer.body.detail[0].loc).toEqual(['path', 'workflow_id']);
    },
  );
});

const list = '/api/v1/workflow';
const ids = (answer: { body: { items: { id: number }[] } }): number[] =>
  answer.body.items.map((item) => item.id);

describe('listWorkflows', () => {
  test('finds workflows by a part of their name, in any case, and page by page', async () => {
    const [member, other] = await Promise.all([newOrganization(), newOrganization()]);
    for (const name of ['Renewal', 'Zoë 50%_', 'renewal (copy)', 'Zoe\u0308'])
      await givenWorkflow(member, { name });
    await givenWorkflow(other, { name: 'Renewal' });
    const found = async (name: string, more = '') => {
      const { body } = await member.get(
        `${list}?sort=name&name=${encodeURIComponent(name)}${more}`,
      );
      return { names: body.items.map((item: { name: string }) => item.name).toSorted(), ...body };
    };

    const first = await found('RENEWAL', '&limit=1');
    const second = await found('RENEWAL', `&limit=1&cursor=${first.next_cursor}`);

    expect((await found('newal')).names).toEqual(['Renewal', 'renewal (copy)']);
    expect(new Set([...first.names, ...second.names])).toEqual(
      new Set(['Renewal', 'renewal (copy)']),
    );
    expect(second.next_cursor).toBeNull();
    expect((await found('zoë')).names).toEqual(['Zoe\u0308', 'Zoë 50%_']);
    expect((await found('%')).names).toEqual(['Zoë 50%_']);
    expect((await found('newal', '&status=archived')).names).toEqual([]);
    expect((await member.get(`${list}?name=`)).status).toBe(422);
  });

  test("shows the organization's workflows, newest first, with their newest version and runs", async () => {
    const [member, other] = await Promise.all([newOrganization(), newOrganization()]);
    const first = await givenWorkflow(member, { versions: ['archived', 'draft'] });
    await givenWorkflow(other);
    const second = await givenWorkflow(member, { name: 'Second', versions: ['published'] });
    await givenRuns(member, second, [{}, {}]);

    const { body } = await member.get(list);

    expect(body.next_cursor).toBeNull();
    expect(body.items).toEqual([
      expect.objectContaining({
        id: second.id,
        name: 'Second',
        current_definition_id: second.versions[0],
        version_number: 1,
        version_status: 'published',
        published_version_number: 1,
        total_runs: 2,
      }),
      expect.objectContaining({
        id: first.id,
        version_number: 2,
        version_status: 'draft',
        published_version_number: null,
        total_runs: 0,
      }),
    ]);
  });

  test('filters by status', async () => {
    const member = await newOrganization();
    const active = await givenWorkflow(member);
    const archived = await givenWorkflow(member, { status: 'archived' });

    expect(ids(await member.get(`${list}?status=active`))).toEqual([active.id]);
    expect(ids(await member.get(`${list}?status=archived`))).toEqual([archived.id]);
    expect(ids(await member.get(list))).toEqual([archived.id, active.id]);
  });

  test.each(['status=deleted', 'state=active'])('refuses ?%s', async (query) => {
    const member = await newOrganization();

    const answer = await member.get(`${list}?${query}`);

    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].loc).toEqual(['query', query.split('=')[0]]);
  });
});
