/** Why a recording cannot be used. */
export type AudioFaultCode =
  | 'not_audio'
  | 'empty'
  | 'truncated'
  | 'damaged'
  | 'unsupported'
  | 'too_long'
  | 'too_much_work';

/** A recording that cannot be used; the message is a sentence for whoever sent it. */
export class AudioFault extends Error {
  readonly code: AudioFaultCode;
  constructor(code: AudioFaultCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export const notAudio = (): AudioFault =>
  new AudioFault(
    'not_audio',
    'The file is not a WAV, AIFF, FLAC, MP3, Ogg (Vorbis or Opus), WebM or MP4 (Opus) recording; its name does not matter.',
  );

/** A recording that is something else, called by its name. */
export const unsupported = (what: string): AudioFault =>
  new AudioFault(
    'unsupported',
    `The recording is ${what}, which cannot be decoded. Convert it to WAV, FLAC, MP3 or Ogg, or record in one of them.`,
  );

export const empty = (): AudioFault => new AudioFault('empty', 'The recording has no samples.');

export const truncated = (): AudioFault =>
  new AudioFault('truncated', 'The recording ends early: its file was cut off.');

export const notFinite = (): AudioFault =>
  new AudioFault(
    'damaged',
    'The recording has a sample that is no number or infinite; samples must be finite numbers.',
  );

export const damaged = (options?: ErrorOptions): AudioFault =>
  new AudioFault(
    'damaged',
    'Part of the recording cannot be decoded: its file is damaged.',
    options,
  );
