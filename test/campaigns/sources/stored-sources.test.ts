import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { fileOf } from '../../../src/campaigns/sources/handlers.ts';
import { emptyDeleted } from '../../../src/campaigns/sources/jobs.ts';
import { add, finish, remove } from '../../../src/campaigns/sources/queries.ts';
import { arraysPacker } from '../../../src/campaigns/sources/packed-rows.ts';
import { get } from '../../../src/campaigns/sources/stored-queries.ts';
import { upload as uploadTo } from '../../../src/campaigns/sources/upload.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { givenCallable } from '../../telephony/calls/given.ts';
import { givenCampaign } from '../given.ts';

const path = '/api/v1/campaign-sources';

const file =
  'phone_number,first_name,timezone\r\n' +
  '+12025550185,"Ada, ""A.""",America/New_York\r\n' +
  '+12025550141,=1+1,\r\n';

const upload = async (member: Member, raw = file): Promise<string> => {
  const headers = { 'content-type': 'text/csv' };
  return (await member.send('POST', '/api/v1/campaign-sources', { raw, headers })).body.id;
};

const rowsOf = async ({ server }: Member, id: string): Promise<number> => {
  const rows = server.app.db.selectFrom('campaign_source_rows').where('source_id', '=', id);
  return (await rows.select('row_number').execute()).length;
};

/** What the organization uses of its quotas of sources and bytes. */
const usedOf = async ({ server, organization_id }: Member): Promise<number[]> => {
  const rows = await server.app.db
    .selectFrom('organization_usage')
    .select('used')
    .where('organization_id', '=', organization_id)
    .where('quota', 'in', ['source_limit', 'source_bytes_limit'])
    .execute();
  return rows.map(({ used }) => used);
};

describe('listCampaignSources', () => {
  test('shows complete sources of the organization only, newest first, in pages', async () => {
    const [member, other] = await Promise.all([newOrganization(), newOrganization()]);
    const [first, second, third] = [
      await upload(member),
      await upload(member),
      await upload(member),
    ];
    await upload(other);
    await member.server.app.db
      .updateTable('campaign_sources')
      .set({ uploading_at: member.server.app.now() })
      .where('id', '=', second)
      .execute();

    const page = await member.get(`${path}?limit=1`);
    const rest = await member.get(`${path}?limit=1&cursor=${page.body.next_cursor}`);

    expect(page.body.items).toEqual([
      {
        id: third,
        source_type: 'csv',
        total_rows: 2,
        columns: ['phone_number', 'first_name', 'timezone'],
        size_bytes: expect.any(Number),
        created_by: member.user_id,
        created_at: expect.any(String),
      },
    ]);
    expect(rest.body.items).toMatchObject([{ id: first }]);
    expect(rest.body.next_cursor).toBeNull();
    expect((await member.get(`${path}/${third}`)).body).toEqual(page.body.items[0]);
    expect((await member.get(`${path}/${second}`)).status).toBe(404);
  });
});

describe('getCampaignSourceFile', () => {
  test('returns the rows as they were sent, with numbers in E.164', async () => {
    const member = await newOrganization();
    const id = await upload(member, file.replace('+12025550185', '+1 (202) 555-0185'));

    const answer = await member.get(`${path}/${id}/file`);

    expect(answer.headers.get('content-type')).toMatch(/^text\/csv/);
    expect(answer.text).toBe(file);
  });

  test('returns more rows than one statement reads', async () => {
    const member = await newOrganization();
    const numbers = Array.from({ length: 2500 }, (_, index) => `+1212${2_000_000 + index}`);
    const raw = `phone_number\r\n${numbers.join('\r\n')}\r\n`;
    const id = await upload(member, raw);

    expect((await member.get(`${path}/${id}/file`)).text).toBe(raw);
  });
});

describe('deleteCampaignSource', () => {
  test('hides the source at once, frees its quota and removes its rows', async () => {
    const member = await newOrganization();
    const id = await upload(member);
    const before = await usedOf(member);

    const answer = await member.send('DELETE', `${path}/${id}`);

    expect(answer.status).toBe(204);
    expect((await member.get(`${path}/${id}`)).status).toBe(404);
    expect((await member.get(`${path}/${id}/file`)).status).toBe(404);
    expect((await member.get(path)).body.items).toEqual([]);
    expect((await member.send('DELETE', `${path}/${id}`)).status).toBe(404);
    expect(Math.min(...before)).toBeGreaterThan(0);
    expect(await usedOf(member)).toEqual([0, 0]);
    const { app } = member.server;
    await emptyDeleted(app);
    expect(await rowsOf(member, id)).toBe(0);
  });

  test('is refused while a campaign that is not finished uses the source', async () => {
    const member = await newOrganization();
    const campaign = await givenCampaign(member, { state: 'paused' });
    const source = `${path}/${campaign.source_id}`;

    const refused = await member.send('DELETE', source);
    await member.post(`/api/v1/campaign/${campaign.id}/cancel`);
    const deleted = await member.send('DELETE', source);

    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'source_in_use', campaign_ids: [campaign.id] });
    expect(deleted.status).toBe(204);
    const { app } = member.server;
    await emptyDeleted(app);
    expect((await member.get(`/api/v1/campaign/${campaign.id}`)).status).toBe(200);
    expect((await member.get(`/api/v1/campaign/${campaign.id}/report`)).status).toBe(200);
  });

  test('leaves no campaign with a source that is gone, when one is created meanwhile', async () => {
    const member = await newOrganization();
    const { workflow_id } = await givenCallable(member);
    const id = await upload(member);
    const body = { name: 'Late', workflow_id, source_type: 'csv', source_id: id };

    const [created, deleted] = await Promise.all([
      member.post('/api/v1/campaign', body),
      member.send('DELETE', `${path}/${id}`),
    ]);

    expect([
      [201, 409],
      [404, 204],
    ]).toContainEqual([created.status, deleted.status]);
  });
});

describe('A source', () => {
  const caller = ({ organization_id, user_id }: Member) =>
    ({
      kind: 'session',
      organization_id,
      user_id,
      session_id: 1,
      role: 'owner',
      is_super_admin: false,
      email_verified: true,
    }) as const;

  test('keeps its rows if the answer to its last commit is lost', async () => {
    const member = await newOrganization();
    const { app } = member.server;
    const { db } = app;
    let transactions = 0;
    const breaking = new Proxy(db, {
      get(target, name) {
        const property: unknown = Reflect.get(target, name, target);
        if (typeof property !== 'function') return property;
        if (name !== 'transaction') return property.bind(target);
        return () => {
          const builder = target.transaction();
          const execute = builder.execute.bind(builder);
          builder.execute = async (work) => {
            const result = await execute(work);
            // The first begins the source, the second stores its rows, the third finishes it.
            if (++transactions === 3) throw new Error('Connection terminated unexpectedly');
            return result;
          };
          return builder;
        };
      },
    });
    const body = Readable.from([Buffer.from(file)]);
    const request = {
      format: 'csv',
      skip: false,
      requestId: 'lost',
      caller: caller(member),
      completed: async () => {},
    } as const;

    await expect(uploadTo({ ...app, db: breaking }, { ...request, body })).rejects.toThrow(
      'Connection',
    );

    const [source] = (await member.get(path)).body.items;
    expect(source).toMatchObject({ total_rows: 2 });
    expect(await rowsOf(member, source.id)).toBe(2);
  });

  test('cannot be finished once its removal has begun', async () => {
    const member = await newOrganization();
    const { app } = member.server;
    const { db } = app;
    const id = await upload(member);
    await db
      .updateTable('campaign_sources')
      .set({ uploading_at: app.now(), deleted_at: app.now() })
      .where('id', '=', id)
      .execute();

    await expect(finish(db, id, { total_rows: 2, columns: [] })).rejects.toThrow('no result');
    const rows = arraysPacker({ id, ...member }, { rows: 1, bytes: 1 }).take();
    const adding = db
      .transaction()
      .execute((trx) => add(trx, { id, ...member }, { rows, now: app.now() }));
    await expect(adding).rejects.toThrow('no result');

    await remove(db, id, app.now());
    expect([await rowsOf(member, id), await usedOf(member)]).toEqual([0, [0, 0]]);
  });

  test('has no row of another organization', async () => {
    const [member, other] = [await newOrganization(), await newOrganization()];
    const id = await upload(member);
    const { db } = member.server.app;
    const row = { organization_id: other.organization_id, source_id: id, row_number: 3 };

    const adding = db
      .insertInto('campaign_source_rows')
      .values({ ...row, phone_number: '+12025550103' })
      .execute();

    await expect(adding).rejects.toThrow('no source of their organization');
    expect(await rowsOf(member, id)).toBe(2);
  });

  test('that is deleted while its file is read does not look complete', async () => {
    const member = await newOrganization();
    const { app } = member.server;
    const { db } = app;
    const numbers = Array.from({ length: 2500 }, (_, row) => `+120255${50_000 + row}`);
    const id = await upload(member, ['phone_number', ...numbers].join('\n'));
    const source = await get(db, member.organization_id, id);
    const parts: string[] = [];

    const reading = (async () => {
      for await (const part of fileOf((work) => work(db), source)) {
        parts.push(part);
        if (parts.length !== 2) continue;
        await member.delete(`${path}/${id}`);
        await emptyDeleted(app);
      }
    })();

    await expect(reading).rejects.toThrow('lost 1500 rows');
    expect(parts).toHaveLength(2);
  });
});
