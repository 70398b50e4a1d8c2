import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { enqueueMail } from '../../src/mail/actions.ts';
import { later, timestampOf } from '../../src/timestamp.ts';
import { refusal, startMailServer } from '../support/mail-server.ts';
import { newOrganization } from '../support/organizations.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { givenMail, givenMailer, over, pending } from './given.ts';

const now = timestampOf(new Date('2026-01-05T10:00:00Z'));
const minuteMs = 60_000;

let server: TestServer;
let organization: number;
beforeAll(async () => {
  server = await startServer();
  organization = (await newOrganization({ server })).organization_id;
});
beforeEach(() => server.setNow(now));
afterEach(() => server.app.db.deleteFrom('pending_mails').execute());
afterAll(() => server.close());

describe('A mail', () => {
  test('is sent once, with the link or the request, and removed', async () => {
    const post = await startMailServer();
    const { mailer } = givenMailer(server, over(post.smtp));
    await givenMail(server, organization, { token: 'x'.repeat(43) });

    await mailer.settled();
    await mailer.settled();

    expect(post.received).toHaveLength(1);
    const [mail] = post.received;
    expect(mail).toMatchObject({ from: 'mail@example.com', to: ['ada@example.com'] });
    expect(mail?.message).toMatch(/^From: Calls <mail@example\.com>\r$/m);
    expect(mail?.message).toMatch(/^Message-ID: <[0-9a-f-]{36}@example\.com>\r$/m);
    expect(mail?.message).toContain(`POST ${server.url}/api/v1/auth/password-resets/confirm`);
    expect(mail?.message).toContain(`"token": "${'x'.repeat(43)}"`);
    expect(await pending(server)).toEqual([]);
    await post.close();
  });

  test('is stored encrypted', async () => {
    await givenMail(server, organization, { token: 'the-token' });

    const { rows } = await sql<{ text: string }>`
      select mail::text || encode(content_encrypted, 'escape') as text from pending_mails as mail`.execute(
      server.app.db,
    );

    expect(rows).toHaveLength(1);
    expect(rows[0]?.text).not.toMatch(/the-token|ada@/);
  });

  test('does not exist if its transaction is rolled back', async () => {
    const { app } = server;

    const work = app.db.transaction().execute(async (trx) => {
      await enqueueMail(trx, app, {
        organization_id: organization,
        to: 'ada@example.com',
        template: 'password_changed',
        values: { session_kept: true },
      });
      throw new Error('rolled back');
    });

    await expect(work).rejects.toThrow('rolled back');
    expect(await pending(server)).toEqual([]);
  });

  test('is tried again after growing pauses when the server refuses it for now', async () => {
    let isBusy = true;
    const post = await startMailServer({
      onRecipient(address) {
        if (isBusy) throw refusal(451, `Try <${address}> later`);
      },
    });
    const { mailer, logged } = givenMailer(server, over(post.smtp));
    await givenMail(server, organization);

    await mailer.settled();
    const first = await pending(server);
    server.setNow(later(now, minuteMs));
    await mailer.settled();
    const second = await pending(server);
    isBusy = false;
    server.setNow(later(now, 10 * minuteMs));
    await mailer.settled();

    const pauses = [first, second].map(([mail]) => [mail?.attempts, mail?.next_attempt_at]);
    expect(pauses[0]).toEqual([1, expect.stringMatching(/T10:00:1[0-2]/)]);
    expect(pauses[1]).toEqual([2, expect.stringMatching(/T10:01:3[0-6]/)]);
    expect(post.received).toHaveLength(1);
    expect(logged[0]).toMatchObject({
      msg: 'an email could not be sent',
      code: 'EENVELOPE',
      response_code: 451,
    });
    expect(JSON.stringify(logged)).not.toMatch(/ada@|a-token/);
    await post.close();
  });

  test.each([
    ['its recipient', { onRecipient: (to: string) => void throwing(refusal(550, `No <${to}>`)) }],
    ['its content', { onMessage: (text: string) => void throwing(refusal(554, text)) }],
  ])('is given up when the server refuses %s', async (_, behaviour) => {
    const post = await startMailServer(behaviour);
    const { mailer, logged } = givenMailer(server, over(post.smtp));
    await givenMail(server, organization);

    await mailer.settled();

    expect(await pending(server)).toEqual([]);
    expect(logged.map(({ level, msg }) => [level, msg])).toEqual([
      [50, 'an email was given up: the mail server refused it'],
    ]);
    expect(JSON.stringify(logged)).not.toMatch(/ada@|a-token/);
    await post.close();
  });

  test.each([
    ['its sender', { onSender: () => throwing(refusal(550, 'Not an address of yours')) }],
    ['everything without a log-in', { onSender: () => throwing(refusal(530, 'Log in first')) }],
    ['recipients without a log-in', { onRecipient: () => throwing(refusal(530, 'Log in first')) }],
  ])('stays when the server refuses %s', async (_, behaviour) => {
    const post = await startMailServer(behaviour);
    const { mailer, logged } = givenMailer(server, over(post.smtp));
    await givenMail(server, organization);

    await mailer.settled();

    expect(await pending(server)).toHaveLength(1);
    expect(logged.map(({ msg }) => msg)).toEqual(['an email could not be sent']);
    await post.close();
  });

  test('stays when the server refuses the log-in, and is sent with the right one', async () => {
    const post = await startMailServer({ password: 'right' });
    await givenMail(server, organization);
    const wrong = givenMailer(server, over({ ...post.smtp, auth: { user: 'a', pass: 'wrong' } }));
    await wrong.mailer.settled();
    const before = await pending(server);
    server.setNow(later(now, minuteMs));

    await givenMailer(server, over(post.smtp)).mailer.settled();

    expect(before).toHaveLength(1);
    expect(wrong.logged[0]).toMatchObject({ code: 'EAUTH', response_code: 535 });
    expect(post.received).toHaveLength(1);
    await post.close();
  });

  test('stays when nothing listens, and is given up when it is of no use any longer', async () => {
    const post = await startMailServer();
    await post.close();
    const { mailer, logged } = givenMailer(server, over(post.smtp));
    await givenMail(server, organization);

    await mailer.settled();
    const after = await pending(server);
    server.setNow(later(now, 60 * minuteMs));
    await mailer.settled();

    expect(after).toHaveLength(1);
    expect(await pending(server)).toEqual([]);
    expect(logged.map(({ msg }) => msg)).toEqual([
      'an email could not be sent',
      'an email was given up: it could not be sent in time',
    ]);
  });

  test('is given back when the process stops while the server is silent', async () => {
    let hasArrived = false;
    const post = await startMailServer({
      onMessage: () => {
        hasArrived = true;
        return new Promise(() => {});
      },
    });
    const { mailer } = givenMailer(server, over(post.smtp));
    await givenMail(server, organization);
    await mailer.fill();
    await expect.poll(() => hasArrived, { timeout: 10_000 }).toBe(true);

    await mailer.stop();

    expect(await pending(server)).toEqual([
      expect.objectContaining({ attempts: 0, next_attempt_at: now }),
    ]);
    await post.close();
  });
});

describe('Mails', () => {
  test('of an organization do not keep those of another waiting', async () => {
    const post = await startMailServer();
    const other = (await newOrganization({ server })).organization_id;
    for (let i = 0; i < 20; i++) await givenMail(server, organization);
    await givenMail(server, other, { to: 'eve@example.com' });

    await givenMailer(server, over(post.smtp)).mailer.settled();

    const order = post.received.flatMap(({ to }) => to);
    expect(order).toHaveLength(21);
    // Four are on their way at once.
    expect(order.indexOf('eve@example.com')).toBeLessThan(6);
    await post.close();
  });

  test('are sent once each by several processes', async () => {
    const post = await startMailServer();
    const to = Array.from({ length: 12 }, (_, i) => `user-${i}@example.com`);
    for (const each of to) await givenMail(server, organization, { to: each });
    const mailers = [1, 2, 3].map(() => givenMailer(server, over(post.smtp)).mailer);

    await Promise.all(mailers.map((mailer) => mailer.settled()));

    expect(post.received.flatMap((mail) => mail.to).toSorted()).toEqual(to.toSorted());
    expect(await pending(server)).toEqual([]);
    await post.close();
  });

  test('are sent again when the process that sent one died before it said so', async () => {
    const post = await startMailServer();
    await givenMail(server, organization);
    const died = givenMailer(server, {
      // The email arrives, and the process is gone.
      async send(mail, signal) {
        await over(post.smtp).send(mail, signal);
        await new Promise(() => {});
      },
    });
    await died.mailer.fill();
    await expect.poll(() => post.received.length, { timeout: 10_000 }).toBe(1);
    const { mailer } = givenMailer(server, over(post.smtp));
    await mailer.settled();
    const during = post.received.length;
    server.setNow(later(now, 3 * minuteMs));

    await mailer.settled();

    expect(during).toBe(1);
    const ids = post.received.map(({ message }) => /^Message-ID: .*$/im.exec(message)?.[0]);
    expect(ids).toHaveLength(2);
    expect(ids[0]).toBe(ids[1]);
    expect(await pending(server)).toEqual([]);
    await post.close();
  });
});

function throwing(error: Error): never {
  throw error;
}
