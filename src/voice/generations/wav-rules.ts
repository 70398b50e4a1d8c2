/** Samples of 16 bits, as they stand in a WAV file. */
export interface Pcm {
  readonly sample_rate: number;
  readonly channels: number;
  readonly samples: Buffer;
}

export const headerBytes = 44;
export const bytesPerSample = 2;
const pcmFormat = 1;
const extensibleFormat = 0xfffe;
const subFormatOffset = 24;

/**
 * The samples of a WAV file of 16 bit PCM with one or two channels; undefined for anything else. A file that was written
 * as a stream announces more bytes than follow: then it ends with them.
 */
export function readWav(file: Buffer): Pcm | undefined {
  if (file.length < 12 || file.toString('latin1', 0, 4) !== 'RIFF') return undefined;
  if (file.toString('latin1', 8, 12) !== 'WAVE') return undefined;
  let format: Omit<Pcm, 'samples'> | undefined;
  for (let at = 12; at + 8 <= file.length;) {
    const name = file.toString('latin1', at, at + 4);
    const chunk = file.subarray(at + 8, at + 8 + file.readUInt32LE(at + 4));
    if (name === 'fmt ') format = formatIn(chunk);
    if (name === 'data') {
      if (!format) return undefined;
      const frame = bytesPerSample * format.channels;
      const length = chunk.length - (chunk.length % frame);
      return length === 0 ? undefined : { ...format, samples: chunk.subarray(0, length) };
    }
    at += 8 + chunk.length + (chunk.length % 2);
  }
  return undefined;
}

function formatIn(chunk: Buffer): Omit<Pcm, 'samples'> | undefined {
  if (chunk.length < 16) return undefined;
  const tag = chunk.readUInt16LE(0);
  const isExtensible = tag === extensibleFormat && chunk.length >= subFormatOffset + 2;
  const format = isExtensible ? chunk.readUInt16LE(subFormatOffset) : tag;
  const channels = chunk.readUInt16LE(2);
  const sample_rate = chunk.readUInt32LE(4);
  const isKnown = format === pcmFormat && chunk.readUInt16LE(14) === 8 * bytesPerSample;
  const isUsual = channels >= 1 && channels <= 2 && sample_rate >= 8000 && sample_rate <= 192_000;
  return isKnown && isUsual ? { sample_rate, channels } : undefined;
}

/** The header of a WAV file with so many bytes of samples. */
export function wavHeader({ sample_rate, channels }: Omit<Pcm, 'samples'>, bytes: number): Buffer {
  const header = Buffer.alloc(headerBytes);
  const frame = bytesPerSample * channels;
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(headerBytes - 8 + bytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(pcmFormat, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(sample_rate, 24);
  header.writeUInt32LE(sample_rate * frame, 28);
  header.writeUInt16LE(frame, 32);
  header.writeUInt16LE(8 * bytesPerSample, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(bytes, 40);
  return header;
}

/** The duration of so many bytes of samples. */
export const secondsOf = ({ sample_rate, channels }: Omit<Pcm, 'samples'>, bytes: number): number =>
  bytes / (bytesPerSample * channels * sample_rate);
