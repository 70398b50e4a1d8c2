import { wavHeader } from '../../src/voice/audio/wav.ts';

/** A picture of 1 by 1 pixel. */
export const tinyPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A mono recording as 16-bit WAV: a tone, so that recordings of other frequencies have other bytes. */
export function wavOf(seconds: number, hertz = 220, sampleRate = 8000): Buffer {
  const frames = Math.round(seconds * sampleRate);
  const samples = Buffer.alloc(2 * frames);
  for (let n = 0; n < frames; n++)
    samples.writeInt16LE(
      Math.round(8000 * Math.sin((2 * Math.PI * hertz * n) / sampleRate)),
      2 * n,
    );
  return Buffer.concat([wavHeader({ sample_rate: sampleRate, channels: 1 }, frames), samples]);
}

interface Form {
  readonly fields: Readonly<Record<string, string>>;
  readonly file?: { readonly name: string; readonly bytes: Uint8Array; readonly type?: string };
}

const boundary = 'example-boundary';
export const formType = `multipart/form-data; boundary=${boundary}`;

/** The body of a form, its file in the part `file`. */
export function formOf({ fields, file }: Form): Uint8Array<ArrayBuffer> {
  const head = (disposition: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`;
  const parts = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`${head(`name="${name}"`)}\r\n${value}\r\n`),
  );
  if (file) {
    const { type = 'application/octet-stream' } = file;
    const about = `${head(`name="file"; filename="${file.name}"`)}Content-Type: ${type}\r\n\r\n`;
    parts.push(Buffer.concat([Buffer.from(about), file.bytes, Buffer.from('\r\n')]));
  }
  return Uint8Array.from(Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]));
}
