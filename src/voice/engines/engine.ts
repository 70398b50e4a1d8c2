/** One part of a text that is to be spoken. */
export interface SpeechRequest {
  readonly text: string;
  /** A BCP 47 primary tag. */
  readonly language: string;
  /** The engine's name for the voice; null for its default one. */
  readonly voice: string | null;
  readonly model: string | null;
  readonly seed: number | null;
  readonly instruct: string | null;
  /** Somebody waits for it now: a failed attempt is not repeated. */
  readonly isLive?: boolean;
}

/** A program or server that speaks texts. */
export interface Engine {
  readonly id: string;
  readonly name: string;
  readonly supportsSeed: boolean;
  readonly supportsInstruct: boolean;
  /** Longer texts are divided. */
  readonly maxPartCharacters: number;
  /** Why it cannot be used here; undefined if it can. */
  unavailable(): Promise<string | undefined>;
  /** The spoken part as the bytes of an audio file. Throws an EngineFault, or the signal's reason. */
  speak(request: SpeechRequest, signal: AbortSignal): Promise<Buffer>;
}

type EngineFaultCode = 'engine_unavailable' | 'engine_failed' | 'engine_timeout' | 'audio_invalid';

interface FaultOptions extends ErrorOptions {
  readonly said?: string | undefined;
  readonly isVoiceUnknown?: boolean;
}

/** Why a text was not spoken, as a sentence of ours for the one who sent it. */
export class EngineFault extends Error {
  readonly code: EngineFaultCode;
  /** What the engine itself said, for the log alone: bounded, and without keys. */
  readonly said: string | undefined;
  /** Whether the engine has no voice of the name that it got. */
  readonly isVoiceUnknown: boolean;
  constructor(
    code: EngineFaultCode,
    message: string,
    { said, isVoiceUnknown = false, ...options }: FaultOptions = {},
  ) {
    super(message, options);
    this.code = code;
    this.said = said;
    this.isVoiceUnknown = isVoiceUnknown;
  }
}

/** The fault of an engine whose audio cannot be used, with what is wanted instead. */
export const audioInvalid = (why: string): EngineFault =>
  new EngineFault(
    'audio_invalid',
    `The engine's audio cannot be used: ${why} It must be WAV (PCM, floating-point, A-law or mu-law), FLAC, MP3 or Ogg (Vorbis or Opus), with 1 or 2 channels and 8,000 to 192,000 samples a second, the same in all parts.`,
  );

/** The maximum size of a part's file, and of its samples: three minutes of stereo at 48 kHz. */
export const maxPartBytes = 36 * 1_048_576;
