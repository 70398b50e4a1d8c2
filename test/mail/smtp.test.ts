import { createServer, type Socket, type AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { OutgoingMail } from '../../src/mail/mailer.ts';
import { newCertificate, startMailServer } from '../support/mail-server.ts';
import { over } from './given.ts';

const mail: OutgoingMail = {
  id: '0190a1b2-0000-7000-8000-000000000001',
  to: 'ada@example.com',
  template: 'password_reset',
  date: new Date(),
  subject: 'Grüße',
  text: 'A text\n',
};
const never = new AbortController().signal;
const certificate = newCertificate();

describe.skipIf(!certificate)('With TLS (skipped without openssl), a mail', () => {
  test.each(['tls', 'starttls'] as const)(
    'is sent to a server with %s that is trusted',
    async (security) => {
      const post = await startMailServer({ ...certificate, security, secure: security === 'tls' });

      await over(post.smtp, certificate?.cert).send(mail, never);

      expect(post.received).toEqual([expect.objectContaining({ to: [mail.to], secure: true })]);
      await post.close();
    },
  );

  test.each(['tls', 'starttls'] as const)(
    'is not sent to a server with %s that is not trusted',
    async (security) => {
      const post = await startMailServer({ ...certificate, security, secure: security === 'tls' });

      const sending = over(post.smtp).send(mail, never);

      await expect(sending).rejects.toThrow(/self-signed certificate/);
      expect(post.received).toEqual([]);
      await post.close();
    },
  );

  test('is encrypted where TLS is optional, whoever signed the certificate', async () => {
    const post = await startMailServer({ ...certificate, security: 'optional' });

    await over(post.smtp).send(mail, never);

    expect(post.received).toEqual([expect.objectContaining({ secure: true })]);
    await post.close();
  });
});

describe('A mail', () => {
  test('is not sent in plain text to a server that withholds STARTTLS', async () => {
    const post = await startMailServer({ security: 'starttls' });

    const sending = over(post.smtp).send(mail, never);

    await expect(sending).rejects.toMatchObject({ code: 'ETLS' });
    expect(post.received).toEqual([]);
    await post.close();
  });

  test.each(['a@example.com, b@example.com', 'a@example.com\r\nRCPT TO:<b@example.com>'])(
    'goes to nobody else with the address %j',
    async (to) => {
      const post = await startMailServer();

      await over(post.smtp)
        .send({ ...mail, to }, never)
        .catch(() => {});

      expect(post.received.flatMap((each) => each.to)).not.toContain('b@example.com');
      await post.close();
    },
  );

  test('is given up, with its connection, when its time is over, however slowly the server talks', async () => {
    const sockets: Socket[] = [];
    let closed = 0;
    const slow = createServer((socket) => {
      sockets.push(socket);
      // A line of the greeting that never ends.
      const talking = setInterval(() => socket.write('220-'), 20);
      socket
        .on('error', () => {})
        .on('close', () => {
          clearInterval(talking);
          closed += 1;
        });
    });
    await new Promise<void>((done) => slow.listen(0, '127.0.0.1', done));
    const { port } = slow.address() as AddressInfo;
    const timeOver = new AbortController();

    const sending = over({ host: '127.0.0.1', port, security: 'optional', auth: undefined }).send(
      mail,
      timeOver.signal,
    );
    const failed = sending.catch((error: Error) => error.name);
    await expect.poll(() => sockets.length).toBe(1);
    timeOver.abort();

    expect(await failed).toBe('AbortError');
    await expect.poll(() => closed, { timeout: 10_000 }).toBe(1);
    slow.close();
  });
});
