import { describe, expect, test } from 'vitest';
import { type Member, newOrganization } from '../../support/organizations.ts';

const path = '/api/v1/campaign-sources';
const stored = '/api/v1/campaign-sources';

const upload = (member: Member, lines: readonly string[], query = '') =>
  member.send('POST', path + query, {
    raw: lines.join('\n'),
    headers: { 'content-type': 'Application/X-NDJSON; charset=utf-8' },
  });

const contact = (digits: string, more: object = {}): string =>
  JSON.stringify({ phone_number: `+1 202 555 ${digits}`, ...more });

const rowsOf = (member: Member, id: string) =>
  member.server.app.db
    .selectFrom('campaign_source_rows')
    .select(['row_number', 'phone_number', 'timezone', 'initial_context'])
    .where('source_id', '=', id)
    .orderBy('row_number')
    .execute();

describe('createCampaignSource with a JSON object in each line', () => {
  test('stores contacts with whatever their context holds', async () => {
    const member = await newOrganization();
    const initial_context = { name: 'Zoë 🎉', visits: 3, tags: ['a', { b: null }] };

    const { status, body } = await upload(member, [
      contact('0101', { timezone: 'America/New_York', initial_context }),
      '  ',
      contact('0102', { timezone: null, initial_context: { plan: 'gold' } }),
      contact('0103'),
      '',
    ]);

    expect(status).toBe(201);
    expect(body).toMatchObject({
      total_rows: 3,
      columns: ['phone_number', 'timezone', 'name', 'visits', 'tags', 'plan'],
    });
    expect(await rowsOf(member, body.id)).toEqual([
      {
        row_number: 1,
        phone_number: '+12025550101',
        timezone: 'America/New_York',
        initial_context,
      },
      {
        row_number: 2,
        phone_number: '+12025550102',
        timezone: null,
        initial_context: { plan: 'gold' },
      },
      { row_number: 3, phone_number: '+12025550103', timezone: null, initial_context: {} },
    ]);
    const file = await member.get(`${stored}/${body.id}/file`);
    expect(file.text.split('\r\n')[1]).toBe(
      '+12025550101,America/New_York,Zoë 🎉,3,"[""a"",{""b"":null}]",',
    );
  });

  test('reads lines that arrive in pieces, and none of the last one is lost', async () => {
    const member = await newOrganization();
    const lines = Array.from({ length: 3000 }, (_, index) =>
      JSON.stringify({
        phone_number: `+1212${2_000_000 + index}`,
        initial_context: { note: 'é'.repeat(50) },
      }),
    );

    const { body } = await upload(member, lines);

    expect(body.total_rows).toBe(3000);
    const rows = await rowsOf(member, body.id);
    expect(rows.at(-1)).toMatchObject({ initial_context: { note: 'é'.repeat(50) } });
  });

  const invalid: [string, string, string | undefined, RegExp][] = [
    ['no JSON', '{"phone_number": ', undefined, /JSON/],
    ['no object', '["+12025550101"]', undefined, /not a JSON object/],
    ['no phone number', '{}', 'phone_number', /missing/],
    ['a number as phone number', '{"phone_number": 12025550101}', 'phone_number', /not a text/],
    ['an unknown zone', contact('0101', { timezone: 'Mars/Olympus' }), 'timezone', /time zone/],
    ['a zone that is no text', contact('0101', { timezone: 5 }), 'timezone', /text/],
    ['another member', contact('0101', { name: 'Ada' }), 'name', /initial_context/],
    [
      'a context that is no object',
      contact('0101', { initial_context: [1] }),
      'initial_context',
      /object/,
    ],
    [
      'a context with the name of a column',
      contact('0101', { initial_context: { external_id: 'crm-1' } }),
      'initial_context',
      /external_id/,
    ],
    [
      'a context with the name of a column of metadata',
      contact('0101', { initial_context: { 'metadata.a': '1' } }),
      'initial_context',
      /metadata\.a/,
    ],
    ['an ID that is no text', contact('0101', { external_id: 4711 }), 'external_id', /text/],
    ['an empty ID', contact('0101', { external_id: '' }), 'external_id', /empty/],
    ['metadata that is no object', contact('0101', { metadata: ['a'] }), 'metadata', /object/],
    ['metadata that is no text', contact('0101', { metadata: { a: 1 } }), 'metadata', /a is not a/],
    ['a key that is none', contact('0101', { metadata: { 'a b': '1' } }), 'metadata', /key a b/],
    [
      'metadata that is too large',
      contact('0101', {
        metadata: Object.fromEntries(
          Array.from({ length: 50 }, (_, index) => [`k${index}`, 'ü'.repeat(400)]),
        ),
      }),
      'metadata',
      /32768/,
    ],
    [
      'a number that would change',
      contact('0101', { initial_context: { id: 0 } }).replace('0}', '725653563933458432}'),
      'initial_context',
      /^initial_context\.id: A double cannot hold/,
    ],
    [
      'a member that comes twice',
      '{"phone_number": "+12025550101", "initial_context": {"a": 1, "a": 2}}',
      'initial_context',
      /^initial_context\.a: The member "a" comes twice/,
    ],
    [
      'a context that is too large',
      contact('0101', { initial_context: { a: 'x'.repeat(70_000) } }),
      undefined,
      /65536/,
    ],
    ['a repeated phone number', contact('0100'), 'phone_number', /number repeats that of row 1/],
    [
      'a repeated external ID',
      contact('0101', { external_id: 'crm-4711' }),
      'external_id',
      /external ID repeats that of row 1/,
    ],
  ];
  test.each(invalid)('refuses or leaves out %s', async (_, line, column, reason) => {
    const member = await newOrganization();
    const lines = [contact('0100', { external_id: 'crm-4711' }), line];

    const refused = await upload(member, lines);
    const skipped = await upload(member, lines, '?on_invalid=skip');

    expect(refused.status).toBe(422);
    expect(refused.body.detail).toMatchObject([
      {
        loc: ['body', '2', ...(column === undefined ? [] : [column])],
        msg: expect.stringMatching(reason),
      },
    ]);
    expect(skipped.body).toMatchObject({
      total_rows: 1,
      rejected_rows: 1,
      rejected: [{ row: 2, reason: expect.stringMatching(reason) }],
    });
  });

  test('refuses a file whose contacts have more than 100 different members', async () => {
    const member = await newOrganization();
    const lines = Array.from({ length: 101 }, (_, index) =>
      contact(String(index).padStart(4, '0'), { initial_context: { [`member_${index}`]: 1 } }),
    );

    const answer = await upload(member, lines, '?on_invalid=skip');

    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].msg).toBe('The contacts have more than 100 different members.');
    expect((await member.get(stored)).body.items).toEqual([]);
  });

  test('refuses a line that is too long before the rest arrives', async () => {
    const member = await newOrganization();

    const answer = await upload(member, [`{"phone_number": "${'1'.repeat(1_100_000)}"}`]);

    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].msg).toMatch(/line of more than 1048576 bytes/);
  });
});

describe('A contact that could not be read back', () => {
  test.each([
    [
      'a very long number',
      { phone_number: `+1202555${' '.repeat(300)}0101` },
      'phone_number',
      '200 characters',
    ],
    [
      'a very long time zone',
      { timezone: `Europe/Berlin${' '.repeat(300)}` },
      'timezone',
      '200 characters',
    ],
    [
      'a member called phone_number',
      { initial_context: { phone_number: 1 } },
      'initial_context',
      'called phone_number',
    ],
    [
      'a member called timezone',
      { initial_context: { timezone: 'UTC' } },
      'initial_context',
      'called timezone',
    ],
    ['a member without a name', { initial_context: { '': 1 } }, 'initial_context', 'empty text'],
  ])('is refused: %s', async (_, more, member, reason) => {
    const author = await newOrganization();

    const { status, body } = await upload(author, [contact('0101', more)]);

    expect(status).toBe(422);
    expect(body.detail).toEqual([
      expect.objectContaining({
        loc: ['body', '1', member],
        msg: expect.stringContaining(reason),
      }),
    ]);
  });
});
