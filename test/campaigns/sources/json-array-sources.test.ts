import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { elementsIn } from '../../../src/campaigns/sources/json-array.ts';
import { InvalidRequest } from '../../../src/errors.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';

const path = '/api/v1/campaign-sources';

const upload = (member: Member, raw: string, query = '') =>
  member.send('POST', path + query, { raw, headers: { 'content-type': 'application/json' } });

const contact = (digits: string, more: object = {}) => ({
  phone_number: `+1 202 555 ${digits}`,
  ...more,
});

describe('createCampaignSource with a JSON array', () => {
  test('stores its elements as contacts', async () => {
    const member = await newOrganization();
    const contacts = [
      contact('0101', { timezone: 'Asia/Kolkata', initial_context: { name: 'a],[{"\\', n: [1] } }),
      contact('0102'),
    ];

    const { status, body } = await upload(member, JSON.stringify(contacts, null, 2));

    expect([status, body.total_rows, body.columns]).toEqual([
      201,
      2,
      ['phone_number', 'timezone', 'name', 'n'],
    ]);
    const rows = await member.server.app.db
      .selectFrom('campaign_source_rows')
      .select(['phone_number', 'timezone', 'initial_context'])
      .where('source_id', '=', body.id)
      .orderBy('row_number')
      .execute();
    expect(rows).toEqual([
      {
        phone_number: '+12025550101',
        timezone: 'Asia/Kolkata',
        initial_context: { name: 'a],[{"\\', n: [1] },
      },
      { phone_number: '+12025550102', timezone: null, initial_context: {} },
    ]);
  });

  test('refuses or leaves out an element that is no contact', async () => {
    const member = await newOrganization();
    const raw = `[${JSON.stringify(contact('0101'))}, {"phone_number": }, 5,]`;

    const refused = await upload(member, raw);
    const skipped = await upload(member, raw, '?on_invalid=skip');

    expect(refused.status).toBe(422);
    expect(refused.body.detail.map(({ loc }: { loc: string[] }) => loc)).toEqual([
      ['body', '2'],
      ['body', '3'],
      ['body', '4'],
    ]);
    expect(skipped.body).toMatchObject({ total_rows: 1, rejected_rows: 3 });
  });

  test.each([
    ['an object', '{"phone_number": "+12025550101"}', /not a complete JSON array/],
    ['a list that does not end', '[{"phone_number": "+12025550101"}', /not a complete JSON array/],
    ['something after the list', '[{"phone_number": "+12025550101"}] []', /not a complete/],
    ['an empty list', ' [ ] ', /no valid row/],
    ['an element that is too long', `["${'x'.repeat(1_100_000)}"]`, /more than 1048576 bytes/],
  ])('refuses %s', async (_, raw, reason) => {
    const member = await newOrganization();

    const { status, body } = await upload(member, raw, '?on_invalid=skip');

    expect([status, body.detail[0].msg]).toEqual([422, expect.stringMatching(reason)]);
    expect((await member.get('/api/v1/campaign-sources')).body.items).toEqual([]);
  });
});

describe('The elements of an array', () => {
  const read = async (chunks: readonly Buffer[]) => {
    const elements: string[] = [];
    for await (const element of elementsIn(Readable.from(chunks))) elements.push(String(element));
    return elements;
  };
  const text = '[ {"a": "]}\\"", "é": [[1], {}]} ,"\\\\", 1.5e3,null ]\n';
  const expected = [' {"a": "]}\\"", "é": [[1], {}]} ', '"\\\\"', ' 1.5e3', 'null '];

  test.each([1, 2, 3, 7, 1000])('are found in chunks of %i bytes', async (size) => {
    const bytes = Buffer.from(text);
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    );

    expect(await read(chunks)).toEqual(expected);
  });

  test.each(['', '  ', '{}', '"[]"', '[', '[{]', '[1}', '[]]', '[1]2'])(
    'are none of %j',
    async (broken) => {
      await expect(read([Buffer.from(broken)])).rejects.toThrow(InvalidRequest);
    },
  );
});
