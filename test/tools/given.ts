import type { Member } from '../support/organizations.ts';

export const toolsPath = '/api/v1/tools';

/** A look-up with a variable in the path and one in the query. */
export const lookup = {
  name: 'lookup_order',
  description: 'Looks an order up.',
  kind: 'http',
  method: 'GET',
  url_template: 'http://127.0.0.1:9/orders/{order_id}?lang={lang}',
  arguments_schema: {
    type: 'object',
    properties: { order_id: { type: 'string' }, lang: { type: 'string' } },
    required: ['order_id'],
    additionalProperties: false,
  },
} as const;

export async function givenTool(owner: Member, members: object = {}) {
  const { status, body, text } = await owner.post(toolsPath, { ...lookup, ...members });
  if (status !== 201) throw new Error(`createTool answered ${status}: ${text}`);
  return { id: Number(body.id), path: `${toolsPath}/${body.id}` };
}
