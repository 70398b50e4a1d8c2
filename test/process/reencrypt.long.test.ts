import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createSecrets } from '../../src/db/secrets.ts';
import { reencrypt, reencrypted } from '../../src/process/reencrypt.ts';
import { openCredentials, sealCredentials } from '../../src/telephony/credentials.ts';
import { newOrganization } from '../support/organizations.ts';
import { startServer } from '../support/server.ts';
import { givenCallable } from '../telephony/calls/given.ts';
import { givenEndpoint } from '../webhooks/given.ts';

/** Gone after some days at most: kept answers, emails, requested resets, and keys, which are offered for seconds and never read after. */
const shortLived = [
  'idempotent_answers.answer_encrypted',
  'password_reset_requests.email_encrypted',
  'pending_mails.content_encrypted',
  'run_instructions.digits_encrypted',
];

const [newest, old] = [randomBytes(32), randomBytes(32)];

test('What an older key encrypted is encrypted with the newest, again and again, and nothing else changes', async () => {
  const server = await startServer();
  const { db } = server.app;
  const former = createSecrets([old]);
  const ring = createSecrets([newest, old]);
  const member = await newOrganization({ server });
  const { organization_id } = member;
  const { configuration_id } = await givenCallable(member);
  await givenCallable(await newOrganization({ server }));
  await givenEndpoint(member, 'http://127.0.0.1:9/');
  await db
    .updateTable('telephony_configurations')
    .set({ credentials_encrypted: sealCredentials(former, organization_id, { ring_ms: 7 }) })
    .where('id', '=', configuration_id)
    .execute();

  const first = await reencrypt(db, ring);
  const second = await reencrypt(db, ring);

  const { credentials_encrypted } = await db
    .selectFrom('telephony_configurations')
    .select('credentials_encrypted')
    .where('id', '=', configuration_id)
    .executeTakeFirstOrThrow();
  expect(openCredentials(createSecrets([newest]), organization_id, credentials_encrypted)).toEqual({
    ring_ms: 7,
  });
  // The server's own key is not configured here.
  const unreadable = [
    'telephony_configurations.credentials_encrypted',
    'webhook_endpoints.secret_encrypted',
  ];
  expect([first, second]).toEqual([
    { encrypted: 1, unreadable },
    { encrypted: 0, unreadable },
  ]);
  await server.close();
});

test('Every column of ciphertexts is encrypted anew, or is gone after some days', async () => {
  const server = await startServer();
  const { rows } = await sql<{ name: string }>`
    select relname || '.' || attname as name from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and attname like '%\\_encrypted' and not attisdropped`.execute(server.app.db);

  const columns = [...reencrypted.map(([table, column]) => `${table}.${column}`), ...shortLived];
  expect(rows.map(({ name }) => name).toSorted()).toEqual(columns.toSorted());
  await server.close();
});
