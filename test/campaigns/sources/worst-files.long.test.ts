import { describe, expect, test } from 'vitest';
import { newOrganization } from '../../support/organizations.ts';

const bytes = 4 * 1024 * 1024;
const filled = (begin: string, part: string): string =>
  begin + part.repeat(Math.ceil(bytes / part.length));

const [csv, lines, array] = ['text/csv', 'application/x-ndjson', 'application/json'];
const number = '"phone_number":"+12125550100"';
const head = 'phone_number,note\n';

const noColumn = 'There is no column phone_number. ';
const tooManyCells = 'a row has more than 10000 cells';
const tooLongRow = 'a row is longer than 1048576 characters';
const tooLongLine = 'The file has a line of more than 1048576 bytes';
const tooLongElement = 'The array has an element of more than 1048576 bytes';

const files: readonly (readonly [kind: string, type: string, file: string, fault: string])[] = [
  ['a header of commas', csv, filled('', ','), tooManyCells],
  ['a header of short names', csv, filled('', 'a,b,'), tooManyCells],
  ['a header of empty quoted names', csv, filled('', '"",'), tooManyCells],
  ['commas after a quote', csv, filled('a"', ','), 'a cell has a quote inside'],
  ['a row of commas', csv, filled(head, ','), tooManyCells],
  ['a row of commas behind a quoted cell', csv, filled(`${head}"+12125550100"`, ','), tooManyCells],
  ['rows of commas', csv, filled(head, `${','.repeat(9999)}\n`), 'The file has no valid row.'],
  ['rows of commas and a value', csv, filled(head, `${','.repeat(9999)}x\n`), 'It has 10000 cells'],
  ['rows of commas before a header', csv, filled('', `${','.repeat(9999)}\n`), noColumn],
  ['a line of quotes', csv, filled('', '""'), tooLongRow],
  ['empty lines', csv, filled('', '\n'), noColumn],
  ['carriage returns', csv, filled('', '\r'), noColumn],
  ['empty lines after a header', csv, filled(head, '\r\n'), 'The file has no valid row.'],
  ['rows of one character', csv, filled(head, 'a\n'), 'It has 1 cells; the header has 2.'],
  ['empty quoted rows', csv, filled(head, '""\n'), 'The file has no valid row.'],
  ['a quoted cell without end', csv, filled(`${head}"`, 'x'), tooLongRow],
  ['a quoted cell of line breaks', csv, filled(`${head}"`, '\n'), tooLongRow],
  ['a quoted cell of quotes', csv, filled(`${head}"`, '""'), tooLongRow],
  ['a cell without end', csv, filled(head, 'é'), tooLongRow],
  ['a line without end', lines, filled('', 'x'), tooLongLine],
  ['empty lines', lines, filled('', '\n'), 'The file has no valid row.'],
  ['lines of one character', lines, filled('', '[\n'), 'The body is not valid JSON'],
  ['a line nested deeply', lines, filled('', '['), tooLongLine],
  ['lines of many values', lines, filled('', `[${'0,'.repeat(500_000)}0]\n`), 'values'],
  ['lines of many members', lines, filled('', membersOf(40_000)), 'no such member'],
  ['contexts of many members', lines, filled('', contextOf(40_000)), 'bytes as JSON'],
  ['an array of nothing', array, filled('[', ','), 'The body is not valid JSON'],
  ['an array nested deeply', array, filled('', '['), tooLongElement],
  ['a string without end', array, filled('["', 'x'), tooLongElement],
  ['spaces', array, filled('', ' '), 'The body is not a complete JSON array'],
  [
    'contexts of many members',
    array,
    `${filled('[', `${contextOf(40_000)},`)}{}]`,
    'bytes as JSON',
  ],
];

function membersOf(count: number): string {
  return `{${Array.from({ length: count }, (_, index) => `"m${index}":0`).join(',')}}\n`;
}
function contextOf(count: number): string {
  return `{${number},"initial_context":${membersOf(count).trim()}}\n`;
}

describe('createCampaignSource refuses 4 MB of', () => {
  test.for(files)('%s as %s with a clear fault', async ([, type, raw, fault]) => {
    const member = await newOrganization();

    const answer = await member.send('POST', '/api/v1/campaign-sources', {
      raw,
      headers: { 'content-type': type },
    });

    if (answer.status !== 422)
      console.log(
        raw.slice(0, 40),
        answer.body,
        member.server.logged.filter((l) => l['err'] || l['error'] || l['cause']).slice(-1),
      );
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body)).toContain(fault);
    expect(JSON.stringify(answer.body).length).toBeLessThan(100_000);
  });
});
