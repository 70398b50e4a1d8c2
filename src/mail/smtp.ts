import type { SmtpServer } from '../process/variables.ts';
import { messageOf, type Outlet } from './outlet.ts';

const connectMs = 10_000;
const greetingMs = 15_000;
/** How long the server may be silent. */
const silentMs = 30_000;

/** Sends each email over a connection of its own. Tests use `ca`, the certificate to trust. */
export function createSmtp(server: SmtpServer, from: string, ca?: string): Outlet {
  let transport: Promise<Transport> | undefined;
  return {
    async send(mail, signal) {
      transport ??= transportTo(server, ca);
      await (await transport).sendMail({ ...messageOf(from, mail), signal });
    },
  };
}

type Transport = Awaited<ReturnType<typeof transportTo>>;

async function transportTo({ host, port, security, auth }: SmtpServer, ca: string | undefined) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ...(auth && { auth }),
    // Where TLS is optional, whoever could forge a certificate could as well say that the server has none.
    tls: { rejectUnauthorized: security !== 'optional', ...(ca !== undefined && { ca }) },
    connectionTimeout: connectMs,
    greetingTimeout: greetingMs,
    socketTimeout: silentMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
