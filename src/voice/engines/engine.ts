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
  /** The spoken part as the bytes of a WAV file. Throws an EngineFault, or the signal's reason. */
  speak(request: SpeechRequest, signal: AbortSignal): Promise<Buffer>;
}

type EngineFaultCode = 'engine_unavailable' | 'engine_failed' | 'engine_timeout' | 'audio_invalid';

/** Why a text was not spoken, as a sentence for the one who sent it. */
export class EngineFault extends Error {
  readonly code: EngineFaultCode;
  constructor(code: EngineFaultCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The maximum size of a part's WAV file: three minutes of stereo at 48 kHz. */
export const maxPartBytes = 36 * 1_048_576;
