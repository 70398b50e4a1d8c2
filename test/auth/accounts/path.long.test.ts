import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outboxIn } from '../../../src/mail/mailer.ts';
import { type ServerProcess, spawnServer } from '../../support/process.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'voice-agent-accounts-'));
const [old, email] = ['ada@example.com', 'ada@analytical.example'];
const [forgotten, password] = ['a forgotten password', 'correct-horse-battery'];

let server: ServerProcess;
beforeAll(async () => {
  server = await spawnServer({ DATA_DIR: dataDir });
}, 120_000);
afterAll(async () => {
  await server.kill('SIGKILL');
  rmSync(dataDir, { recursive: true });
});

async function post(
  path: string,
  body: object,
  token = '',
): Promise<{ readonly status: number; readonly token: string }> {
  const answer = await fetch(`${server.url}/api/v1/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, token: /"access_token":"([^"]+)"/.exec(text)?.[1] ?? '' };
}

const mails = (): string[] =>
  readdirSync(outboxIn(dataDir)).map((name) => readFileSync(join(outboxIn(dataDir), name), 'utf8'));

/** The token of the email with a subject, once the queue has sent it. */
async function tokenIn(subject: string): Promise<string> {
  const find = (): string | undefined => {
    const mail = mails().find((text) => text.includes(`Subject: ${subject}`));
    return /"token": "([\w-]{43})"/.exec(mail ?? '')?.[1];
  };
  await expect.poll(find, { timeout: 30_000 }).toMatch(/./);
  return find() ?? '';
}

test('Somebody who forgot the password gets in again by mail, and changes the address by mail', async () => {
  const signedUp = await post('/signup', { email: old, password: forgotten });
  const lost = signedUp.token;

  const requests = [
    await post('/password-resets', { email: old }),
    await post('/password-resets', { email: 'nobody@example.com' }),
  ];
  const token = await tokenIn('Reset your password');
  const reset = await post('/password-resets/confirm', { token, password });
  const loggedIn = await post('/login', { email: old, password });
  const session = loggedIn.token;
  const change = await post('/email-changes', { email, password }, session);
  const confirmed = await post('/email-changes/confirm', {
    token: await tokenIn('Confirm your new email address'),
  });

  expect(requests.map(({ status }) => status)).toEqual([202, 202]);
  expect([reset.status, change.status, confirmed.status]).toEqual([204, 202, 204]);
  const logIns = [
    await post('/login', { email: old, password }),
    await post('/login', { email, password: forgotten }),
    await post('/login', { email, password }),
    await post('/logout', {}, lost),
    await post('/logout-everywhere', {}, session),
    await post('/logout', {}, session),
  ];
  expect(logIns.map(({ status }) => status)).toEqual([401, 401, 200, 401, 204, 401]);
  await expect.poll(() => mails().length, { timeout: 30_000 }).toBe(5);
  const to = mails().map((text) => /^To: (.*)\r$/m.exec(text)?.[1] ?? '');
  expect(to.filter((address) => address.includes(email))).toHaveLength(1);
  expect(to.filter((address) => address.includes(old))).toHaveLength(4);
  expect(server.output()).not.toMatch(/ada@|nobody@|[\w-]{43}/);
}, 120_000);
