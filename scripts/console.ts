/**
 * Serves the console on this machine, for the API at `API`, on `PORT` or 4020 by default. Ends with exit code 1 if the API cannot
 * be used.
 */
import { isLocal } from '../src/http/hosts.ts';
import { startConsole } from './console/server.ts';
import { portIn, whyNotOn } from './ports.ts';

const patienceMs = 20_000;
/** A request that every server of this API refuses by its contract. */
const probe = '/api/v1/auth/me';

/** Where the API is: a URL with or without `/api/v1`. Throws a sentence about what is none. */
export function apiIn(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new Error(`API is ${text}; it must be a URL such as https://api.example.com.`);
  if (url.username !== '' || url.password !== '')
    throw new Error('API has a user or a password. Leave them out: people log in on the page.');
  if (/[?#]/.test(text))
    throw new Error(`API is ${text}; it must end with its path, without ? and #.`);
  url.pathname = url.pathname.replace(/(\/api(\/v1)?)?\/*$/, '');
  return url;
}

/** What is to be known before people log in, if anything. */
export const warningFor = (api: URL): string | undefined =>
  api.protocol === 'http:' && !isLocal(api.hostname)
    ? `What is sent to ${api.href} can be read on the way, passwords and tokens too. Use https.`
    : undefined;

/** Why what answers is not the API, if it is not. */
async function faultOf(url: string, api: URL): Promise<string | undefined> {
  const answer = await fetch(url + probe, {
    redirect: 'manual',
    signal: AbortSignal.timeout(patienceMs),
  }).catch(() => undefined);
  if (answer === undefined) return `The API at ${api.href} does not answer within 20 s.`;
  const said = `${api.href} answers ${answer.status}`;
  if (answer.status >= 300 && answer.status < 400)
    return `${said}, to ${answer.headers.get('location')}. Name the address where the API is itself.`;
  const problem = (await answer.json().catch(() => ({}))) as { code?: string; detail?: string };
  if (answer.status === 502 && problem.detail !== undefined) return problem.detail;
  return problem.code !== undefined
    ? undefined
    : `${said} without a problem of this API. Name the address to which /api/v1 is added.`;
}

async function run(port: string): Promise<void> {
  const api = apiIn(process.env['API'] || 'http://127.0.0.1:3000');
  const { url } = await startConsole(api, portIn(port));
  if (isLocal(api.hostname) && api.port === new URL(url).port)
    throw new Error(`API is ${api.href}, where the console itself is. Choose another port.`);
  const fault = await faultOf(url, api);
  if (fault !== undefined) throw new Error(fault);
  const warning = warningFor(api);
  if (warning !== undefined) console.error(warning);
  console.log(`The console is at ${url}/console. Its API is at ${api.href}.`);
}

/** Serves the console with the settings of the environment. */
export async function serve(): Promise<void> {
  // If the program that started this one is killed, this one ends too.
  process.once('disconnect', () => process.exit());
  const { PORT: port = '4020' } = process.env;
  try {
    await run(port);
  } catch (error) {
    console.error(whyNotOn(port, 'console', error));
    process.exit(1);
  }
}

if (import.meta.main) await serve();
