/**
 * Prints a session token of a user of the running demo: `node scripts/token.ts [user|admin]`. API is the server's base
 * URL, such as http://127.0.0.1:3000/api/v1.
 */
import { demoAdmin, demoUser } from '../src/demo/accounts.ts';
import { commandFor } from '../src/system/packaged.ts';

const users: Readonly<Record<string, typeof demoUser>> = { user: demoUser, admin: demoAdmin };
const api = process.env['API'] || 'http://127.0.0.1:3000/api/v1';
const [name = 'user'] = process.argv.slice(2);
const user = users[name];

if (user) await printToken(user);
else fail(`There is no demo user "${name}". Name one of ${Object.keys(users).join(', ')}.`);

async function printToken({ email, password }: typeof demoUser): Promise<void> {
  let answer: { access_token?: string; detail?: unknown };
  try {
    const response = await fetch(`${api}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
      signal: AbortSignal.timeout(60_000),
    });
    answer = (await response.json()) as typeof answer;
  } catch {
    return fail(
      `No server answers at ${api}. Start the demo with "${commandFor('start')}" in another terminal; API=http://HOST:PORT/api/v1 names another server.`,
    );
  }
  if (answer.access_token) console.log(answer.access_token);
  else {
    fail(
      `The server at ${api} refuses ${email}: ${JSON.stringify(answer.detail)} The demo's users exist only where it was started with DEMO=1, as "${commandFor('start')}" does.`,
    );
  }
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
