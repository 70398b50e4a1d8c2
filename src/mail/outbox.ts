import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, type Outlet } from './outlet.ts';

/** How many mails the directory keeps; the oldest go. */
const maxKept = 1000;

/** Writes each mail as a file that only this user can read, named by its time: for machines without a mail server. */
export const createOutbox = (directory: string, from: string): Outlet => ({
  async send(mail, signal) {
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({ streamTransport: true, buffer: true });
    const { message } = await transport.sendMail(messageOf(from, mail));
    signal.throwIfAborted();
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const time = mail.date.toISOString().replaceAll(/[-:.]/g, '');
    const path = join(directory, `${time}-${mail.template}-${mail.id}.eml`);
    const file = await open(`${path}.part`, 'w', 0o600);
    try {
      await file.writeFile(message as Buffer);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(`${path}.part`, path);
    await removeOldest(directory);
  },
});

async function removeOldest(directory: string): Promise<void> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.eml')).toSorted();
  for (const name of names.slice(0, -maxKept)) await rm(join(directory, name), { force: true });
}
