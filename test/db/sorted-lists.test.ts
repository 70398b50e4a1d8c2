import { describe, expect, test } from 'vitest';
import { givenCampaign } from '../campaigns/given.ts';
import { cursorAt } from '../support/cursors.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { givenWorkflow } from '../workflows/given.ts';

const lists = [
  { operation: 'listWorkflows', path: '/api/v1/workflow', given: givenWorkflow },
  { operation: 'listCampaigns', path: '/api/v1/campaign', given: givenCampaign },
] as const;

describe.each(lists)('$operation', ({ operation, path, given }) => {
  async function givenNames(member: Member, names: readonly string[]): Promise<void> {
    for (const name of names) await given(member, { name });
  }
  /** All names of the list, read in pages of two. */
  async function namesOf(member: Member, sort: string): Promise<string[]> {
    const names: string[] = [];
    for (let cursor = ''; ;) {
      const { status, body } = await member.get(`${path}?limit=2&sort=${sort}${cursor}`);
      expect(status).toBe(200);
      names.push(...body.items.map(({ name }: { name: string }) => name));
      if (body.next_cursor === null) return names;
      cursor = `&cursor=${body.next_cursor}`;
    }
  }

  test.each([
    ['created_at', ['b', 'a', 'c', 'a', 'ö'.repeat(100)]],
    ['-created_at', ['ö'.repeat(100), 'a', 'c', 'a', 'b']],
    ['name', ['a', 'a', 'b', 'c', 'ö'.repeat(100)]],
    ['-name', ['ö'.repeat(100), 'c', 'b', 'a', 'a']],
  ])('sorts by %s over pages', async (sort, names) => {
    const member = await newOrganization();
    const other = await newOrganization();
    await givenNames(member, ['b', 'a', 'c', 'a', 'ö'.repeat(100)]);
    await givenNames(other, ['a']);

    expect(await namesOf(member, sort)).toEqual(names);
  });

  test('continues after a name that has changed in the meantime', async () => {
    const member = await newOrganization();
    await givenNames(member, ['a', 'b', 'c']);
    const { body } = await member.get(`${path}?limit=1&sort=name`);
    await member.server.app.db
      .updateTable(path.endsWith('workflow') ? 'workflows' : 'campaigns')
      .set({ name: 'z' })
      .where('id', '=', body.items[0].id)
      .execute();

    const next = await member.get(`${path}?sort=name&cursor=${body.next_cursor}`);

    expect(next.body.items.map(({ name }: { name: string }) => name)).toEqual(['b', 'c', 'z']);
  });

  test.each([
    ['a name with a NUL', [1, 'a\0']],
    ['a name that is no text', [1, 5]],
    ['an invalid id', ['1', 'a']],
    ['no list', { id: 1 }],
  ])('refuses %s in a cursor', async (_, position) => {
    const member = await newOrganization();
    const cursor = cursorAt(operation, position, { query: { sort: 'name' } });

    const { status, body } = await member.get(`${path}?sort=name&cursor=${cursor}`);

    expect([status, body.detail[0].loc]).toEqual([422, ['query', 'cursor']]);
  });

  test('refuses an unknown order', async () => {
    const member = await newOrganization();

    expect((await member.get(`${path}?sort=size`)).status).toBe(422);
  });
});
