import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram } from '../../system/program.ts';

/** The body is no picture that can be used; the message is a sentence for whoever sent it. */
export class PictureFault extends Error {}

export const pictureType = 'image/webp';

const decoder = fileURLToPath(new URL(`./decoder${extname(import.meta.url)}`, import.meta.url));
/** The exit code with which the decoder says what is wrong with a picture. */
const refusal = 3;
/** Decoding ends by itself after 10 s. */
const run = { env: {}, timeoutMs: 30_000, maxBytes: 16_777_216 };

let last: Promise<unknown> = Promise.resolve();

/**
 * Decodes the picture in a local file and encodes it again as WebP, upright, small and without metadata. One at a time,
 * so that the memory for decoded pixels is needed once, and each in a process of its own that has no secrets. Throws a
 * PictureFault.
 */
export function readPicture(path: string): Promise<Buffer> {
  const turn = last.then(() => encode(path));
  last = turn.catch(() => {});
  return turn;
}

async function encode(path: string): Promise<Buffer> {
  let unread: Error | null | undefined;
  const { error, stdout, message } = await runProgram(process.execPath, [decoder], run, (input) => {
    pipeline(createReadStream(path), input, (fault) => (unread = fault));
  });
  if (!error) return stdout;
  if (unread && 'path' in unread) throw unread;
  if (error.code === refusal) throw new PictureFault(message, { cause: error });
  // What kills the decoder is most likely the picture.
  if (error.signal) throw new PictureFault('The picture cannot be decoded.', { cause: error });
  throw error;
}
