import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, type Outlet } from './outlet.ts';

/** How many emails the directory keeps; the oldest go. */
const maxKept = 1000;

/** Writes each email as a file that only this user can read, named by its time: for machines without a mail server. */
export const createOutbox = (directory: string, from: string): Outlet => ({
  async send(mail, signal) {
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({ streamTransport: true, buffer: true });
    const { message } = await transport.sendMail(messageOf(from, mail));
    signal.throwIfAborted();
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const time = mail.date.toISOString().replaceAll(/[-:.]/g, '');
    const path = join(directory, `${time}-${mail.template}-${mail.id}.eml`);
    const part = `${path}.part`;
    try {
      await writeFile(part, message as Buffer, { mode: 0o600, flush: true });
      await rename(part, path);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
    await removeOldest(directory);
  },
});

async function removeOldest(directory: string): Promise<void> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.eml')).toSorted();
  for (const name of names.slice(0, -maxKept)) await rm(join(directory, name), { force: true });
}
