import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { pino } from 'pino';
import { onTestFinished, expect, describe, test } from 'vitest';
import { warnOfMissingKeys } from '../../src/db/missing-keys.ts';
import { copyDatabase } from '../support/database.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { startServer } from '../support/server.ts';
import { collection, givenNumber, twilio } from './given.ts';

type Json = Record<string, unknown>;

/** A log, and the columns that its errors name. */
function logged() {
  const columns: string[] = [];
  const log = pino(
    { level: 'error' },
    {
      write: (line: string) => {
        const said: { columns: string[]; msg: string } = JSON.parse(line);
        expect(said.msg).toMatch(/^SECRET_KEYS lacks a key/);
        columns.push(...said.columns);
      },
    },
  );
  return { log, columns };
}

const newKey = () => randomBytes(32).toString('base64');
const masked = {
  ...twilio,
  auth_token: `${'*'.repeat(28)}e0b4`,
  voice_url: null,
  stream_url: null,
  relay_url: null,
};

/** As credentials are shown that cannot be read. */
const unreadable = {
  account_sid: null,
  auth_token: null,
  voice_url: null,
  stream_url: null,
  relay_url: null,
};

/** One database, and servers with different keys one after another; the organization stays the same. */
async function restarts() {
  const connection = await copyDatabase();
  onTestFinished(() => connection.close());
  let owner: Member | undefined;
  return async (...secretKeys: string[]) => {
    const server = await startServer({ secretKeys }, connection);
    onTestFinished(() => server.close());
    owner ??= await newOrganization({ server });
    const { token } = owner;
    const send = (method: string, path: string, body?: unknown) =>
      server.send(method, path, { token, body });
    return { send, server, member: { ...owner, server } };
  };
}

describe('A server with a new key', () => {
  test('decrypts with an older key, and encrypts with the new one', async () => {
    const startWith = await restarts();
    const [oldKey, key] = [newKey(), newKey()];
    const before = await startWith(oldKey);
    const credentials = twilio;
    const { id } = (
      await before.send('POST', collection, { name: 'T', provider: 'twilio', credentials })
    ).body;

    const both = await startWith(key, oldKey);
    const read = await both.send('GET', `${collection}/${id}`);
    const renamed = await both.send('PATCH', `${collection}/${id}`, {
      provider: 'twilio',
      name: 'Renamed',
    });
    const after = await startWith(key);
    const readWithNew = await after.send('GET', `${collection}/${id}`);

    expect(read.body.credentials).toEqual(masked);
    expect(renamed.body.credentials).toEqual(masked);
    expect(readWithNew.body).toEqual(renamed.body);
  });

  test('makes carriers repeat their callbacks if the old key was removed, without details', async () => {
    const startWith = await restarts();
    const before = await startWith(newKey());
    const made = { name: 'T', provider: 'twilio', credentials: twilio };
    const { id } = (await before.send('POST', collection, made)).body;

    const { server } = await startWith(newKey());
    const { status, body } = await server.send(
      'POST',
      `/api/v1/telephony/callbacks/twilio/${id}?run_id=1`,
      {
        body: { CallSid: 'CA1', CallStatus: 'completed' },
        headers: { 'x-twilio-signature': 'signed' },
      },
    );

    expect([status, body.code]).toEqual([503, 'unavailable']);
    expect(body.detail).toBe('This callback cannot be verified now. Send it again later.');
  });

  test('says what is missing if the old key was removed, and accepts new credentials', async () => {
    const startWith = await restarts();
    const before = await startWith(newKey());
    const credentials = twilio;
    const { id } = (
      await before.send('POST', collection, { name: 'T', provider: 'twilio', credentials })
    ).body;
    await givenNumber(before.member, id);

    const { send, server } = await startWith(newKey());
    const answers = [
      await send('GET', collection),
      await send('GET', `${collection}/${id}`),
      await send('PATCH', `${collection}/${id}`, {
        provider: 'twilio',
        name: 'Renamed',
      }),
      await send('POST', `${collection}/${id}/set-default-outbound`),
    ];
    const provider = 'twilio';
    const { voice_url: _, ...sentBack } = masked;
    const masks = await send('PATCH', `${collection}/${id}`, { provider, credentials: sentBack });
    const part = await send('PATCH', `${collection}/${id}`, {
      provider,
      credentials: { account_sid: twilio.account_sid },
    });
    const numbers = await send('GET', `${collection}/${id}/phone-numbers`);
    const anew = await send('PATCH', `${collection}/${id}`, { provider, credentials });

    for (const { status, body } of answers) {
      expect(status).toBe(200);
      const { name, credentials: shown } = body.items?.[0] ?? body;
      expect([name === 'T' || name === 'Renamed', shown]).toEqual([true, unreadable]);
    }
    expect(masks.status).toBe(422);
    expect(part.body.detail).toEqual([
      expect.objectContaining({ loc: ['body', 'credentials', 'auth_token'] }),
    ]);
    expect(numbers.body.items).toHaveLength(1);
    expect(anew.body).toMatchObject({
      name: 'Renamed',
      is_default_outbound: true,
      credentials: masked,
    });
    expect((await send('GET', collection)).body.items).toEqual([anew.body]);
    expect(JSON.stringify(server.logged)).not.toContain(twilio.auth_token);
  });

  test('shows the others beside one that was damaged, and one without its key', async () => {
    const startWith = await restarts();
    const [oldKey, key] = [newKey(), newKey()];
    const before = await startWith(oldKey);
    const ids: number[] = [];
    for (const name of ['lost', 'damaged', 'good']) {
      if (name === 'damaged') before.send = (await startWith(key)).send;
      const made = { name, provider: 'twilio', credentials: twilio };
      ids.push((await before.send('POST', collection, made)).body.id);
    }
    const { send, server } = await startWith(key);
    await sql`
      update telephony_configurations set credentials_encrypted = set_byte(credentials_encrypted, 30,
        255 - get_byte(credentials_encrypted, 30)) where id = ${ids[1]}`.execute(server.app.db);

    const { status, body } = await send('GET', collection);

    expect(status).toBe(200);
    const shown = body.items.map(({ name, credentials }: Json) => [name, credentials]);
    expect(shown).toEqual([
      ['good', masked],
      ['damaged', unreadable],
      ['lost', unreadable],
    ]);
    const lines = logged();
    await warnOfMissingKeys(server.app.db, server.app.secrets, lines.log);
    expect(lines.columns).toEqual(['telephony_configurations.credentials_encrypted']);
  });

  test('logs no missing keys if all that is stored can be read', async () => {
    const startWith = await restarts();
    const key = newKey();
    const { send, server } = await startWith(key);
    await send('POST', collection, { name: 'T', provider: 'twilio', credentials: twilio });

    const lines = logged();
    await warnOfMissingKeys(server.app.db, server.app.secrets, lines.log);

    expect(lines.columns).toEqual([]);
  });

  test('deletes what it cannot decrypt', async () => {
    const startWith = await restarts();
    const before = await startWith(newKey());
    const { id } = (
      await before.send('POST', collection, { name: 'T', provider: 'twilio', credentials: twilio })
    ).body;

    const { send } = await startWith(newKey());
    const answer = await send('DELETE', `${collection}/${id}`);

    expect(answer.status).toBe(204);
    expect((await send('GET', collection)).body.items).toEqual([]);
  });
});
