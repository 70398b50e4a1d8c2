import { expect, test } from 'vitest';
import { createSend } from '../../scripts/traffic/sending.ts';
import { newOrganization } from '../support/organizations.ts';

// Not with fetch, which asks not to be answered from a cache when it is given conditions.
test.each(['*', '"1"'])(
  'An If-None-Match of %s keeps back no answer that has no ETag',
  async (etag) => {
    const member = await newOrganization();

    const answer = await createSend(member.server.url)({
      method: 'GET',
      path: '/api/v1/organizations/limits',
      headers: [
        ['authorization', `Bearer ${member.token}`],
        ['if-none-match', etag],
      ],
      body: undefined,
    });

    expect(answer).toMatchObject({ status: 200 });
  },
);
