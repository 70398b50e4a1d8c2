import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { SmtpServer } from '../../src/system/settings.ts';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly message: string;
  readonly secure: boolean;
}

interface MailServer {
  /** How a service is configured to use it. */
  readonly smtp: SmtpServer;
  readonly url: string;
  /** What it has accepted, in the order of arrival. */
  readonly received: readonly ReceivedMail[];
  close(): Promise<void>;
}

interface Options extends Pick<SMTPServerOptions, 'secure' | 'key' | 'cert'> {
  readonly security?: SmtpServer['security'];
  /** The commands that it does not offer. */
  readonly without?: string[];
  /** The password that it demands. */
  readonly password?: string;
  /** Called with each sender, recipient and message; what it throws refuses them. */
  readonly onSender?: (address: string) => void;
  readonly onRecipient?: (address: string) => void;
  readonly onMessage?: (message: string) => Promise<void> | void;
}

/** A refusal with the status of SMTP. */
export const refusal = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });

/** An email server on this machine that keeps what it accepts. */
export async function startMailServer(options: Options = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const { secure = false, key, cert, password, onSender, onRecipient, onMessage } = options;
  const server = new SMTPServer({
    secure,
    ...(key !== undefined && { key }),
    ...(cert !== undefined && { cert }),
    disabledCommands: options.without ?? (key === undefined ? ['STARTTLS'] : []),
    authOptional: password === undefined,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth(auth, _, done) {
      if (auth.password === password) done(null, { user: auth.username });
      else done(refusal(535, 'Wrong password'));
    },
    onMailFrom({ address }, _, done) {
      void answer(() => onSender?.(address), done);
    },
    onRcptTo({ address }, _, done) {
      void answer(() => onRecipient?.(address), done);
    },
    onData(stream, session, done) {
      void answer(async () => {
        const message = await text(stream);
        await onMessage?.(message);
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          message,
          secure: session.secure,
        });
      }, done);
    },
  });
  // A client that gives up a connection is no fault of the server.
  server.on('error', () => {});
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.server.address() as AddressInfo;
  const auth = password === undefined ? undefined : { user: 'service', pass: password };
  return {
    smtp: { host: 'localhost', port, security: options.security ?? 'optional', auth },
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () => new Promise((done) => server.close(done)),
  };
}

async function answer(
  work: () => Promise<void> | void,
  done: (error?: Error | null) => void,
): Promise<void> {
  try {
    await work();
    done();
  } catch (error) {
    done(error as Error);
  }
}

/** A key and a certificate for localhost that nobody trusts; undefined on a machine without openssl. */
export function newCertificate(): { key: string; cert: string } | undefined {
  const directory = mkdtempSync(join(tmpdir(), 'voice-agent-certificate-'));
  const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
  try {
    execFileSync(
      'openssl',
      `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout ${key} -out ${cert}`.split(
        ' ',
      ),
      { stdio: 'pipe' },
    );
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  } finally {
    rmSync(directory, { recursive: true });
  }
}
