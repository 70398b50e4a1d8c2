import { describe, expect, test } from 'vitest';
import {
  type Contacts,
  csvContacts,
  jsonContacts,
} from '../../../src/campaigns/sources/contacts.ts';
import { elementsIn } from '../../../src/campaigns/sources/json-array.ts';
import { linesIn } from '../../../src/campaigns/sources/json-lines.ts';
import { withoutMark } from '../../../src/campaigns/sources/utf8.ts';
import { InvalidRequest } from '../../../src/errors.ts';
import { newOrganization } from '../../support/organizations.ts';

const mark = '\uFEFF';
const sizes = [1, 2, 3, 1000];

async function* chunksOf(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function numbersIn(contacts: Contacts): Promise<(string | undefined)[]> {
  const numbers = [];
  for await (const group of contacts.rows)
    for (const row of group) numbers.push('reason' in row ? row.reason : row.phone_number);
  return numbers;
}

const read = async (
  bytes: Buffer,
  { size = 1000, column }: { size?: number; column?: string } = {},
) => {
  const contacts = await csvContacts(withoutMark(chunksOf(bytes, size)), column);
  return { numbers: await numbersIn(contacts), columns: contacts.columns() };
};

const refusal = async (bytes: Buffer, column?: string): Promise<string> =>
  read(bytes, column === undefined ? {} : { column }).then(
    () => 'read',
    (error: unknown) => {
      if (!(error instanceof InvalidRequest)) throw error;
      return error.faults.map(({ msg }) => msg).join(' ');
    },
  );

const ada = '+12025550185';
const ben = '+12025550141';
const utf8 = (text: string): Buffer => Buffer.from(text);
const utf16 = (text: string): Buffer => Buffer.from(mark + text, 'utf16le');

/** Google Contacts, "Google CSV", as exported since 2024. */
const google = [
  'First Name,Middle Name,Last Name,Phonetic First Name,Phonetic Middle Name,Phonetic Last Name,Name Prefix,Name Suffix,Nickname,File As,Organization Name,Organization Title,Organization Department,Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value',
  `Ada,,Byron,,,,,,,,,,,,,,* myContacts,*,ada@example.com,Mobile,+1 202-555-0185`,
  `Ben,,Hall,,,,,,,,,,,,,,* myContacts,,,Mobile,+1 202-555-0141`,
].join('\r\n');

/** The columns of Outlook for Windows that hold numbers, among some of its others. */
const outlook = [
  '"Title","First Name","Last Name","Company","Business Fax","Business Phone","Business Phone 2","Callback","Car Phone","Company Main Phone","Home Fax","Home Phone","Home Phone 2","ISDN","Mobile Phone","Other Fax","Other Phone","Pager","Primary Phone","Radio Phone","TTY/TDD Phone","Telex","Notes"',
  '"","Ada","Byron","","","","","","","","","","","","+1 (202) 555-0185","","","","","","","","two\r\nlines"',
].join('\r\n');

const salesforce = '"ID","FIRSTNAME","PHONE","MOBILEPHONE"\n"003","Ada","","+12025550185"\n';

const exports: readonly (readonly [name: string, bytes: Buffer, column?: string])[] = [
  ['Google Contacts', utf8(google)],
  ['Outlook, with the column named', utf8(outlook), 'Mobile Phone'],
  ['Salesforce, with the column named', utf8(salesforce), 'mobilephone'],
  [
    'HubSpot',
    utf8('"Record ID","First Name","Phone Number","Contact owner"\n"1","Ada","+12025550185",""\n'),
  ],
  ['Airtable', utf8(`${mark}Name,Phone,Notes\r\nAda,+1 202 555 0185,\r\n`)],
  ['Pipedrive', utf8('Person - Name,Person - Phone\nAda,+12025550185\n')],
  ['Excel, Unicode Text', utf16('Name\tMobile\tNote\r\nAda\t+1 202 555 0185\t"a\tb"\r\n')],
  ['Excel, big-endian', Buffer.from(utf16('phone_number\r\n+12025550185\r\n')).swap16()],
  [
    'Excel, CSV UTF-8 in Germany',
    utf8(`${mark}phone_number;Name;Anteil\r\n+12025550185;Ada;1,5\r\n`),
  ],
  ['Excel with sep=,', utf8('sep=,\r\nphone_number,a;b;c;d\r\n+12025550185,1\r\n')],
  ['Excel with sep=;', utf8(`${mark}sep=;\r\nName;Phone\r\nAda;+12025550185\r\n`)],
  ['Excel with sep=tab', utf8('"sep=\t"\nphone_number\ta,b,c\n+12025550185\t1\n')],
  ['an empty last column', utf8('phone_number,a,\n+12025550185,1,\n')],
  ['several empty last columns', utf8('phone_number,a,,,\n+12025550185,1\n')],
  ['rows of separators', utf8(',,\nphone_number,a\n,\n+12025550185,1\n,,,\n" ",\n')],
  ['longer rows', utf8('phone_number,a\n+12025550185,1,,\n')],
  ['Apple Numbers', utf8('Telefon,Name\n+12025550185,Ada\n'), 'Telefon'],
  ['LibreOffice, quoted', utf8('"Name";"phone_number"\n"Ada; B.";"+12025550185"\n')],
  ['invisible marks', utf8('phone_number\n\u202a+1 202 555 0185\u202c\n')],
];

describe('A file that is exported by', () => {
  test.each(exports.map(([name, bytes, column]) => ({ name, bytes, column })))(
    '$name is read, however it is cut',
    async ({ bytes, column }) => {
      for (const size of sizes) {
        const found = await read(bytes, { size, ...(column !== undefined && { column }) });

        expect(found.numbers[0]).toBe(ada);
        expect(found.columns).toContain('phone_number');
        expect(found.columns).not.toContain('');
      }
    },
  );

  test('Google Contacts has all people, and the other columns by their names', async () => {
    const { numbers, columns } = await read(utf8(google));

    expect(numbers).toEqual([ada, ben]);
    expect(columns.slice(-3)).toEqual(['E-mail 1 - Value', 'Phone 1 - Label', 'phone_number']);
  });
});

describe('What cannot be read says why:', () => {
  test.each([
    [
      'several columns of numbers',
      utf8(outlook),
      undefined,
      /phone_number_column which.*Business Phone, .*Mobile Phone/,
    ],
    [
      'two numbers of a person',
      utf8(google.replace('Phone 1 - Label', 'Phone 2 - Value')),
      undefined,
      /Phone 2 - Value, Phone 1 - Value/,
    ],
    [
      'no column of numbers',
      utf8('Name,Telefon\nAda,+12025550185\n'),
      undefined,
      /There is no column phone_number.*Say in phone_number_column/,
    ],
    [
      'a column that is not there',
      utf8('phone_number\n+12025550185\n'),
      'Mobile',
      /no column Mobile, which phone_number_column names/,
    ],
    [
      'another column besides',
      utf8('phone_number,Mobile\n+12025550185,\n'),
      'Mobile',
      /has a column phone_number, and/,
    ],
    [
      'an address book as vCard',
      utf8('BEGIN:VCARD\nVERSION:3.0\nTEL:+12025550185\nEND:VCARD\n'),
      undefined,
      /There is no column phone_number/,
    ],
    [
      'ANSI of Outlook',
      Buffer.from('Mobile,Name\n+12025550185,Zo\xEB\n', 'latin1'),
      undefined,
      /not text in UTF-8 at line 2/,
    ],
    [
      'UTF-16 that is cut',
      utf16('phone_number\n+1\n').subarray(0, -1),
      undefined,
      /begins as UTF-16 and is not text/,
    ],
    [
      'half a character of UTF-16',
      Buffer.concat([utf16('phone_number\n'), Buffer.from([0, 0xd8, 65, 0])]),
      undefined,
      /begins as UTF-16/,
    ],
    [
      'columns without a name between others',
      utf8('phone_number,,a\n+12025550185,,1\n'),
      undefined,
      /Column 2 has no name/,
    ],
    [
      'more columns than are allowed',
      utf8(`phone_number,${'a,'.repeat(300)}b\n`),
      undefined,
      /more than 100 columns/,
    ],
  ] as const)('%s', async (_, bytes, column, reason) => {
    expect(await refusal(bytes, column)).toMatch(reason);
  });

  test.each([
    [
      'a value below no name',
      'phone_number,a,\n+12025550185,1,x\n',
      /It has 3 cells; the header has 2/,
    ],
    [
      'a number that was rounded',
      'phone_number,a\n1.20256E+10,1\n',
      /has rounded the phone number/,
    ],
    [
      'a number that was rounded in Germany',
      'phone_number;a\n1,20256E+10;1\n',
      /has rounded the phone number/,
    ],
    [
      'two numbers in a cell',
      'phone_number,a\n+12025550185 ::: +12025550141,1\n',
      /more than one phone number/,
    ],
    [
      'a number without its country',
      'phone_number,a\n(202) 555-0185,1\n',
      /not in international format/,
    ],
  ])('%s', async (_, text, reason) => {
    expect((await read(utf8(text))).numbers).toEqual([expect.stringMatching(reason)]);
  });
});

describe('A byte order mark', () => {
  const contact = `{"phone_number": "${ada}"}`;

  test.each(sizes)('is none of a JSON array or of lines of JSON, in chunks of %i', async (size) => {
    const array = (bytes: Buffer) =>
      numbersIn(jsonContacts(elementsIn(withoutMark(chunksOf(bytes, size)))));
    const lines = (bytes: Buffer) =>
      numbersIn(jsonContacts(linesIn(withoutMark(chunksOf(bytes, size)))));

    expect(await array(utf8(`${mark}[${contact}]`))).toEqual([ada]);
    expect(await array(utf16(`[${contact}]`))).toEqual([ada]);
    expect(await lines(utf8(`${mark}${contact}\n${contact}`))).toEqual([ada, ada]);
  });

  test.each(['', '\uFEFF', '\u00ff', 'a'])(
    'of a file that ends at once is no error: %j',
    async (text) => {
      const kept: Buffer[] = [];
      for await (const chunk of withoutMark(chunksOf(utf8(text), 1))) kept.push(chunk);

      expect(Buffer.concat(kept).toString()).toBe(text.replace(mark, ''));
    },
  );
});

describe('createCampaignSource', () => {
  const path = '/api/v1/campaign-sources';

  test('takes the column that phone_number_column names', async () => {
    const member = await newOrganization();
    const headers = { 'content-type': 'text/csv' };

    const answer = await member.send('POST', `${path}?phone_number_column=Mobile%20Phone`, {
      raw: outlook,
      headers,
      token: member.token,
    });

    expect([answer.status, answer.body.total_rows]).toEqual([201, 1]);
    expect(answer.body.columns).toContain('phone_number');
  });

  test('takes no column of JSON, and reads an array with a byte order mark', async () => {
    const member = await newOrganization();
    const send = (query: string) =>
      member.send('POST', path + query, {
        raw: `${mark}[{"phone_number": "${ada}"}]`,
        headers: { 'content-type': 'application/json' },
        token: member.token,
      });

    const refused = await send('?phone_number_column=Mobile');
    const stored = await send('');

    expect([refused.status, refused.body.detail[0].loc]).toEqual([
      422,
      ['query', 'phone_number_column'],
    ]);
    expect([stored.status, stored.body.total_rows]).toEqual([201, 1]);
  });
});
