import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../scripts/postgres/cluster.ts';
import { readSource } from '../../../scripts/packages/package.ts';
import { buildServer, packServer } from '../../../scripts/packages/server/pack.ts';

const root = new URL('../../..', import.meta.url).pathname;
const execute = promisify(execFile);

/** Packing and installing take a minute and the registry: `make check-packages`. Otherwise what the manifest names is linked to what is installed here. */
const isInstalled = process.env['CHECK_PACKAGES'] === '1';

const source = readSource();
/** An empty folder outside the repository. */
const folder = mkdtempSync(join(tmpdir(), 'voice-agent-server-'));
const home = join(folder, 'node_modules/voice-agent-platform');
const bin = join(home, 'bin/voice-agent-platform.cjs');
const env = { PATH: process.env['PATH'] ?? '', TMPDIR: folder, NODE_DISABLE_COMPILE_CACHE: '1' };

beforeAll(() => (isInstalled ? install() : link()), 600_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function install(): Promise<void> {
  const dist = join(folder, 'dist');
  mkdirSync(dist);
  const { file } = await packServer(source, dist);
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  await execute('npm', ['install', ...options, file], { cwd: folder });
  rmSync(dist, { recursive: true });
}

async function link(): Promise<void> {
  await buildServer(source, home);
  for (const name of Object.keys(manifest().dependencies)) {
    const place = join(folder, 'node_modules', name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), place);
  }
}

const manifest = (): { dependencies: Record<string, string>; [member: string]: unknown } =>
  JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command of the package to its end. */
async function call(args: readonly string[], more: Record<string, string> = {}): Promise<Ended> {
  const options = { cwd: folder, env: { ...env, ...more } };
  return execute(process.execPath, [bin, ...args], options).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: Ended) => error,
  );
}

/** Starts a command that runs until it is stopped; `found` is what its output says. */
async function start(args: readonly string[], says: RegExp, more: Record<string, string> = {}) {
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: folder,
    env: { ...env, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(async () => void (await stop(child)));
  let output = '';
  const found = await new Promise<string>((done, failed) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const [, first] = says.exec(output) ?? [];
        if (first !== undefined) done(first);
      });
    child.once('exit', (code) => failed(new Error(`It ended with ${code}: ${output}`)));
  });
  return { child, found, output: () => output };
}

async function stop(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  return child.exitCode;
}

describe('The package of the server', { timeout: 300_000 }, () => {
  test('has the version of the contract, pinned dependencies, and says what it was made of', () => {
    const { version } = source.document.info;

    expect(manifest()).toMatchObject({
      name: 'voice-agent-platform',
      version,
      license: 'MIT',
      contract: { version, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(Object.values(manifest().dependencies).filter((each) => !/^\d/.test(each))).toEqual([]);
    expect(readdirSync(home)).toEqual(
      expect.arrayContaining(['LICENSE', 'README.md', 'sbom.cdx.json']),
    );
  });

  test(`takes at most ${isInstalled ? '200 MB with all that it needs' : '65 MB'}`, async () => {
    const where = isInstalled ? 'node_modules' : home;
    const { stdout } = await execute('du', ['-sm', where], { cwd: folder });

    expect(Number.parseInt(stdout)).toBeLessThanOrEqual(isInstalled ? 200 : 65);
  });

  test('starts the demo, has a call placed, holds the contract, and stops', async () => {
    const before = filesOf(home);
    const { child, found, output } = await start(['start', '--port', '0'], /"url":"(http[^"]+)"/);
    const api = `${found}/api/v1`;

    const placed = await call(['first-call', '--api', api], {
      RECEIVER_PORT: String(20_000 + (process.pid % 20_000)),
    });
    expect(placed.stdout).toMatch(
      /\nIt is shown at http:\/\/127[\d.:]+\/console\/live\/\d+\n[^]+call_ended.*\ncall_analyzed.*\nRun \d+: completed, consent given: true\.\n$/,
    );

    const token = await call(['token', '--api', api]);
    expect(token).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\S{20,}\n$/) });

    const operations = ['listWorkflows', 'createStory', 'getCallingHours'];
    const chosen = operations.flatMap((id) => ['--operation', id]);
    const verified = await call(['verify', found, ...chosen]);
    expect(verified.stdout).toMatch(/\n3 operations: \d+ passed, 0 failed, 0 not reached\.\n$/);

    for (const path of ['docs', 'docs/guides/first-call', 'console', 'api/v1/openapi.yaml'])
      expect((await fetch(`${found}/${path}`)).status).toBe(200);
    expect(output()).toContain(`API=${api} npx voice-agent-platform first-call`);
    const refused = await fetch(`${api}/organizations/telephony-configs`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token.stdout.trim()}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        name: 'Carrier',
        provider: 'twilio',
        credentials: { account_sid: `AC${'0'.repeat(32)}`, auth_token: '0'.repeat(32) },
      }),
    });
    expect([refused.status, await refused.json()]).toMatchObject([
      503,
      { code: 'unavailable', detail: expect.stringMatching(/npm install twilio@\d/) },
    ]);
    expect(await stop(child)).toBe(0);
    expect(existsSync(join(folder, '.data/db/PG_VERSION'))).toBe(true);
    expect(filesOf(home)).toEqual(before);
  });

  test('serves the examples of the contract, also those that Prefer names', async () => {
    const { found } = await start(['mock', '--port', '0'], /on (http:\/\/[^/]+)\//);
    const headers = { authorization: 'Bearer any' };

    const shown = await fetch(`${found}/api/v1/campaign/2`, { headers });
    expect([shown.status, await shown.json()]).toMatchObject([200, { id: 2 }]);
    const prefer = 'code=409, example=campaign_not_startable';
    const preferred = await fetch(`${found}/api/v1/campaign/2/start`, {
      method: 'POST',
      headers: { ...headers, prefer },
    });
    expect([preferred.status, await preferred.json()]).toMatchObject([
      409,
      { code: 'campaign_not_startable' },
    ]);
    const port = new URL(found).port;
    expect(await call(['mock', '--port', port])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`Port ${port} is in use by another program.`),
    });
  });

  test('serves the console for an API elsewhere, and says why it cannot', async () => {
    const mock = await start(['mock', '--port', '0'], /on (http:\/\/[^/]+)\//);
    const console = (api: string, port = '0') => ['console', '--api', api, '--port', port];
    const { found } = await start(
      console(`${mock.found}/api/v1/`),
      /^The console is at (http:\/\/[^/]+)\/console\. Its API is at http:/m,
    );

    expect(await (await fetch(`${found}/console/live/10`)).text()).toContain('<script');
    const me = await fetch(`${found}/api/v1/auth/me`, { headers: { authorization: 'Bearer any' } });
    expect(me.status).toBe(200);
    const other = createServer((req, res) =>
      req.url?.startsWith('/moved')
        ? res.writeHead(308, { location: 'https://api.example.com/' }).end()
        : res.end('<html>'),
    ).listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const stranger = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const { port } = new URL(found);
    const free = String(await freePort());
    const ends = [
      [console(mock.found, port), `Port ${port} is in use by another program. Start on another`],
      [console('http://127.0.0.1:9'), 'The API at http://127.0.0.1:9/ does not answer: connect'],
      [console('http://[::1]:9'), 'The API at http://[::1]:9/ does not answer: connect ECONN'],
      [console('http://nowhere.invalid'), 'does not answer: getaddrinfo'],
      [console(stranger), `${stranger}/ answers 200 without a problem of this API. Name the`],
      [console(`${stranger}/moved`), 'answers 308, to https://api.example.com/. Name the address'],
      [console(`http://localhost:${free}`, free), `where the console itself is. Choose another`],
      [console('api.example.com'), 'API is api.example.com; it must be a URL such as https://'],
      [console(found, '99999'), 'PORT is 99999; it must be a number from 0 to 65535.'],
    ] as const;
    for (const [args, says] of ends) {
      const ended = await call(args);

      expect(ended).toMatchObject({ code: 1, stdout: '' });
      expect(ended.stderr).toContain(says);
      expect(ended.stderr).toMatch(/^[^\n]+\n$/);
    }
  });

  test('writes the documents into a folder', async () => {
    const { stdout } = await call(['openapi', 'contract']);

    const names = ['openapi.json', 'openapi.yaml', 'openapi-client.json', 'openapi-go.json'];
    expect(stdout.trim().split('\n')).toEqual(names.map((name) => join(folder, 'contract', name)));
    expect(readFileSync(join(folder, 'contract/openapi-client.json'), 'utf8')).toBe(
      source.contract,
    );
  });

  test('writes over its own documents of another version, and over nothing else', async () => {
    const older = '# Written by `make generate`.\ninfo:\n  title: Voice Agent Platform API\n';
    for (const [name, text] of [
      ['older', older],
      ['mine', 'openapi: 3.1.0\n'],
    ] as const) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'openapi.yaml'), text);
    }

    expect(await call(['openapi', 'older'])).toMatchObject({ code: 0 });
    const mine = await call(['openapi', 'mine']);
    const file = await call(['openapi', 'mine/openapi.yaml']);

    expect(mine).toMatchObject({ code: 2, stdout: '' });
    expect(mine.stderr).toContain(`${join(folder, 'mine/openapi.yaml')} is there`);
    expect(readdirSync(join(folder, 'mine'))).toEqual(['openapi.yaml']);
    expect(readFileSync(join(folder, 'mine/openapi.yaml'), 'utf8')).toBe('openapi: 3.1.0\n');
    expect(file).toMatchObject({ code: 2, stdout: '' });
    expect(file.stderr).toContain('The documents cannot be written: ');
    expect(file.stderr).not.toMatch(/^ +at /m);
  });

  test.each([
    [['sing'], {}, 2, 'There is no command sing. There are start, mock,'],
    [['mock', '--prot', '1'], {}, 2, "mock: Unknown option '--prot'. It has --port."],
    [['console', '--prot', '1'], {}, 2, "console: Unknown option '--prot'. It has --api, --port."],
    [['console', 'x'], {}, 2, 'console takes no argument, not x.'],
    [['mock', '--port', 'x'], {}, 1, 'PORT is x; it must be a number from 0 to 65535.'],
    [['verify'], {}, 2, 'Name the server, such as http://127.0.0.1:3000.'],
    [['token', '--api', 'http://127.0.0.1:9'], {}, 1, '"npx voice-agent-platform start"'],
    [
      ['start'],
      { STORAGE_URL: 's3://bucket' },
      1,
      /npm install @aws-sdk\/client-s3@3\.\d+\.\d+ \(STORAGE_URL/,
    ],
    [
      ['start'],
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' },
      1,
      /npm install @opentelemetry\/resources@\S+ @opentelemetry\/sdk-trace@/,
    ],
  ])('explains what is wrong with %j', async (args, more, code, message) => {
    const ended = await call(args, more);

    expect(ended).toMatchObject({ code, stdout: '' });
    expect(ended.stderr).toMatch(message);
    expect(ended.stderr).not.toMatch(/^ +at /m);
  });

  test('explains that Node is too old', async () => {
    const older = `Object.defineProperty(process.versions, 'node', { value: '20.20.2' }); require(${JSON.stringify(bin)})`;

    const ended = await execute(process.execPath, ['-e', older]).catch((error: Ended) => error);

    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toContain('needs Node 22.19 or later; this is Node 20.20.2.');
  });

  test('shows its version and its commands', async () => {
    const { version } = source.document.info;

    expect((await call(['--version'])).stdout).toBe(`${version}\n`);
    const { stdout } = await call(['--help']);
    for (const name of ['start', 'mock', 'console', 'verify', 'token', 'openapi'])
      expect(stdout).toContain(`  ${name} `);
    expect((await call(['start', '--help'])).stdout).toContain('--data-dir VALUE');
  });
});

const filesOf = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' }).toSorted();
