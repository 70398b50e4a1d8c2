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

const endings = ['complete', 'error', 'stopping'];

/** The text of a stream: the events that do not end it, and the one that is named, else the usual end. */
export function streamText(examples: ReadonlyMap<string, unknown>, ending = 'complete'): string {
  const events = [...examples.values()] as Record<string, unknown>[];
  const endsIt = ({ event }: Record<string, unknown>): boolean => endings.includes(String(event));
  return [
    ...events.filter((each) => !endsIt(each)),
    ...events.filter((each) => endsIt(each) && each['event'] === ending),
  ]
    .map(
      (data, index) =>
        `id: ${index + 1}\nevent: ${String(data['event'])}\ndata: ${JSON.stringify(data)}\n\n`,
    )
    .join('');
}
