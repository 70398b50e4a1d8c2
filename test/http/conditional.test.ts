import { expect, test } from 'vitest';
import { createExchange } from '../../scripts/bench/isolation/exchange.ts';
import { newOrganization } from '../support/organizations.ts';
import { givenWorkflow } from '../workflows/given.ts';

// Not with fetch: it adds `Cache-Control: no-cache` to conditional requests.
test.each(['*', '"1"'])(
  'An If-None-Match of %s does not affect a response without an ETag',
  async (etag) => {
    const member = await newOrganization();

    const answer = await createExchange(member.server.url).exchange({
      method: 'GET',
      path: '/api/v1/organizations/members',
      headers: [
        ['authorization', `Bearer ${member.token}`],
        ['if-none-match', etag],
      ],
      body: undefined,
    });

    expect(answer).toMatchObject({ status: 200 });
  },
);

test('getWorkflow answers 304 while the client has the current workflow', async () => {
  const member = await newOrganization();
  const { id } = await givenWorkflow(member);
  const path = `/api/v1/workflow/${id}`;
  const etag = (await member.get(path)).headers.get('etag') ?? '';
  const get = (header: string) =>
    member.send('GET', path, { token: member.token, headers: { 'if-none-match': header } });

  const unchanged = await get(etag);
  await member.put(path, { name: 'Renamed' });
  const changed = await get(etag);

  expect([unchanged.status, unchanged.text, unchanged.headers.get('etag')]).toEqual([
    304,
    '',
    etag,
  ]);
  expect([changed.status, changed.body.name]).toEqual([200, 'Renamed']);
  expect((await get(`"other", W/${changed.headers.get('etag')}`)).status).toBe(304);
});
