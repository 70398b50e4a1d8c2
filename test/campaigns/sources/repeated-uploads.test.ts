import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const path = '/api/v1/campaign-sources';
const csv = 'phone_number,first_name\n+12025550185,Ada\n12345,Ben\n';
const skipping = '?on_invalid=skip';

let [here, there]: TestServer[] = [];
beforeAll(async () => {
  here = await startServer();
  there = await startServer({ dataDir: here.app.config.dataDir }, here.connection);
});
afterAll(async () => {
  await there?.close();
  await here?.close();
});

const given = () => newOrganization({ server: here! });

interface Sent {
  readonly raw?: string;
  readonly query?: string;
  readonly key?: string;
  readonly type?: string;
}

const upload = (
  { server, token }: Member,
  { raw = csv, query = skipping, key = 'k1', type = 'text/csv' }: Sent = {},
) =>
  server.send('POST', path + query, {
    token,
    raw,
    headers: { 'content-type': type, 'idempotency-key': key },
  });

/** Begins an upload, whose body goes on; waits until its source exists. */
async function begin(
  { token, organization_id }: Member,
  server: TestServer,
): Promise<ClientRequest> {
  const before = await sourcesOf(organization_id);
  const { hostname, port } = new URL(server.url);
  const headers = {
    'content-type': 'text/csv',
    authorization: `Bearer ${token}`,
    'idempotency-key': 'k1',
  };
  const sent = request({ hostname, port, path: path + skipping, method: 'POST', headers });
  sent.on('error', () => {});
  sent.write(csv);
  await expect.poll(() => sourcesOf(organization_id)).toHaveLength(before.length + 1);
  return sent;
}

/** Ends the upload; returns its answer. */
async function end(sent: ClientRequest, rest = '') {
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  sent.end(rest);
  const [answer] = await answered;
  const body = (await json(answer)) as { id?: string; code?: string };
  return { status: answer.statusCode, replayed: answer.headers['idempotent-replayed'], body };
}

/** All sources, those that are being uploaded too. */
const sourcesOf = (organizationId: number) =>
  here!.app.db
    .selectFrom('campaign_sources')
    .select('id')
    .where('organization_id', '=', organizationId)
    .execute();

const reused = [409, 'idempotency_key_reused'];

describe('createCampaignSource with an Idempotency-Key', () => {
  test('answers a repeated file as the first, and stores it once', async () => {
    const member = await given();

    const first = await upload(member);
    const again = await upload(member, { type: 'Text/CSV; charset=utf-8' });

    expect(first.body).toMatchObject({ total_rows: 1, rejected_rows: 1 });
    expect([again.status, again.body]).toEqual([201, first.body]);
    const headersOf = ({ headers }: typeof first) =>
      ['location', 'etag', 'idempotent-replayed'].map((name) => headers.get(name));
    expect(headersOf(first)).toEqual([`${path}/${first.body.id}`, expect.any(String), null]);
    expect(headersOf(again)).toEqual([...headersOf(first).slice(0, 2), 'true']);
    expect(await sourcesOf(member.organization_id)).toEqual([{ id: first.body.id }]);
  });

  test('is kept with a thousand rows that were left out, whatever they are', async () => {
    const member = await given();
    const raw = `phone_number\n+12025550185\n${`"${'é\n'.repeat(99)}"\n`.repeat(1001)}`;

    const first = await upload(member, { raw });
    const again = await upload(member, { raw });

    expect(first.body.rejected).toHaveLength(1000);
    expect(first.body.rejected[0].input).toBe('é\n'.repeat(20));
    expect([again.status, again.body]).toEqual([201, first.body]);
  });

  test('stores a file under another key, and under the key of another organization', async () => {
    const [member, other] = [await given(), await given()];
    const first = await upload(member);

    const others = [await upload(member, { key: 'k2' }), await upload(other)];

    for (const { status, headers, body } of others) {
      expect([status, headers.get('idempotent-replayed')]).toEqual([201, null]);
      expect(body.id).not.toBe(first.body.id);
    }
  });

  test.each<[string, Sent]>([
    ['another file', { raw: csv.replace('Ada', 'Eva') }],
    ['more of it', { raw: `${csv}+12025550186,Emma\n` }],
    ['nothing of it', { raw: '\n' }],
    ['another type', { type: 'application/x-ndjson' }],
    ['other parameters', { query: '?on_invalid=refuse' }],
  ])('is refused for %s, of which nothing is stored', async (_, sent) => {
    const member = await given();
    await upload(member);

    const { status, body } = await upload(member, sent);

    expect([status, body.code]).toEqual(reused);
    expect(await sourcesOf(member.organization_id)).toHaveLength(1);
  });

  test('is free again after a refused file', async () => {
    const member = await given();

    const refused = await upload(member, { query: '' });
    const corrected = await upload(member, { raw: csv.replace('12345', '+12025550141') });

    expect([refused.status, corrected.status]).toEqual([422, 201]);
    expect(corrected.body.total_rows).toBe(2);
  });

  test('is free again after an upload that broke off, of which nothing is left', async () => {
    const member = await given();
    const sent = await begin(member, here!);

    sent.destroy();
    await expect.poll(() => sourcesOf(member.organization_id)).toEqual([]);
    const again = await upload(member);

    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, null]);
  });

  test('is refused while the first upload is in progress', async () => {
    const member = await given();
    const first = await begin(member, here!);

    const second = await upload(member);
    const { status } = await end(first);

    expect([second.status, second.body.code]).toEqual([409, 'idempotency_in_progress']);
    expect(status).toBe(201);
    expect(await sourcesOf(member.organization_id)).toHaveLength(1);
  });

  test('makes one source of two uploads at once on two servers', async () => {
    const member = await given();
    const uploads = [await begin(member, here!), await begin(member, there!)];

    const [first, second] = [await end(uploads[0]!), await end(uploads[1]!)];

    expect([first.status, first.replayed]).toEqual([201, undefined]);
    expect(second).toEqual({ status: 201, replayed: 'true', body: first.body });
    expect(await sourcesOf(member.organization_id)).toEqual([{ id: first.body.id }]);
  });

  test('refuses the other of two different files at once on two servers', async () => {
    const member = await given();
    const uploads = [await begin(member, here!), await begin(member, there!)];

    const first = await end(uploads[0]!);
    const second = await end(uploads[1]!, '+12025550186,Emma\n');

    expect([second.status, second.body.code]).toEqual(reused);
    expect(await sourcesOf(member.organization_id)).toEqual([{ id: first.body.id }]);
  });
});
