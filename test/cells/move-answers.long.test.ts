import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { runToken } from '../../src/auth/run-tokens.ts';
import { cellOf } from '../../src/db/cell-rules.ts';
import { openSecrets } from '../../src/db/secrets.ts';
import { environmentOf, onPostgres } from '../support/database.ts';
import { twilio } from '../telephony/given.ts';
import { startReceiver, verified } from '../webhooks/given.ts';
import {
  demo,
  givenCells,
  logIn,
  mailed,
  move,
  password,
  type Send,
  sender,
  startMove,
  suspend,
} from './moving.ts';
import { shownTo } from './shown.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const mcp = { accept: 'application/json, text/event-stream' };

/** Everything by which requests name the organization. */
async function givenNames(cells: Awaited<ReturnType<typeof givenCells>>) {
  const { send, organization, server } = cells;
  const token = await logIn(send, demo.email, demo.password);
  const scopes = ['read', 'audit:read', 'calls:place', 'privacy:write'];
  const made = await send('POST', '/auth/api-keys', { token, body: { name: 'Kept', scopes } });
  const { key } = made.body;
  const text = { mode: 'text', version_number: 2 };
  const run = (await send('POST', '/workflow/3/runs', { token, body: text })).body;
  const secrets = openSecrets({ secretKeys: [environmentOf('')['SECRET_KEYS']!], dataDir: '' });
  const agent = runToken(secrets, { organization_id: organization, run_id: run['id'] });
  const carrier = await send('POST', '/organizations/telephony-configs', {
    token,
    body: { name: 'Twilio', provider: 'twilio', credentials: twilio },
  });
  /** Signed as Twilio does, for the address under which its server is reached. */
  const callback = (to: Send, { url }: { readonly url: string }, secret = twilio.auth_token) => {
    const path = `/telephony/callbacks/twilio/${carrier.body['id']}?run_id=1`;
    const parameters = { CallSid: 'CA1', CallStatus: 'completed' };
    const signed = `${url}/api/v1${path}CallSidCA1CallStatuscompleted`;
    const signature = createHmac('sha1', secret).update(signed).digest('base64');
    const headers = { ...form, 'x-twilio-signature': signature };
    return to('POST', path, { body: new URLSearchParams(parameters).toString(), headers });
  };
  /** What each of them is answered, besides what `shownTo` looks at. */
  const answers = async (to = send, at: { readonly url: string } = server) => {
    const replayed = { 'idempotency-key': 'before-the-move' };
    const sent = {
      agent: await to('GET', `/runs/${run['id']}/session`, { key: agent }),
      carrier: await callback(to, at),
      stranger: await callback(to, at, 'e'.repeat(32)),
      simulated: await to('POST', '/telephony/callbacks/simulated/1?run_id=1', {
        body: { call_id: 'CA1', status: 'completed' },
      }),
      mcp: await to('POST', '//mcp', { key, body: list, headers: mcp }),
      replayed: await to('POST', '/campaign-sources', {
        token,
        body: 'phone_number\n+12025550123\n',
        headers: { ...replayed, 'content-type': 'text/csv' },
      }),
    };
    return Object.fromEntries(
      Object.entries(sent).map(([name, { status, bytes }]) => {
        const text = String(bytes).replaceAll(/"request_id":"[^"]*"/g, '');
        return [name, `${status} ${text}`];
      }),
    );
  };
  return { token, key, run, agent, callback, answers };
}

/** Sends requests one after another until it is stopped; returns what they were answered. */
function asking(requests: Readonly<Record<string, () => ReturnType<Send>>>) {
  const seen = new Set<string>();
  const stopped = new AbortController();
  const ask = async () => {
    while (!stopped.signal.aborted)
      for (const [name, request] of Object.entries(requests)) {
        const { status, body, headers } = await request();
        const again = headers.get('retry-after');
        seen.add(`${name} ${status} ${body['code']}${again === null ? '' : ` after ${again}`}`);
      }
  };
  const asked = ask();
  return async () => {
    stopped.abort();
    await asked;
    return [...seen].toSorted();
  };
}

test.runIf(onPostgres)(
  'An organization answers in another cell as before, by the same URLs and credentials, and nowhere while it moves',
  { timeout: 300_000 },
  async () => {
    const cells = await givenCells();
    const { schemas, directory, server, start, send, admin, neighbors, organization } = cells;
    // What a suspension pauses and ends is the same before and after.
    await suspend(send, admin, organization);
    await send('POST', `/admin/organizations/${organization}/resume`, { token: admin });
    const { token, key, run, agent, callback, answers } = await givenNames(cells);
    const receiver = await startReceiver((_, response) => response.writeHead(503).end());
    const endpoint = { token, body: { url: receiver.url } };
    const { secret } = (await send('POST', '/webhooks/endpoints', endpoint)).body;
    expect(secret).toMatch(/^whsec_/);
    const call = { workflow_id: 3, to_number: '+12025550123' };
    expect(await send('POST', '/telephony/initiate-call', { key, body: call })).toMatchObject({
      status: 202,
    });
    await expect
      .poll(() => receiver.received.map(({ event }) => event), { timeout: 60_000 })
      .toContain('call_ended');
    // Its webhooks are tried again after the move, and what is left of its events follows.
    const due = (cell: number, at: string) => {
      const schema = schemas.nameOf(cell);
      return schemas.admin.query<{ left: string }>(
        `with events as (update ${schema}.pending_events set due_at = '${at}'),
          tried as (update ${schema}.pending_deliveries set next_attempt_at = '${at}'
            where attempt_count > 0 and lease is null returning 1)
        select count(*) - (select count(*) from tried) as left from ${schema}.pending_deliveries`,
      );
    };
    const untried = async () => (await due(0, '2100-01-01')).rows[0]?.left;
    await expect.poll(untried, { timeout: 20_000 }).toBe('0');
    await send('POST', '/auth/password-resets', { body: { email: demo.email } });
    const reset = await mailed(directory, demo.email);
    const before = await answers();
    expect(before).toMatchObject({
      agent: expect.stringMatching(/^200 /),
      carrier: expect.stringMatching(/^204 /),
      stranger: expect.stringMatching(/^403 .*signature_invalid/),
      mcp: expect.stringMatching(/^200 .*tools/),
      replayed: expect.stringMatching(/^201 /),
    });
    const shown = await shownTo(send, { key, token });
    const found = [...shown.values()].filter((each) => each.startsWith('200 '));
    expect(found.length).toBeGreaterThan(80);

    await suspend(send, admin, organization);
    const sent = receiver.received.length;
    const stop = asking({
      key: () => send('GET', '/workflow', { key }),
      session: () => send('GET', '/workflow', { token }),
      agent: () => send('GET', `/runs/${run['id']}/session`, { key: agent }),
      mcp: () => send('POST', '//mcp', { key, body: list, headers: mcp }),
      carrier: () => callback(send, server),
      admin: () => send('GET', `/admin/organizations/${organization}`, { token: admin }),
      neighbor: () => send('GET', '/workflow', { token: neighbors[0]! }),
      beyond: () => send('GET', '/workflow', { token: neighbors[1]! }),
    });
    const { said, ended } = startMove(schemas, organization);
    await expect.poll(said, { timeout: 60_000 }).toContain('are refused');
    const refused = await send('POST', '/auth/login', { body: demo });
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(await ended).toMatchObject({ code: 0 });
    const beside = {
      admin: '200 undefined',
      agent: '200 undefined',
      carrier: '204 undefined',
      key: '403 organization_suspended',
      mcp: '403 undefined',
      session: '403 organization_suspended',
    };
    expect(await stop()).toEqual(
      [
        ...Object.entries(beside).flatMap(([name, answer]) => [
          `${name} ${answer}`,
          `${name} 503 unavailable after 5`,
        ]),
        'beyond 200 undefined',
        'neighbor 200 undefined',
      ].toSorted(),
    );
    const path = `/admin/organizations/${organization}`;
    await expect.poll(async () => (await send('GET', path, { token: admin })).status).toBe(200);
    expect(await send('POST', `${path}/resume`, { token: admin })).toMatchObject({
      status: 200,
      body: { id: organization, status: 'active' },
    });

    const fresh = await start();
    for (const each of [server, fresh]) {
      const to = sender(each);
      await expect.poll(async () => (await to('GET', '/workflow', { key })).status).toBe(200);
      const now = await shownTo(to, { key, token });
      expect([...shown].filter(([where, text]) => now.get(where) !== text)).toEqual([]);
      expect(now.size).toBe(shown.size);
      expect(await answers(to, each)).toEqual(before);
    }
    receiver.reply = (_, response) => response.writeHead(204).end();
    await due(7, new Date().toISOString());
    const events = () => receiver.received.slice(sent).map(({ event }) => event);
    await expect.poll(events, { timeout: 60_000 }).toContain('call_analyzed');
    const ids = receiver.received.map(({ id }) => id);
    expect(ids.slice(sent)).toEqual(expect.arrayContaining(ids.slice(0, sent)));
    expect(new Set(ids.slice(sent)).size).toBe(ids.length - sent);
    for (const one of receiver.received) expect(verified(secret, one)).toBeTruthy();

    const confirmed = { body: { token: reset, password: `${password}-new` } };
    expect((await send('POST', '/auth/password-resets/confirm', confirmed)).status).toBe(204);
    const again = await logIn(send, demo.email, `${password}-new`);
    const made = await send('POST', '/auth/api-keys', {
      token: again,
      body: { name: 'New', scopes: ['read'] },
    });
    expect(cellOf(made.body['id'])).toBe(7);
    expect((await send('GET', '/workflow', { key: made.body['key'] })).status).toBe(200);
    const next = await send('POST', '/telephony/initiate-call', { key, body: call });
    await expect
      .poll(async () => (await send('GET', `/runs/${next.body['id']}`, { key })).body, {
        timeout: 60_000,
      })
      .toMatchObject({ state: 'completed', outcome: 'completed' });
    expect((await move(schemas, organization)).said).toContain('already');
  },
);
