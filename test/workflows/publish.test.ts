import { describe, expect, test } from 'vitest';
import { type Member, newOrganization } from '../support/organizations.ts';
import { definition, givenWorkflow, versionsOf } from './given.ts';

const faulty = {
  nodes: [
    { id: 'start', type: 'startCall' },
    { id: 'lost', type: 'agentNode' },
  ],
  edges: [{ id: 'astray', source: 'start', target: 'nowhere' }],
};
const itsFaults = [
  {
    loc: ['workflow_definition', 'nodes', '1'],
    msg: 'The node "lost" has no edge leading into it.',
    type: 'no_way_in',
    input: 'lost',
    ctx: { node_id: 'lost' },
  },
  {
    loc: ['workflow_definition', 'edges', '0', 'target'],
    msg: 'The edge "astray" names no node as its target.',
    type: 'edge_end_unknown',
    input: 'nowhere',
    ctx: { edge_id: 'astray' },
  },
];

const publish = (member: Member, path: string, headers?: Record<string, string>) =>
  member.post(`${path}/publish`, undefined, headers);

describe('validateWorkflow', () => {
  test('finds a valid newest version valid', async () => {
    const member = await newOrganization();
    const { path } = await givenWorkflow(member);

    const answer = await member.post(`${path}/validate`);

    expect([answer.status, answer.body]).toEqual([
      200,
      { is_valid: true, faults: [], warnings: [] },
    ]);
  });

  test('lists every fault of the newest version, even if an older one is valid', async () => {
    const member = await newOrganization();
    const { path } = await givenWorkflow(member, { versions: ['published'] });
    await member.put(path, { workflow_definition: faulty });
    const before = await member.get(path);

    const answer = await member.send('POST', `${path}/validate`, { key: member.key });

    expect([answer.status, answer.body]).toEqual([
      200,
      { is_valid: false, faults: itsFaults, warnings: [] },
    ]);
    const after = await member.get(path);
    expect(after.text).toBe(before.text);
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
  });
});

describe('publishWorkflow', () => {
  test('publishes the newest version and archives the one published before', async () => {
    const member = await newOrganization();
    const { id, path } = await givenWorkflow(member, { versions: ['published', 'draft'] });

    const answer = await publish(member, path);

    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ version_number: 2, version_status: 'published' });
    expect(answer.headers.get('etag')).toMatch(`"${id}-2.`);
    const read = await member.get(path);
    expect([read.text, read.headers.get('etag')]).toEqual([
      answer.text,
      answer.headers.get('etag'),
    ]);
    expect(await versionsOf(member, path)).toEqual([
      [2, 'published'],
      [1, 'archived'],
    ]);
    const { body } = await member.get(`${path}/versions`);
    expect(body.items[0].published_at).toMatch(/^\d{4}-.*Z$/);
    expect(body.items[1].published_at).toMatch(/^\d{4}-.*Z$/);
  });

  test('leaves the versions of other workflows unchanged', async () => {
    const member = await newOrganization();
    const [one, other] = [
      await givenWorkflow(member),
      await givenWorkflow(member, { versions: ['published', 'draft'] }),
    ];

    await publish(member, one.path);

    expect(await versionsOf(member, other.path)).toEqual([
      [2, 'draft'],
      [1, 'published'],
    ]);
  });

  test('changes nothing if the newest version is published', async () => {
    const member = await newOrganization();
    const { path } = await givenWorkflow(member);
    const first = await publish(member, path);
    const before = await member.get(`${path}/versions`);

    const again = await publish(member, path);

    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    expect((await member.get(`${path}/versions`)).text).toBe(before.text);
  });

  test('refuses a graph with an entry per fault and changes nothing', async () => {
    const member = await newOrganization();
    const { path } = await givenWorkflow(member, { versions: ['published'] });
    const before = await member.put(path, { workflow_definition: faulty });

    const answer = await publish(member, path);

    expect([answer.status, answer.body]).toEqual([422, { detail: itsFaults }]);
    const after = await member.get(path);
    expect(after.text).toBe(before.text);
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
    expect(await versionsOf(member, path)).toEqual([
      [2, 'draft'],
      [1, 'published'],
    ]);
  });

  test.each([['draft'], ['published']] as const)(
    'refuses an archived workflow whose newest version is %s',
    async (status) => {
      const member = await newOrganization();
      const { path } = await givenWorkflow(member, { status: 'archived', versions: [status] });

      const answer = await publish(member, path);

      expect([answer.status, answer.body.code]).toEqual([409, 'workflow_archived']);
      expect(await versionsOf(member, path)).toEqual([[1, status]]);
    },
  );

  test('publishes once when requested many times concurrently', async () => {
    const member = await newOrganization();
    const { path, id } = await givenWorkflow(member, { versions: ['published', 'draft'] });

    const answers = await Promise.all(Array.from({ length: 8 }, () => publish(member, path)));

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const [etag, ...more] = new Set(answers.map(({ headers }) => headers.get('etag')));
    expect(etag).toMatch(`"${id}-2.`);
    expect(more).toEqual([]);
    expect(await versionsOf(member, path)).toEqual([
      [2, 'published'],
      [1, 'archived'],
    ]);
  });

  test('lets one of two requests with the same ETag through, whether publish or update', async () => {
    const member = await newOrganization();
    const { path, id } = await givenWorkflow(member);
    const headers = { 'if-match': `"${id}-1"` };

    const answers = await Promise.all([
      publish(member, path, headers),
      member.put(path, { workflow_definition: faulty }, headers),
    ]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
  });

  test('publishes the version that was the newest, with concurrent updates', async () => {
    const member = await newOrganization();
    const { path } = await givenWorkflow(member);
    const names = Array.from({ length: 6 }, (_, index) => `update ${index}`);

    const answers = await Promise.all(
      names.flatMap((name) => [
        member.put(path, { workflow_definition: definition(name) }),
        publish(member, path),
      ]),
    );

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const published = answers.filter((_, index) => index % 2 === 1).map(({ body }) => body);
    for (const { version_number, version_status, workflow_definition } of published) {
      expect(version_status).toBe('published');
      const { body } = await member.get(`${path}/versions/${version_number}`);
      expect(body.workflow_definition).toEqual(workflow_definition);
      expect(body.published_at).not.toBeNull();
    }
    const last = Math.max(...published.map(({ version_number }) => version_number));
    const versions = await versionsOf(member, path);
    expect(versions.map(([number]) => number)).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(versions.filter(([, status]) => status === 'published')).toEqual([[last, 'published']]);
    expect(versions.filter(([, status]) => status === 'draft')).toEqual(
      last === 7 ? [] : [[7, 'draft']],
    );
  });
});
