import { execFile } from 'node:child_process';
import { type Engine, EngineFault, maxPartBytes, type SpeechRequest } from './engine.ts';

interface Options {
  readonly path: string;
  /** Maximum duration of a part. */
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 60_000;
const checkMs = 10_000;
/** A voice is also the name of a file, which must not leave the directory of voices. */
const voiceName = /^[A-Za-z0-9][A-Za-z0-9_+-]{0,63}$/;

/** The program espeak-ng, which is started for each part. */
export function createEspeak({ path, timeoutMs = defaultTimeoutMs }: Options): Engine {
  let checked: Promise<string | undefined> | undefined;
  return {
    id: 'espeak',
    name: 'eSpeak NG',
    supportsSeed: false,
    supportsInstruct: false,
    maxPartCharacters: 1000,
    unavailable: () => (checked ??= faultOf(path)),
    speak: (request, signal) => speak(path, timeoutMs, request, signal),
  };
}

/** Checked once: a program that is installed later is found after a restart. */
const faultOf = (path: string): Promise<string | undefined> =>
  new Promise((done) => {
    const options = { timeout: checkMs, killSignal: 'SIGKILL' } as const;
    const child = execFile(path, ['--version'], options, (error) => {
      done(error ? 'The program espeak-ng is not installed on the server.' : undefined);
    });
    child.stdin?.on('error', () => {});
    child.stdin?.end();
  });

function speak(
  path: string,
  timeoutMs: number,
  { text, language, voice }: SpeechRequest,
  signal: AbortSignal,
): Promise<Buffer> {
  const name = voice ?? language;
  if (!voiceName.test(name)) return Promise.reject(noVoice(name));
  return new Promise((done, failed) => {
    const options = {
      encoding: 'buffer',
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      maxBuffer: maxPartBytes,
      signal,
    } as const;
    const args = ['--stdin', '--stdout', '-b', '1', '-v', name];
    const child = execFile(path, args, options, (error, stdout, stderr) => {
      if (!error) done(stdout);
      else if (signal.aborted) failed(signal.reason as Error);
      else failed(faultIn(error, stderr.toString('utf8', 0, 500), name));
    });
    // A program that ends before it has read the text is reported by its exit code.
    child.stdin?.on('error', () => {});
    child.stdin?.end(text);
  });
}

const noVoice = (name: string) =>
  new EngineFault('engine_failed', `eSpeak NG has no voice "${name.slice(0, 64)}".`);

function faultIn(
  error: Error & { killed?: boolean; code?: unknown },
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
