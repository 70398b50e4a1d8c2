import { execFile } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { packClient } from '../../../scripts/packages/client/pack.ts';
import { type Packed, readSource } from '../../../scripts/packages/package.ts';
import { startMockProcess } from '../../support/mock.ts';
import { toneWav } from '../../voice/engines/wav.ts';
import { givenMock, givenServer, samplesFor, steps, triedSamples } from './given.ts';

const root = new URL('../../..', import.meta.url).pathname;
const path = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (each) => each !== undefined && existsSync(each),
);
if (path === undefined)
  console.warn('Chromium is not installed: the client is not tested in a browser.');
const run = promisify(execFile);

/** An empty folder with what a user installs: the file that is published, and what it names. */
const folder = mkdtempSync(join(tmpdir(), 'voice-agent-client-'));
const source = readSource();
let packed: Packed;
let mock: Awaited<ReturnType<typeof startMockProcess>>;

beforeAll(async () => {
  const starting = startMockProcess();
  packed = await packClient(source, folder);
  rmSync(join(folder, 'client'), { recursive: true });
  write('package.json', { private: true, type: 'module' });
  await run(
    'npm',
    ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', packed.file],
    {
      cwd: folder,
    },
  );
  for (const name of ['types.ts', 'behaviour.ts', 'scenario.ts'])
    copyFileSync(join(root, 'scripts/packages/client/try', name), join(folder, name));
  for (const name of ['hello.wav', 'file.bin'])
    writeFileSync(join(folder, name), toneWav({ seconds: 3 }));
  mkdirSync(join(folder, 'samples'));
  for (const [id, text] of samplesFor(source.document, 'TypeScript'))
    writeFileSync(join(folder, `samples/${id}.ts`), `${text}\n`);
  mock = await starting;
});
afterAll(async () => {
  await mock?.close();
  rmSync(folder, { recursive: true, force: true });
});

const write = (name: string, content: object): void =>
  writeFileSync(join(folder, name), JSON.stringify(content));
const installed = (name: string): string =>
  join(folder, 'node_modules/@voice-agent-platform/client', name);

/** Compiles these files of the user in the strictest mode, with the types of a platform; returns what is wrong. */
async function compile(include: readonly string[], options: object): Promise<string> {
  const compilerOptions = {
    target: 'es2024',
    module: 'nodenext',
    moduleResolution: 'nodenext',
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noPropertyAccessFromIndexSignature: true,
    ...options,
  };
  write('tsconfig.json', { compilerOptions, include });
  const { stdout } = await run(join(root, 'node_modules/.bin/tsc'), ['--pretty', 'false'], {
    cwd: folder,
  }).catch((error: { stdout: string }) => error);
  return stdout;
}

async function scenario(env: Record<string, string>): Promise<string[]> {
  const { stdout } = await run(process.execPath, ['scenario.ts'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], WAV: 'hello.wav', ...env },
    timeout: 60_000,
  });
  return stdout.trim().split('\n');
}

describe('The package of the client', () => {
  test('has at most 60 KB without types, one dependency, and says what it was made of', () => {
    const manifest = JSON.parse(readFileSync(installed('package.json'), 'utf8'));

    expect(basename(packed.file)).toBe(
      `voice-agent-platform-client-${source.document.info.version}.tgz`,
    );
    expect(packed.sizes['all but types']).toBeLessThan(60_000);
    expect(manifest).toMatchObject({
      name: '@voice-agent-platform/client',
      version: source.document.info.version,
      license: 'MIT',
      contract: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(manifest).not.toHaveProperty('repository');
    expect(Object.keys(manifest.dependencies)).toEqual(['openapi-fetch']);
    expect(readFileSync(installed('LICENSE'), 'utf8')).toContain('MIT License');
    expect(readFileSync(installed('README.md'), 'utf8')).toContain('createClient');
  });

  test.each([
    ['browsers and workers', ['types.ts', 'behaviour.ts'], { lib: ['esnext', 'dom'], types: [] }],
    [
      'Node alone, and for the samples of the reference,',
      ['*.ts', 'samples'],
      {
        noPropertyAccessFromIndexSignature: false,
        lib: ['esnext'],
        types: ['node'],
        typeRoots: [join(root, 'node_modules/@types')],
        // @types/node has errors without the types of a browser.
        skipLibCheck: true,
      },
    ],
  ])('has types for %s that are exact', async (_, include, options) => {
    const faults = await compile(include, { ...options, noEmit: true });

    expect(faults).toBe('');
  });

  test.each(Object.entries(triedSamples))(
    'does what the samples of %s say, on the mock',
    async (id, part) => {
      const [command, typescript] = ['Shell', 'TypeScript'].map((lang) =>
        samplesFor(source.document, lang, mock.url).get(id),
      );
      writeFileSync(join(folder, 'tried.mts'), typescript ?? '');
      const options = { cwd: folder, env: { PATH: process.env['PATH'], TOKEN: 'vap_any' } };
      for (const [program, args] of [
        [process.execPath, ['tried.mts']],
        ['sh', ['-c', command ?? '']],
      ] as const) {
        rmSync(join(folder, 'response.bin'), { force: true });
        const { stdout } = await run(program, args, options);
        const file = join(folder, 'response.bin');

        expect(existsSync(file) ? readFileSync(file, 'latin1') : stdout).toContain(part);
      }
    },
  );

  test('shows a problem where a sample meets one', async () => {
    const sample = samplesFor(source.document, 'TypeScript', mock.url).get('getCampaign') ?? '';
    writeFileSync(
      join(folder, 'tried.mts'),
      sample.replace('campaign_id: 2', 'campaign_id: 2000000000'),
    );
    const { stderr } = await run(process.execPath, ['tried.mts'], {
      cwd: folder,
      env: { PATH: process.env['PATH'], TOKEN: 'vap_any' },
    }).catch((error: { stderr: string }) => error);

    expect(stderr).toMatch(/ProblemError: .*\n[^]*not_found/);
  });

  test('retries, follows and reads as it says', async () => {
    const code =
      "import('./behaviour.ts').then(async (it) => console.log((await it.runCases()).join('\\n')))";
    const { stdout } = await run(process.execPath, ['--eval', code], { cwd: folder });

    expect(failed(stdout.trim().split('\n'))).toEqual([]);
  });

  test('does every kind of operation on the server', async () => {
    expect(await scenario(await givenServer())).toEqual(steps);
  });

  test('does every kind of operation on the mock', async () => {
    expect(await scenario(givenMock(mock.url, source.document))).toEqual(steps);
  });

  test.skipIf(path === undefined)('works in a browser', async () => {
    await compile(['behaviour.ts'], { lib: ['esnext', 'dom'], types: [] });
    const page = await openPage();

    await page.waitForFunction('window.lines !== undefined');

    expect(failed(await page.evaluate<string[]>('window.lines'))).toEqual(['2 complete']);
  });
});

const failed = (lines: readonly string[]): string[] =>
  lines.filter((line) => !line.startsWith('ok '));

/** A page that finds the installed modules by their names, and calls the mock from another origin. */
async function openPage() {
  const server = createServer((request, response) => {
    const file = (request.url ?? '/').slice(1);
    const type = file === '' ? 'text/html' : 'text/javascript';
    const content = file === '' ? pageFor(mock.url) : readFileSync(join(folder, file));
    response.writeHead(200, { 'content-type': type }).end(content);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const browser = await chromium.launch({ executablePath: path!, args: ['--no-sandbox'] });
  onTestFinished(async () => {
    await browser.close();
    server.close();
  });
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return page;
}

const imports = {
  '@voice-agent-platform/client': '/node_modules/@voice-agent-platform/client/index.js',
  'openapi-fetch': '/node_modules/openapi-fetch/dist/index.mjs',
};
const pageFor = (api: string): string => `<!doctype html>
<link rel="icon" href="data:">
<script type="importmap">${JSON.stringify({ imports })}</script>
<script type="module">
  import { createClient } from '@voice-agent-platform/client';
  import { runCases } from '/behaviour.js';

  const client = createClient({ baseUrl: '${api}', credential: 'vap_any' });
  const ofCampaign = { params: { path: { campaign_id: 2 } } };
  const { data } = await client.GET('/api/v1/campaign/{campaign_id}', ofCampaign);
  let last;
  const path = '/api/v1/campaign/{campaign_id}/progress/stream';
  for await (const { event } of client.events(path, ofCampaign)) last = event;
  window.lines = [...(await runCases()), data.id + ' ' + last];
</script>`;
