import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectEmbedded } from '../../src/db/embedded.ts';
import { migrate } from '../../src/db/migrate.ts';
import { outboxIn, createOutbox } from '../../src/mail/mailer.ts';
import { startMailServer } from '../support/mail-server.ts';
import { newOrganization } from '../support/organizations.ts';
import { type ServerProcess, spawnServer } from '../support/process.ts';
import { startServer } from '../support/server.ts';
import { from, givenMail } from './given.ts';

let dataDir: string;
let server: ServerProcess | undefined;

/** Enqueues an email in the data directory while no process uses it. */
async function enqueueIn(directory: string): Promise<void> {
  const connection = await connectEmbedded(directory);
  await migrate(connection.db);
  const app = await startServer({ dataDir: directory }, connection);
  const { organization_id } = await newOrganization({ server: app });
  await givenMail(app, organization_id, { token: 't'.repeat(43) });
  await app.close();
  await connection.close();
}

// The tests run in any order, so none may find the emails of another.
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'voice-agent-mail-'));
});
afterEach(async () => {
  await server?.kill('SIGKILL');
  rmSync(dataDir, { recursive: true });
});

test('A process killed between sending a mail and marking it has it sent again, and no mail is lost', async () => {
  await enqueueIn(dataDir);
  let arrived = 0;
  const post = await startMailServer({
    // The first time the server has the email, and its response does not come.
    onMessage: () => (++arrived === 1 ? new Promise(() => {}) : undefined),
  });
  const env = { DATA_DIR: dataDir, SMTP_URL: post.url, MAIL_FROM: from, SIMULATION: '1' };
  server = await spawnServer(env);
  await expect.poll(() => arrived, { timeout: 30_000 }).toBe(1);
  await server.kill('SIGKILL');

  server = await spawnServer(env);
  const signedUp = await fetch(`${server.url}/api/v1/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', password: 'twelve characters' }),
  });
  expect(signedUp.status).toBe(201);
  const { access_token } = (await signedUp.json()) as { access_token: string };
  const clock = await fetch(`${server.url}/api/v1/simulation/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${access_token}` },
    body: JSON.stringify({ advance_seconds: 180 }),
  });
  expect(clock.status).toBe(200);

  await expect.poll(() => post.received.length, { timeout: 30_000 }).toBe(1);
  await expect.poll(() => server?.output(), { timeout: 10_000 }).toContain('an email was sent');
  expect(server.output()).not.toContain('SMTP_URL is not set');
  expect(server.output()).not.toContain('t'.repeat(43));
  await server.kill('SIGTERM');
  await post.close();
}, 120_000);

test('Without SMTP_URL a mail becomes a file that only its user can read, and the start says so', async () => {
  await enqueueIn(dataDir);
  const outbox = outboxIn(dataDir);

  server = await spawnServer({ DATA_DIR: dataDir });

  expect(server.output()).toContain('SMTP_URL is not set: emails are written to files');
  await expect
    .poll(() => filesIn(outbox), { timeout: 30_000 })
    .toEqual([expect.stringMatching(/^\d{8}T\d{9}Z-password_reset-[0-9a-f-]{36}\.eml$/)]);
  const [name = ''] = filesIn(outbox);
  expect(statSync(join(outbox, name)).mode & 0o777).toBe(0o600);
  expect(statSync(outbox).mode & 0o777).toBe(0o700);
  const message = readFileSync(join(outbox, name), 'utf8');
  expect(message).toContain(`POST ${server.url}/api/v1/auth/password-resets/confirm`);
  expect(message).toContain(`"token": "${'t'.repeat(43)}"`);
  await server.kill('SIGTERM');
}, 120_000);

test('The outbox keeps one file of a mail that is written twice, and the newest of many', async () => {
  const directory = join(dataDir, 'many');
  const files = createOutbox(directory, from);
  const never = new AbortController().signal;
  const mail = { to: 'a@example.com', template: 'password_reset', subject: 'A', text: 'A\n' };
  const dateOf = (i: number): Date => new Date(Date.UTC(2026, 0, 1, 0, 0, i));

  for (let i = 0; i < 1005; i++) await files.send({ ...mail, id: `${i}`, date: dateOf(i) }, never);
  await files.send({ ...mail, id: '1004', date: dateOf(1004) }, never);

  const names = filesIn(directory);
  expect(names).toHaveLength(1000);
  expect(names[0]).toMatch(/-5\.eml$/);
}, 60_000);

function filesIn(directory: string): string[] {
  try {
    return readdirSync(directory).toSorted();
  } catch {
    return [];
  }
}
