import type { Plan } from './plan.ts';

/** The file of the contract. */
export function contractText({ id, verb, tag, words, schema, area }: Plan): string {
  const list = verb === 'list';
  const shared = (file: string, name: string): string =>
    `{ $ref: '../shared/${file}.yaml#/${name}' }`;
  return `# Says what it is in one line.

paths:
  collection:
    get:
      operationId: ${id}
      tags: [${tag}]
      x-audience: client
      summary: ${list ? 'List' : 'Get'} ${words}
      description: ${list ? `Returns the organization's ${words}, newest first.` : `Returns the organization's ${words}.`}
      security: [{ apiKey: [] }, { session: [] }]
      x-scope: read
      x-roles: [owner, admin, operator, editor, viewer]
${
  list
    ? `      parameters:
        - ${shared('parameters', 'Limit')}
        - ${shared('parameters', 'Cursor')}
`
    : ''
}      responses:
        '200':
          description: ${list ? `A page of ${words}.` : `The ${words}.`}
          content:
            application/json:
              schema: { $ref: '#/schemas/${list ? `${schema}Page` : schema}' }
              example: ${list ? '{ items: [], next_cursor: null }' : '{ organization_id: 1 }'}
        '401': ${shared('responses', 'Unauthorized')}
        '403': ${shared('responses', 'InsufficientScope')}
        '422': ${shared('responses', 'ValidationError')}
        '429': ${shared('responses', 'TooManyRequests')}
        '500': ${shared('responses', 'InternalError')}
        '503': ${shared('responses', 'Unavailable')}

schemas:
  ${schema}:
    description: A part of the area ${area}. Say here what it is.
    type: object
    additionalProperties: false
${
  list
    ? `    required: [id, name, created_at]
    properties:
      id: ${shared('schemas', 'Id')}
      name: { type: string, description: Its name. }
      created_at: ${shared('schemas', 'Timestamp')}
  ${schema}Page:
    type: object
    required: [items, next_cursor]
    additionalProperties: false
    properties:
      items: { type: array, maxItems: 200, items: { $ref: '#/schemas/${schema}' }, description: 'The ${words} of this page, newest first.' }
      next_cursor: ${shared('schemas', 'NextCursor')}
`
    : `    required: [organization_id]
    properties:
      organization_id: ${shared('schemas', 'Id')}
`
}`;
}

/** The file of the handler. */
export const handlerText = ({ id, verb, schema, object }: Plan): string =>
  verb === 'list'
    ? `import type { components } from '../../../generated/api.ts';
import type { App } from '../../context.ts';
import { idAfter, pageOf } from '../../db/page.ts';
import type { HandlersFor } from '../../http/contract.ts';

export const ${object} = {
  // A query of the caller's organization, with \`newestFirst\` of db/page.ts, gives the rows.
  async ${id}({ query }) {
    idAfter(query);
    const rows: readonly components['schemas']['${schema}'][] = [];
    return pageOf(rows, query);
  },
} satisfies HandlersFor<'${id}', App>;
`
    : `import type { App } from '../../context.ts';
import type { HandlersFor } from '../../http/contract.ts';

export const ${object} = {
  async ${id}({ caller }) {
    return { organization_id: caller.organization_id };
  },
} satisfies HandlersFor<'${id}', App>;
`;

/** The file of the test. */
export const testText = ({
  id,
  verb,
  path,
}: Plan): string => `import { expect, test } from 'vitest';
import { newOrganization } from '../../support/organizations.ts';

test('${id} ${verb === 'list' ? 'shows an empty page to a new organization' : 'shows whose it is'}', async () => {
  const member = await newOrganization();

  const shown = await member.get('${path}');

  expect(shown.status).toBe(200);
  expect(shown.body).toEqual(${verb === 'list' ? '{ items: [], next_cursor: null }' : '{ organization_id: expect.any(Number) }'});
});
`;

export const entryText = ({ id, verb, words }: Plan): string =>
  `- \`${id}\` ${verb === 'list' ? 'lists' : 'shows'} the organization's ${words}.`;
