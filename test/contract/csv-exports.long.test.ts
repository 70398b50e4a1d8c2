import { describe, expect, test } from 'vitest';
import { csv } from '../../src/http/csv.ts';
import { defused } from '../../src/http/csv-rules.ts';
import { loadContract } from '../../src/http/operations.ts';
import { givenCampaign, givenContacts } from '../campaigns/given.ts';
import { readByAll } from '../support/csv-readers.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { givenRuns, givenWorkflow } from '../workflows/given.ts';

const { document, operations } = loadContract();
const ofCsv = operations.filter(({ id }) => answersCsv(id));

function answersCsv(id: string): boolean {
  const all = Object.values(document.paths ?? {}).flatMap((path) => Object.values(path ?? {}));
  const { responses } = Object(all.find((each) => Object(each).operationId === id));
  return JSON.stringify(responses['200'] ?? null).includes('"text/csv"');
}

/** Every control character that can be stored, and what some reader takes for a line break, a blank or nothing. */
const odd = [
  ...Array.from({ length: 0x9f }, (_, index) => String.fromCharCode(index + 1)).filter((each) =>
    /\p{Cc}/u.test(each),
  ),
  ...'\u00a0\u2028\u2029\ufeff\u200b\u3000',
  '\r\n',
  '\n\r',
];
const everything = [
  ...odd.flatMap((each) => [each, `a${each}b`, `${each}=1+1`, `ok${each}=1+1`, `a${each}`]),
  ...[...'=+-@＝＋－＠'].flatMap((each) => [each, `${each}1+1`, `a\n${each}1+1`, `'${each}1`]),
  '"',
  '""',
  '"a"',
  'a"b',
  '"=1+1',
  'a","=1+1',
  '",\r\n=1+1,"',
  ',',
  ',,',
  ';=1+1',
  "'",
  '+12025550123',
  '-5.25',
  '-1e-7',
  '+12025550123\n=1',
  '=HYPERLINK("http://x","y")',
  '- a\n- b',
];

/** The embedded database loses a byte order mark at the beginning of a value: src/db/README.md. */
const texts = everything.filter((each) => !each.startsWith('\ufeff'));

/** What some reader takes for the end of a line, as a class of a regular expression. */
const breaks = '\\n\\r\\v\\f\\x1c-\\x1e\\x85\\u2028\\u2029';
const number = '[+-][0-9]+(?:\\.[0-9]+)?(?:e-?[0-9]+)?';
/** A line that a spreadsheet would evaluate, also one that splits cells in quotes; plain numbers are none. */
const evaluated = new RegExp(
  `(?:^|[${breaks}])(?!${number}(?:[\\n\\r]|$))[=+\\-@\\t＝＋－＠]`,
  'u',
);

interface Export {
  readonly path: string;
  /** Its columns that hold the text of the row. */
  readonly columns: readonly string[];
  /** Whether the cells are as they were sent, to be uploaded again. */
  readonly isRaw?: boolean;
}

/** Columns of a file that are as odd as their cells. */
const oddColumns = ['note', '=cmd()', 'a\nb', 'c\rd', 'e"f', 'g,h', "'=i", 'i\u2028j', '@k'];
const contextOf = (text: string) => Object.fromEntries(oddColumns.map((name) => [name, text]));
const runColumns = ['call_disposition', 'recording_url', 'carrier_call_id', 'external_id'];
const runOf = (text: string, index: number) => ({
  mode: 'ad_hoc' as const,
  state: 'completed' as const,
  outcome: 'failed' as const,
  failure: 'refused' as const,
  ended_at: '2026-01-06T10:00:00.000Z',
  created_at: new Date(Date.UTC(2026, 0, 5) + index * 1000).toISOString(),
  name: text,
  carrier_code: text,
  ...Object.fromEntries(runColumns.map((column) => [column, text])),
});

/** Makes what each operation exports: a row for each text, which is in every column that can hold one. */
const exports: Readonly<Record<string, (member: Member) => Promise<Export>>> = {
  exportRuns: async (member) => {
    await givenRuns(member, await givenWorkflow(member), texts.map(runOf));
    const columns = [...runColumns, 'name', 'carrier_code'];
    return { path: '/api/v1/runs/export?sort=created_at', columns };
  },
  getCampaignReport: async (member) => {
    const campaign = await givenCampaign(member);
    const { db } = member.server.app;
    await db
      .updateTable('campaign_sources')
      .set({ columns: JSON.stringify(['phone_number', ...oddColumns, 'metadata.key']) })
      .where('id', '=', campaign.source_id)
      .execute();
    const contacts = await givenContacts(
      member,
      campaign,
      texts.map((text) => ({
        initial_context: JSON.stringify(contextOf(text)),
        metadata: JSON.stringify({ key: text }),
      })),
    );
    const { workflow_id, definition_id, id: campaign_id } = campaign;
    const { organization_id } = member;
    const keys = { organization_id, workflow_id, definition_id, campaign_id };
    await db
      .insertInto('workflow_runs')
      .values(
        texts.map((text, index) => ({
          ...runOf(text, index),
          ...keys,
          mode: 'campaign' as const,
          contact_id: contacts[index]!,
          analysis: JSON.stringify({ call_summary: text }),
        })),
      )
      .execute();
    const own = [
      'call_disposition',
      'recording_url',
      'external_id',
      'call_summary',
      'metadata.key',
    ];
    const ofFile = oddColumns.map((name) => `initial_context.${name}`);
    return { path: `/api/v1/campaign/${campaign_id}/report`, columns: [...own, ...ofFile] };
  },
  getCampaignSourceFile: async (member) => {
    const lines = texts.map((text, index) =>
      JSON.stringify({
        phone_number: `+1212${2_000_000 + index}`,
        initial_context: contextOf(text),
      }),
    );
    const { body } = await member.send('POST', '/api/v1/campaign-sources', {
      raw: lines.join('\n'),
      headers: { 'content-type': 'application/x-ndjson' },
    });
    return {
      path: `/api/v1/campaign-sources/${body.id}/file`,
      columns: oddColumns,
      isRaw: true,
    };
  },
};

describe('The CSV of', () => {
  test.each(ofCsv.map(({ id }) => id))(
    '%s is read by all readers as it was written, whatever its cells hold',
    async (id) => {
      const member = await newOrganization();
      const { path, columns, isRaw = false } = await exports[id]!(member);

      const { status, text } = await member.get(path);

      expect(status).toBe(200);
      const shown = (cell: string) => (isRaw ? cell : defused(cell));
      for (const [reader, [header = [], ...rows]] of Object.entries(readByAll(text))) {
        const places = columns.map((column) => header.indexOf(shown(column)));
        expect([reader, places.includes(-1), rows.length]).toEqual([reader, false, texts.length]);
        rows.forEach((cells, index) => {
          const expected = shown(texts[index]!);
          expect([reader, cells.length]).toEqual([reader, header.length]);
          for (const place of places)
            expect([reader, header[place], cells[place]]).toEqual([
              reader,
              header[place],
              expected,
            ]);
          if (!isRaw) expect(cells.filter((cell) => evaluated.test(cell))).toEqual([]);
        });
      }
    },
  );

  test('a source of contacts gives the same contacts when it is uploaded again', async () => {
    const member = await newOrganization();
    const { path } = await exports['getCampaignSourceFile']!(member);
    const { text } = await member.get(path);

    const again = await member.send('POST', '/api/v1/campaign-sources', {
      raw: text,
      headers: { 'content-type': 'text/csv' },
    });

    expect(again.status).toBe(201);
    const file = await member.get(`/api/v1/campaign-sources/${again.body.id}/file`);
    expect(file.text).toBe(text);
  });
});

test('Any cell of CSV is read by all readers as it was written', () => {
  const rows = everything.map((text) => ['first', text, text, 'last']);

  for (const [reader, read] of Object.entries(readByAll(csv(rows))))
    expect([reader, read]).toEqual([reader, rows]);
});

const first = new RegExp(`^'(?='*[${breaks}])`, 'u');
const blank = `[\\p{Zs}\\p{Cc}\\u200b\\u2060\\ufeff'](?<![${breaks}])`;
const others = new RegExp(`(?<=^|[${breaks}])'(?=\\t|(?:${blank})*[=+\\-@＝＋－＠])`, 'gu');
/** The text of a cell: it has one apostrophe less before each line that has one and would be evaluated without. */
const textOf = (cell: string): string => cell.replace(first, '').replaceAll(others, '');

test('The text of every cell can be had back from what is shown', () => {
  for (const text of everything) expect(textOf(defused(text))).toBe(text);
});

test('Every operation that answers with CSV is read back here', () => {
  expect(Object.keys(exports).toSorted()).toEqual(ofCsv.map(({ id }) => id).toSorted());
});
