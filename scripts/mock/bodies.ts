import sharp from 'sharp';
import { ZipFile } from 'yazl';
import { wavOf } from '../../test/support/binary-bodies.ts';

/** The bytes of a response that is neither text nor JSON: a tone, a picture, an archive. */
export async function binaryBody(type: string): Promise<Buffer> {
  if (type.startsWith('audio/')) return wavOf(1);
  if (type.startsWith('image/')) return picture();
  return archive();
}

const picture = (): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: '#3b6ea5' } })
    .webp()
    .toBuffer();

async function archive(): Promise<Buffer> {
  const zip = new ZipFile();
  zip.addBuffer(wavOf(1), 'samples/1.wav');
  zip.end();
  const parts: Buffer[] = [];
  for await (const part of zip.outputStream) parts.push(Buffer.from(part as Uint8Array));
  return Buffer.concat(parts);
}
