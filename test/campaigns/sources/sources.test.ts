import { request } from 'node:http';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { removeUnfinished } from '../../../src/campaigns/sources/jobs.ts';
import { later } from '../../../src/timestamp.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { recordReached } from '../../support/server.ts';

const path = '/api/v1/campaign-sources';

interface Options {
  readonly query?: string;
  readonly type?: string;
  readonly headers?: Record<string, string>;
}

const upload = (
  member: Member,
  raw: string | Uint8Array,
  { query = '', type = 'text/csv', headers = {} }: Options = {},
) => member.send('POST', path + query, { raw, headers: { 'content-type': type, ...headers } });

/** The stored rows of all sources of the organization. */
async function kept({ server, organization_id }: Member) {
  const { db } = server.app;
  const sources = await db
    .selectFrom('campaign_sources')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .execute();
  const rows = await db
    .selectFrom('campaign_source_rows')
    .innerJoin('campaign_sources', 'campaign_sources.id', 'source_id')
    .select(['row_number', 'phone_number', 'timezone', 'initial_context'])
    .where('campaign_sources.organization_id', '=', organization_id)
    .orderBy('row_number')
    .execute();
  return { sources, rows };
}

const nothing = { sources: [], rows: [] };
const number = (index: number) => `+1212${String(2_000_000 + index)}`;
const many = (count: number) =>
  `phone_number\n${Array.from({ length: count }, (_, index) => number(index)).join('\n')}`;

describe('createCampaignSource', () => {
  test('stores the rows of a file with everything that spreadsheets do to one', async () => {
    const member = await newOrganization();
    const file =
      '\uFEFF Phone_Number ,TimeZone,"first,Name",note\r\n' +
      '+1 (202) 555-0101,America/New_York,Ada,"two\r\nlines, ""quoted"""\r\n' +
      '\r\n' +
      '"+44 20 7946 0958",,Zoë 🎉, \r\n';

    const answer = await upload(member, file);

    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(String),
      source_type: 'csv',
      total_rows: 2,
      columns: ['phone_number', 'timezone', 'first,Name', 'note'],
      rejected_rows: 0,
      rejected: [],
    });
    const { sources, rows } = await kept(member);
    expect(sources).toMatchObject([
      { id: answer.body.id, total_rows: 2, uploading_at: null, created_by: member.user_id },
    ]);
    expect(rows).toEqual([
      {
        row_number: 1,
        phone_number: '+12025550101',
        timezone: 'America/New_York',
        initial_context: { 'first,Name': 'Ada', note: 'two\r\nlines, "quoted"' },
      },
      {
        row_number: 2,
        phone_number: '+442079460958',
        timezone: null,
        initial_context: { 'first,Name': 'Zoë 🎉', note: ' ' },
      },
    ]);
  });

  test.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('reads lines that end in %s, including with an API key', async (_, end) => {
    const member = await newOrganization();
    const raw = ['phone_number,a', '+12025550101,1', '+12025550102,2'].join(end);

    const headers = { 'content-type': 'text/csv; charset=UTF-8' };
    const answer = await member.send('POST', path, { raw, headers, key: member.key });

    expect([answer.status, answer.body.total_rows]).toEqual([201, 2]);
    expect((await kept(member)).sources[0]?.created_by).toBeNull();
  });

  const faulty =
    'phone_number,timezone\n+12025550101,\n+1 202 555 0101,\njunk,\n+12025550102,Mars/Base\n' +
    '+12025550103\n+12025550104,UTC\n';

  test('refuses a file with invalid rows, each with its place, and stores nothing', async () => {
    const member = await newOrganization();

    const answer = await upload(member, faulty);

    expect(answer.status).toBe(422);
    expect(
      answer.body.detail.map(({ loc, input }: { loc: string[]; input: unknown }) => [loc, input]),
    ).toEqual([
      [['body', '2', 'phone_number'], '+12025550101'],
      [['body', '3', 'phone_number'], 'junk'],
      [['body', '4', 'timezone'], 'Mars/Base'],
      [['body', '5'], null],
    ]);
    expect(answer.body.detail[0]).toMatchObject({
      msg: 'The phone number repeats that of row 1.',
      type: 'value_error',
    });
    expect(await kept(member)).toEqual(nothing);
  });

  test('leaves out invalid rows and reports them if requested', async () => {
    const member = await newOrganization();

    const { body, status } = await upload(member, faulty, { query: '?on_invalid=skip' });

    expect([status, body.total_rows, body.rejected_rows]).toEqual([201, 2, 4]);
    expect(body.rejected).toEqual(
      [
        [2, 'phone_number', '+12025550101', 'The phone number repeats that of row 1.'],
        [3, 'phone_number', 'junk', expect.stringContaining('not in international format')],
        [4, 'timezone', 'Mars/Base', expect.stringContaining('not a time zone')],
        [5, null, null, 'It has 1 cells; the header has 2.'],
      ].map(([row, column, input, reason]) => ({ row, column, input, reason })),
    );
    expect((await kept(member)).rows.map((row) => row.row_number)).toEqual([1, 6]);
  });

  test('reports at most 100 faults if it refuses, and 1,000 rows if it skips', async () => {
    const member = await newOrganization();
    const file = `phone_number\n+12025550101\n${'junk\n'.repeat(1200)}`;

    const refused = await upload(member, file);
    const skipped = await upload(member, file, { query: '?on_invalid=skip' });

    expect(refused.body.detail).toHaveLength(100);
    expect(skipped.body.rejected).toHaveLength(1000);
    expect(skipped.body.rejected_rows).toBe(1200);
  });

  test('stores more rows than fit into one statement, and finds a distant duplicate', async () => {
    const member = await newOrganization();

    const answer = await upload(member, `${many(12_345)}\n${number(17)}\n`, {
      query: '?on_invalid=skip',
    });

    expect(answer.body).toMatchObject({ total_rows: 12_345, rejected_rows: 1 });
    expect(answer.body.rejected).toEqual([
      {
        row: 12_346,
        column: 'phone_number',
        input: number(17),
        reason: 'The phone number repeats that of row 18.',
      },
    ]);
    const { rows } = await kept(member);
    expect(rows).toHaveLength(12_345);
    expect(rows.at(-1)).toMatchObject({ row_number: 12_345, phone_number: number(12_344) });
  });

  test('removes the rows already stored when a late one is invalid', async () => {
    const member = await newOrganization();

    const answer = await upload(member, `${many(12_000)}\njunk\n`);

    expect(answer.status).toBe(422);
    expect(await kept(member)).toEqual(nothing);
  });

  test.each([
    ['no header', '\n\n', 'There is no column phone_number.'],
    ['a header alone', 'phone_number\n', 'The file has no valid row.'],
    ['other separators', 'phone_number|a\n+12025550101|1\n', 'with commas, semicolons or tabs'],
    ['a column twice', 'phone_number,a,A\n+12025550101,1,2\n', 'more than one column a'],
    ['a column without a name', 'phone_number,,a\n+12025550101,,1\n', 'Column 2 has no name.'],
    ['an open quote', 'phone_number,a\n+12025550101,"x\n', 'a quoted cell does not end'],
    ['a stray quote', 'phone_number,a\n+12025550101,x"y"\n', 'at line 2: a cell has a quote'],
    ['NUL', 'phone_number,a\n+12025550101,x\0\n', 'The file is not text in UTF-8 at line 2.'],
    ['an endless row', `phone_number,a\n+1,"${'x'.repeat(1_200_000)}`, 'a row is longer than'],
  ])('refuses %s, even if it is to skip', async (_, file, message) => {
    const member = await newOrganization();

    for (const query of ['', '?on_invalid=skip']) {
      const { status, body } = await upload(member, file, { query });
      expect([status, body.detail[0].loc[0]]).toEqual([422, 'body']);
      expect(body.detail[0].msg).toContain(message);
    }
    expect(await kept(member)).toEqual(nothing);
  });

  test('refuses text that is not UTF-8', async () => {
    const member = await newOrganization();
    const latin = Buffer.from('phone_number,a\n+12025550101,Zo\xEB\n', 'latin1');
    const utf16 = Buffer.from('phone_number\n+12025550101\n', 'utf16le');
    const large = Buffer.concat([Buffer.from(`${many(20_000)}\n`), latin.subarray(15)]);

    for (const [file, line] of [
      [latin, 2],
      [utf16, 1],
      [latin.subarray(0, -1), 2],
      [large, 20_002],
    ] as const) {
      const { status, body } = await upload(member, new Uint8Array(file));
      expect([status, body.detail[0].msg]).toEqual([
        422,
        `The file is not text in UTF-8 at line ${line}. Save it as UTF-8.`,
      ]);
    }
    expect(await kept(member)).toEqual(nothing);
  });

  test('refuses a missing body, another type, and an unsupported charset or encoding', async () => {
    const member = await newOrganization();
    const file = many(1);

    expect((await upload(member, '')).body.detail[0].type).toBe('missing');
    expect((await upload(member, file, { type: 'application/xml' })).status).toBe(415);
    expect((await upload(member, file, { type: 'text/csv; charset=iso-8859-1' })).status).toBe(415);
    expect((await upload(member, file, { headers: { 'content-encoding': 'gzip' } })).status).toBe(
      415,
    );
    expect((await upload(member, file, { query: '?on_invalid=ignore' })).status).toBe(422);
    expect(await kept(member)).toEqual(nothing);
  });

  test('refuses a file whose declared size is too large', async () => {
    const member = await newOrganization();

    const status = await new Promise((done) => {
      const { hostname, port } = new URL(member.server.url);
      const headers = {
        'content-type': 'text/csv',
        authorization: `Bearer ${member.token}`,
        'content-length': String(268_435_457),
      };
      const sent = request({ hostname, port, path, method: 'POST', headers }, (answer) => {
        // The test client always sends the body's actual length.
        recordReached('createCampaignSource', answer.statusCode ?? 0);
        done(answer.statusCode);
        sent.destroy();
      });
      sent.on('error', () => {});
      sent.write('phone_number\n');
    });

    expect(status).toBe(413);
    expect(await kept(member)).toEqual(nothing);
  });

  test('stores nothing of an interrupted upload', async () => {
    const member = await newOrganization();
    const { hostname, port } = new URL(member.server.url);
    const headers = { 'content-type': 'text/csv', authorization: `Bearer ${member.token}` };
    const sent = request({ hostname, port, path, method: 'POST', headers });
    sent.on('error', () => {});

    sent.write(`${many(11_000)}\n`);
    await vi.waitFor(async () => expect((await kept(member)).rows).toHaveLength(10_000), 20_000);
    sent.destroy();

    await vi.waitFor(async () => expect(await kept(member)).toEqual(nothing), 20_000);
  });

  /** Starts an upload and waits until its source exists. */
  async function beginUpload(member: Member) {
    const { hostname, port } = new URL(member.server.url);
    const headers = { 'content-type': 'text/csv', authorization: `Bearer ${member.token}` };
    const before = (await kept(member)).sources.length;
    const sent = request({ hostname, port, path, method: 'POST', headers });
    const status = new Promise((done) => {
      sent.on('response', (answer) => done(answer.statusCode));
    });
    sent.on('error', () => {});
    sent.write(`phone_number\n${number(0)}\n`);
    onTestFinished(() => void sent.destroy());
    const begun = async () => expect((await kept(member)).sources).toHaveLength(before + 1);
    await vi.waitFor(begun, 20_000);
    return { sent, status };
  }

  test('refuses a third concurrent upload of an organization until one has ended', async () => {
    const [greedy, modest] = [await newOrganization(), await newOrganization()];
    const first = await beginUpload(greedy);
    const second = await beginUpload(greedy);

    const third = await upload(greedy, many(1));

    expect([third.status, third.body.code]).toEqual([429, 'too_many_requests']);
    expect(third.headers.get('retry-after')).toBe('5');
    expect((await kept(greedy)).sources).toHaveLength(2);
    expect((await upload(modest, many(1))).status).toBe(201);

    first.sent.end();
    expect(await first.status).toBe(201);
    expect((await upload(greedy, many(1))).status).toBe(201);
    second.sent.destroy();
    const { inProgress } = greedy.server.app;
    await vi.waitFor(() => expect(inProgress.taken('uploads')).toBe(0), 20_000);
  });

  test('stores nothing if the thread that reads the file ends, and reads the next one', async () => {
    const member = await newOrganization();
    const { sent, status } = await beginUpload(member);
    sent.write(`${many(11_000).split('\n').slice(2).join('\n')}\n`);
    await vi.waitFor(async () => expect((await kept(member)).rows).not.toEqual([]), 20_000);

    await member.server.app.contactReaders.end();

    expect(await status).toBe(503);
    expect(await kept(member)).toEqual(nothing);
    expect((await upload(member, many(1))).status).toBe(201);
  });

  test('lets others upload beside many that have begun and send nothing more', async () => {
    const members = await Promise.all([1, 2, 3, 4, 5, 6].map(() => newOrganization()));
    const late = await newOrganization();
    const begun = [];
    for (const member of [...members, ...members]) begun.push(await beginUpload(member));

    expect((await upload(late, many(1))).status).toBe(201);

    for (const { sent } of begun) sent.destroy();
    const { inProgress } = late.server.app;
    await vi.waitFor(() => expect(inProgress.taken('bytes of contacts')).toBe(0), 20_000);
  });

  test('keeps concurrently uploaded sources apart', async () => {
    const members = await Promise.all([newOrganization(), newOrganization(), newOrganization()]);

    const answers = await Promise.all(members.map((member) => upload(member, many(6000))));

    expect(answers.map(({ body }) => body.total_rows)).toEqual([6000, 6000, 6000]);
    for (const member of members) expect((await kept(member)).rows).toHaveLength(6000);
  });
});

test('Remains of an upload whose process crashed are removed, and no other source', async () => {
  const member = await newOrganization();
  const { body } = await upload(member, many(3));
  const { app } = member.server;
  const now = app.now();
  await upload(member, many(3));
  await app.db
    .updateTable('campaign_sources')
    .set({ uploading_at: now })
    .where('organization_id', '=', member.organization_id)
    .where('id', '<>', body.id)
    .execute();

  await removeUnfinished({ ...app, now: () => later(now, 60 * 60 * 1000) });
  const early = await kept(member);
  await removeUnfinished({ ...app, now: () => later(now, 60 * 60 * 1000 + 1) });
  const late = await kept(member);

  expect([early.sources.length, early.rows.length]).toEqual([2, 6]);
  expect([late.sources.map(({ id }) => id), late.rows.length]).toEqual([[body.id], 3]);
});
