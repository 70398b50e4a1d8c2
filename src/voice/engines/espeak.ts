import { runProgram } from '../../system/program.ts';
import { type Engine, EngineFault, maxPartBytes, type SpeechRequest } from './engine.ts';

interface Options {
  readonly path: string;
  /** The environment of the program. */
  readonly env: Readonly<Record<string, string>>;
  /** Maximum duration of a part. */
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 60_000;
const checkMs = 10_000;
/** A voice is also the name of a file, which must not leave the directory of voices. */
const voiceName = /^[A-Za-z0-9][A-Za-z0-9_+-]{0,63}$/;

/** The program espeak-ng, which is started for each part. */
export function createEspeak({ path, env, timeoutMs = defaultTimeoutMs }: Options): Engine {
  let checked: Promise<string | undefined> | undefined;
  return {
    id: 'espeak',
    name: 'eSpeak NG',
    supportsSeed: false,
    supportsInstruct: false,
    maxPartCharacters: 1000,
    unavailable: () => (checked ??= faultOf(path, env)),
    speak: (request, signal) => speak({ path, env, timeoutMs }, request, signal),
  };
}

/** Checked once: a program that is installed later is found after a restart. */
async function faultOf(path: string, env: Options['env']): Promise<string | undefined> {
  const run = { env, timeoutMs: checkMs };
  const { error } = await runProgram(path, ['--version'], run, (input) => input.end());
  return error && 'The program espeak-ng is not installed on the server.';
}

async function speak(
  { path, env, timeoutMs }: Required<Options>,
  { text, language, voice }: SpeechRequest,
  signal: AbortSignal,
): Promise<Buffer> {
  const name = voice ?? language;
  if (!voiceName.test(name)) throw noVoice(name);
  const run = { env, timeoutMs, maxBytes: maxPartBytes, signal };
  const args = ['--stdin', '--stdout', '-b', '1', '-v', name];
  const { error, stdout, message } = await runProgram(path, args, run, (input) => input.end(text));
  if (!error) return stdout;
  signal.throwIfAborted();
  throw faultIn(error, message, name);
}

const noVoice = (name: string) =>
  new EngineFault('engine_failed', `eSpeak NG has no voice "${name.slice(0, 64)}".`, {
    isVoiceUnknown: true,
  });

function faultIn(
  error: Error & { readonly killed?: boolean; readonly code?: unknown },
  stderr: string,
  voice: string,
) {
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
    return new EngineFault('engine_failed', 'eSpeak NG sent more audio than a part can have.');
  if (error.killed) return new EngineFault('engine_timeout', 'eSpeak NG took too long.');
  if (error.code === 'ENOENT' || error.code === 'EACCES')
    return new EngineFault('engine_unavailable', 'The program espeak-ng could not be started.');
  if (/voice does not exist|specified .*voice/i.test(stderr)) return noVoice(voice);
  return new EngineFault('engine_failed', 'eSpeak NG reported an error.', {
    cause: error,
    said: stderr,
  });
}
