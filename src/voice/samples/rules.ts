import type { components } from '../../../generated/api.ts';

type AudioFormat = components['schemas']['AudioFormat'];

/** How many samples a profile has at most. */
export const maxSamples = 50;
/** How long a sample is, in seconds. */
const minSeconds = 1;
export const maxSeconds = 300;

const types: Record<AudioFormat, { readonly mediaType: string; readonly extension: string }> = {
  wav: { mediaType: 'audio/wav', extension: 'wav' },
  flac: { mediaType: 'audio/flac', extension: 'flac' },
  mp3: { mediaType: 'audio/mpeg', extension: 'mp3' },
  ogg: { mediaType: 'audio/ogg', extension: 'ogg' },
  aiff: { mediaType: 'audio/aiff', extension: 'aiff' },
  webm: { mediaType: 'audio/webm', extension: 'webm' },
  mp4: { mediaType: 'audio/mp4', extension: 'mp4' },
};

export const mediaTypeOf = (format: AudioFormat): string => types[format].mediaType;
export const extensionOf = (format: AudioFormat): string => types[format].extension;

/** What is wrong with a decoded recording as a sample; undefined if nothing is. */
export const lengthFault = (seconds: number): string | undefined =>
  seconds < minSeconds || seconds > maxSeconds
    ? `The recording is ${seconds.toFixed(1)} seconds long; it must be ${minSeconds} to ${maxSeconds} seconds.`
    : undefined;
