import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { erase } from '../../privacy/given.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { together } from '../../support/together.ts';
import { bodiesOf } from '../../webhooks/events/given.ts';
import { dialAll, givenCallableCampaign, numberTo } from '../lifecycle/given.ts';

const server = ownServer();
const sources = '/api/v1/campaign-sources';
const ada = { external_id: 'crm-4711', metadata: { crm_owner: 'Amelia' } };
const ben = { external_id: 'crm-4712', metadata: {} };
const none = { external_id: null, metadata: {} };

const upload = (member: Member, type: string, raw: string, query = '') =>
  member.send('POST', sources + query, { raw, headers: { 'content-type': type } });
const csv = (member: Member, raw: string, query = '') => upload(member, 'text/csv', raw, query);
const json = (member: Member, contacts: readonly object[]) =>
  upload(member, 'application/json', JSON.stringify(contacts));

/** A campaign of an uploaded source; who has the number with 40 at its end is busy. */
async function givenCampaignOf(member: Member, contacts: readonly object[]) {
  const like = await givenCallableCampaign(member);
  const { name, workflow_id, telephony_configuration_id } = (await member.get(like.path)).body;
  const { body: source } = await json(member, contacts);
  const request = {
    name,
    workflow_id,
    telephony_configuration_id,
    retry_config: { enabled: false },
  };
  const { body } = await member.post('/api/v1/campaign', {
    ...request,
    source_type: source.source_type,
    source_id: source.id,
  });
  return { ...like, id: body.id, path: `/api/v1/campaign/${body.id}`, source };
}

const contact = (digits: string, more: object = {}) => ({
  phone_number: numberTo(digits),
  initial_context: { first_name: digits },
  ...more,
});
const contactsOf = async (member: Member, { path }: { path: string }, query = '') =>
  (await member.get(`${path}/contacts${query}`)).body.items;

describe('A contact with an external ID and metadata', () => {
  test('is found by the ID, and its calls, events and report have both', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCampaignOf(member, [contact('00', ada), contact('01', ben)]);
    await member.post(`${campaign.path}/start`);

    await dialAll(member, campaign);

    const [found, ...others] = await contactsOf(member, campaign, '?external_id=crm-4711');
    expect([found, others]).toEqual([
      expect.objectContaining({ phone_number: numberTo('00'), ...ada }),
      [],
    ]);
    expect(await contactsOf(member, campaign, '?external_id=CRM-4711')).toEqual([]);
    expect((await member.get(`${campaign.path}/contacts/${found.id}`)).body).toMatchObject(ada);
    const { items } = (await member.get('/api/v1/runs?external_id=crm-4711')).body;
    expect(items).toMatchObject([{ contact_id: found.id, campaign_id: campaign.id }]);
    const ended = (await bodiesOf(member)).filter(({ type }) => type === 'call_ended');
    expect(ended.map(({ call }) => call)).toMatchObject([ada, ben]);
    const report = (await member.get(`${campaign.path}/report`)).text;
    expect(parse(report, { columns: true })).toMatchObject([
      { external_id: 'crm-4711', 'metadata.crm_owner': 'Amelia' },
      { external_id: 'crm-4712', 'metadata.crm_owner': '' },
    ]);
  });

  test('keeps both in a redial and in the file of its source', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCampaignOf(member, [contact('00', ben), contact('40', ada)]);
    await member.post(`${campaign.path}/start`);
    await member.post(`${campaign.path}/contacts`, {
      contacts: [contact('41', { external_id: 'crm-4713', metadata: { group: 'b' } })],
    });
    await dialAll(member, campaign);

    const { body } = await member.post(`${campaign.path}/redial`, { outcomes: ['busy'] });
    const redial = { ...campaign, id: body.id, path: `/api/v1/campaign/${body.id}` };
    await member.post(`${redial.path}/start`);

    expect(await contactsOf(member, redial)).toMatchObject([
      ada,
      { external_id: 'crm-4713', metadata: { group: 'b' } },
    ]);
    const { text: file } = await member.get(`${sources}/${body.source_id}/file`);
    expect(file.split('\r\n')).toEqual([
      'phone_number,external_id,first_name,metadata.crm_owner,metadata.group',
      `${numberTo('40')},crm-4711,40,Amelia,`,
      `${numberTo('41')},crm-4713,41,,b`,
      '',
    ]);
    const again = await csv(member, file);
    const stored = await member.get(`${sources}/${body.source_id}`);
    expect((await member.get(`${sources}/${again.body.id}/file`)).text).toBe(file);
    expect((await member.get(`${sources}/${again.body.id}`)).body.total_rows).toBe(2);
    expect(stored.body.size_bytes).toBeGreaterThanOrEqual(2 * '+12025550140crm-4711'.length);
  });
});

describe('createCampaignSource', () => {
  const header = 'phone_number,External_ID,metadata.crm_owner\n';

  test('refuses or leaves out rows whose external ID an earlier row has', async () => {
    const member = await newOrganization({ server });
    const rows = ['00,crm-1,A', '01,crm-1,B', '01,,', '02,CRM-1,', '03,,'];
    const file = header + rows.map((row) => `+120255501${row}`).join('\n');

    const refused = await csv(member, file);
    const skipped = await csv(member, file, '?on_invalid=skip');

    const reason = 'The external ID repeats that of row 1.';
    expect(refused.body.detail).toMatchObject([
      { loc: ['body', '2', 'external_id'], msg: reason, input: 'crm-1' },
    ]);
    // The number of a row that is left out is free for a later one.
    expect(skipped.body).toMatchObject({
      total_rows: 4,
      rejected: [{ row: 2, reason }],
      columns: ['phone_number', 'external_id', 'metadata.crm_owner'],
    });
  });

  test('counts both as bytes of the source', async () => {
    const member = await newOrganization({ server });
    const id = 'x'.repeat(200);
    const without = (await csv(member, `${header}+12025550100,,\n`)).body.id;

    const { body } = await csv(member, `${header}+12025550100,${id},${id}\n`);

    const [bytes = 0, less = 0] = await Promise.all(
      [body.id, without].map(
        async (each) => (await member.get(`${sources}/${each}`)).body.size_bytes,
      ),
    );
    expect(bytes - less).toBe(2 * id.length + '{"crm_owner":""}'.length);
  });
});

describe('createErasure', () => {
  test('removes them with the row, and gives their bytes back', async () => {
    const member = await newOrganization({ server });
    const external_id = 'x'.repeat(200);
    const { body } = await json(member, [
      { phone_number: '+12025550100', external_id, metadata: { crm_owner: 'Amelia' } },
      { phone_number: '+12025550101', external_id: 'crm-4712' },
    ]);

    await erase(member, '+12025550100');

    const left = await member.get(`${sources}/${body.id}`);
    expect(left.body.total_rows).toBe(1);
    // A space of the stored metadata was not sent.
    expect(left.body.size_bytes).toBe('+12025550101{}crm-4712'.length - 1);
  });
});

describe('addCampaignContacts', () => {
  test('refuses external IDs that the request, the source or the campaign has', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCampaignOf(member, [contact('00', ada)]);
    const add = (contacts: readonly object[], query = '') =>
      member.post(`${campaign.path}/contacts${query}`, { contacts });
    await add([contact('01', { external_id: 'crm-4712' })]);
    const sent = [
      contact('02', { external_id: 'crm-4713' }),
      contact('03', { external_id: 'crm-4713' }),
      contact('04', { external_id: 'crm-4711' }),
      contact('05', { external_id: 'crm-4712' }),
      contact('06'),
    ];

    const refused = await add(sent);
    const skipped = await add(sent, '?on_invalid=skip');
    await member.post(`${campaign.path}/start`);

    const reasons = [
      'The external ID repeats that of contact 0.',
      'The campaign already has this external ID in row 1.',
      'The campaign already has this external ID in row 2.',
    ];
    expect(refused.status).toBe(422);
    expect(refused.body.detail).toMatchObject(
      reasons.map((msg, at) => ({ loc: ['body', 'contacts', String(at + 1), 'external_id'], msg })),
    );
    expect(skipped.body).toMatchObject({
      added_count: 2,
      rejected: reasons.map((reason, at) => ({ index: at + 1, reason })),
    });
    expect(await contactsOf(member, campaign)).toMatchObject([
      ada,
      ben,
      { external_id: 'crm-4713' },
      none,
    ]);
  });

  test('lets exactly one of two requests at once have an external ID', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCampaignOf(member, [contact('00')]);
    const requests = ['01', '02'].map((digits) => () => {
      const contacts = [contact(digits, { external_id: 'crm-4711' })];
      return member.post(`${campaign.path}/contacts`, { contacts });
    });

    const answers = await together(server, requests);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect(await contactsOf(member, campaign)).toHaveLength(1);
  });
});

describe('A source that was uploaded when external_id was a name like others', () => {
  test('still shows it in its file and in reports', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCampaignOf(member, [contact('00', { external_id: 'x' })]);
    const { db } = server.app;
    await db
      .updateTable('campaign_source_rows')
      .set({ external_id: null, initial_context: '{"first_name":"A","external_id":"old-1"}' })
      .where('source_id', '=', campaign.source.id)
      .execute();
    await member.post(`${campaign.path}/start`);

    await dialAll(member, campaign);

    const file = await member.get(`${sources}/${campaign.source.id}/file`);
    expect(parse(file.text, { columns: true })).toMatchObject([{ external_id: 'old-1' }]);
    const report = await member.get(`${campaign.path}/report`);
    expect(parse(report.text, { columns: true })).toMatchObject([{ external_id: 'old-1' }]);
    expect(await contactsOf(member, campaign)).toMatchObject([none]);
  });
});
