import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { notAllowed } from '../../../scripts/packages/licenses.ts';
import { packPython, tooling } from '../../../scripts/packages/python/pack.ts';
import { type Packed, readSource } from '../../../scripts/packages/package.ts';
import { pythonVersion } from '../../../scripts/release/versions.ts';
import { startMockProcess } from '../../support/mock.ts';
import { toneWav } from '../../voice/engines/wav.ts';
import {
  givenMock,
  givenServer,
  missingExtra,
  samplesFor,
  steps,
  streams,
  triedSamples,
  vector,
} from './given.ts';

const root = new URL('../../..', import.meta.url).pathname;
const run = promisify(execFile);

/** Takes a minute of two cores, and Python 3.11 with venv: `make check-packages`. */
const isAsked = process.env['CHECK_PACKAGES'] === '1';

describe.runIf(isAsked)('The package of the client in Python', { timeout: 300_000 }, () => {
  /** An empty folder with a virtual environment, in which the file that is published is installed. */
  const folder = mkdtempSync(join(tmpdir(), 'voice-agent-python-'));
  const source = readSource();
  const python = join(folder, 'venv/bin/python');
  let packed: Packed;
  let mock: Awaited<ReturnType<typeof startMockProcess>>;

  beforeAll(async () => {
    const starting = startMockProcess();
    packed = await packPython(source, folder);
    rmSync(join(folder, 'python'), { recursive: true });
    await run('python3', ['-m', 'venv', 'venv'], { cwd: folder });
    const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
    await run(python, [...install, packed.file], { cwd: folder });
    for (const name of ['behaviour.py', 'installed.py', 'scenario.py'])
      copyFileSync(join(root, 'scripts/packages/python/try', name), join(folder, name));
    for (const name of ['hello.wav', 'file.bin'])
      writeFileSync(join(folder, name), toneWav({ seconds: 3 }));
    mkdirSync(join(folder, 'samples'));
    for (const [id, text] of samplesFor(source.document, 'Python'))
      writeFileSync(join(folder, `samples/${id}.py`), `${text}\n`);
    writeFileSync(join(folder, 'streams.json'), JSON.stringify(streams));
    writeFileSync(join(folder, 'signatures.json'), JSON.stringify(signatures));
    mock = await starting;
  }, 300_000);
  afterAll(async () => {
    await mock?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function lines(program: string, env: Record<string, string> = {}): Promise<string[]> {
    const { stdout } = await run(python, ['-W', 'error', program], {
      cwd: folder,
      env: { PATH: process.env['PATH'], ...env },
    });
    return stdout.trim().split('\n');
  }

  test('has the version of the contract, and types that pass mypy in strict mode, as do the samples', async () => {
    expect(basename(packed.file)).toBe(
      `voice_agent_platform-${pythonVersion(source.document.info.version)}-py3-none-any.whl`,
    );
    const { stdout } = await run(
      join(await tooling(), 'mypy'),
      ['--strict', '--python-executable', python, 'scenario.py', 'behaviour.py', 'samples'],
      { cwd: folder },
    ).catch((error: { stdout: string }) => error);

    expect(stdout).toMatch(/^Success: /);
  });

  test('names its license and its extras, and brings nothing with a license that is not allowed', async () => {
    const { licenses, extras, license_files } = JSON.parse((await lines('installed.py')).join(''));

    expect(licenses).toMatchObject({ 'voice-agent-platform': 'MIT', certifi: 'MPL-2.0' });
    const others = Object.entries<string | undefined>(licenses).filter(
      ([, license]) => notAllowed(license ?? undefined).length > 0,
    );
    expect(others).toEqual([]);
    expect(Object.keys(licenses).length).toBeGreaterThan(10);
    expect(license_files).toEqual(['LICENSE']);
    expect(Object.keys(extras)).toEqual(['livekit', 'pipecat']);
    expect(extras.livekit.join()).toMatch(/livekit-agents<2,>=1/);
    expect(extras.pipecat.join()).toMatch(/pipecat-ai\[websocket\]<2,>=1/);
  });

  test.each(missingExtra)('says that %s needs an extra', async (module, sentence) => {
    writeFileSync(join(folder, 'imports.py'), `import ${module}\n`);

    await expect(run(python, ['imports.py'], { cwd: folder })).rejects.toThrow(
      `ModuleNotFoundError: ${sentence} (`,
    );
  });

  test.each(Object.entries(triedSamples))(
    'does what the sample of %s says, on the mock',
    async (id, part) => {
      const file = join(folder, 'response.bin');
      rmSync(file, { force: true });
      const text = samplesFor(source.document, 'Python', mock.url).get(id) ?? '';
      writeFileSync(join(folder, 'tried.py'), text);
      const { stdout } = await run(python, ['tried.py'], {
        cwd: folder,
        env: { PATH: process.env['PATH'], TOKEN: 'vap_any' },
      });

      expect(existsSync(file) ? readFileSync(file, 'latin1') : stdout).toContain(part);
    },
  );

  test('retries, follows and reads as it says', async () => {
    const done = await lines('behaviour.py');

    expect(done.filter((line) => !line.startsWith('ok '))).toEqual([]);
    expect(done).toHaveLength(13);
  });

  test('does every kind of operation on the server', async () => {
    expect(await lines('scenario.py', await givenServer())).toEqual([...steps, 'ok async']);
  });

  test('does every kind of operation on the mock', async () => {
    const env = givenMock(mock.url, source.document);

    expect(await lines('scenario.py', env)).toEqual([...steps, 'ok async']);
  });
});

const { id, body, seconds, secret, signature, ofAnother } = vector;
const headers = {
  'webhook-id': id,
  'webhook-timestamp': String(seconds),
  'webhook-signature': signature,
};
const several = `${ofAnother} ${ofAnother.replace('v1', 'v2')} ${signature} ${ofAnother}`;
const behindOthers = `${`${ofAnother} `.repeat(16)}${signature}`;

/** Name, body, headers, secrets, time, tolerance and whether it is valid. */
const signatures: readonly (readonly unknown[])[] = [
  ['valid', body, headers, secret, seconds, null, true],
  ['without prefix', body, headers, secret.slice(6), seconds, null, true],
  ['several', body, { ...headers, 'webhook-signature': several }, secret, seconds, null, true],
  ['several secrets', body, headers, ['whsec_b3RoZXI=', secret], seconds, null, true],
  ['capitals', body, capitals(headers), secret, seconds, null, true],
  ['in time', body, headers, secret, seconds + 300, null, true],
  ['late', body, headers, secret, seconds + 301, null, false],
  ['early', body, headers, secret, seconds - 301, null, false],
  ['another tolerance', body, headers, secret, seconds + 3600, 3600, true],
  ['changed', '{"test": 2432232315}', headers, secret, seconds, null, false],
  ['another id', body, { ...headers, 'webhook-id': 'msg_other' }, secret, seconds, null, false],
  ['no id', body, { ...headers, 'webhook-id': '' }, secret, seconds, null, false],
  ['no time', body, { ...headers, 'webhook-timestamp': 'hello' }, secret, seconds, null, false],
  ['v1 alone', body, { ...headers, 'webhook-signature': 'v1,' }, secret, seconds, null, false],
  ['part', body, { ...headers, 'webhook-signature': 'v1,g0hM9' }, secret, seconds, null, false],
  [
    'too many',
    body,
    { ...headers, 'webhook-signature': behindOthers },
    secret,
    seconds,
    null,
    false,
  ],
  ['another secret', body, headers, 'whsec_b3RoZXI=', seconds, null, false],
  ['no base64', body, headers, 'whsec_%%', seconds, null, false],
  ['no secret', body, headers, [], seconds, null, false],
];

function capitals(all: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(all).map(([name, value]) => [name.toUpperCase(), value]),
  );
}
