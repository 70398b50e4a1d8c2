import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoUser } from '../src/demo/accounts.ts';
import { seedDemo } from '../src/demo/seed.ts';
import { startServer, type TestServer } from './support/server.ts';

const root = new URL('..', import.meta.url).pathname;
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const readme = read('README.md');
const running = read('scripts/README.md');

/** The shell commands of a text, each block unchanged. */
const blocksOf = (text: string): string[] =>
  [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
const sectionOf = (text: string, title: string): string =>
  text.split(/^(?=## )/m).find((section) => section.startsWith(`## ${title}\n`)) ?? '';

describe('The README', () => {
  test('has at most 120 lines', () => {
    expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(120);
  });

  test("shows the receiver's code unchanged", () => {
    expect(readme).toContain(`\`\`\`js\n${read('scripts/example/receiver.mjs')}\`\`\``);
  });
});

describe('Each README', () => {
  const files = ['openapi', 'generated', 'src', 'test', 'scripts']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => !name.includes('node_modules'))
        .map((name) => `/${folder}/${name}`)
        .concat(`/${folder}`),
    )
    .join('\n');

  const readmes = ['README.md', 'scripts/configuration.md'].concat(
    files.match(/(?<=^\/).*\/README\.md$/gm) ?? [],
  );

  test.each(readmes)('links to existing files: %s', (path) => {
    const links = [...read(path).matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(
      ([, link = '']) => link,
    );

    expect(links.filter((link) => !existsSync(join(root, path, '..', link)))).toEqual([]);
  });

  test.each(readmes)('names existing files and folders: %s', (path) => {
    const names = [...read(path).matchAll(/`([\w./-]+(?:\.(?:ts|mjs|sh|yaml|txt)|\/))`/g)].map(
      ([, name = '']) => name,
    );

    expect(names.filter((name) => !`${files}\n`.includes(`/${name.replace(/\/$/, '')}\n`))).toEqual(
      [],
    );
  });
});

describe('scripts/README.md', () => {
  test('lists every command of the Makefile that is meant for users', () => {
    const commands = [...read('Makefile').matchAll(/^([a-z-]+):.*## /gm)].map(([, name]) => name);
    const unlisted = commands.filter((name) => !running.includes(`\`make ${name}\``));

    expect(unlisted).toEqual(['help']);
  });

  test('gives a reason for every dependency', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json'));
    const names = Object.keys({ ...dependencies, ...devDependencies });
    const reasons = sectionOf(running, 'Dependencies');

    const unexplained = names.filter((name) => !reasons.includes(`| ${name} `));
    expect(unexplained.filter((name) => !name.startsWith('@types/'))).toEqual([]);
  });
});

describe('src/README.md', () => {
  test('has at most 150 lines', () => {
    expect(read('src/README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(150);
  });
});

describe('The commands', () => {
  let server: TestServer;
  let token: string;
  let port: number;
  let directory: string;
  const shells: number[] = [];

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'voice-agent-readme-'));
    server = await startServer({
      role: 'all',
      demo: true,
      speech: undefined,
      dataDir: join(directory, 'data'),
    });
    await seedDemo(server.app);
    token = (await server.send('POST', '/api/v1/auth/login', { body: demoUser })).body.access_token;
    port = await freePort();
    // A parallel run of the tests may use the demo's own port.
    const url = `http://127.0.0.1:${port}/webhooks`;
    await server.send('PATCH', '/api/v1/webhooks/endpoints/1', { token, body: { url } });
  });
  afterAll(async () => {
    for (const pid of shells) endGroup(pid);
    await server.close();
    rmSync(directory, { recursive: true });
  });

  /** A shell as a person would use it; only the demo's address and its data directory differ. */
  function openShell() {
    const shell = spawn('bash', ['-e'], {
      cwd: root,
      env: { PATH: process.env['PATH'], RECEIVER_PORT: String(port) },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    });
    if (shell.pid !== undefined) shells.push(shell.pid);
    let output = '';
    for (const stream of [shell.stdout, shell.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    const exited = once(shell, 'close');
    return {
      type: (block: string) =>
        shell.stdin.write(
          block.replaceAll('http://127.0.0.1:3000', server.url).replaceAll('$PWD/.data', directory),
        ),
      output: () => output,
      async end(): Promise<unknown> {
        shell.stdin.end();
        return (await exited)[0];
      },
    };
  }
  const widest = (output: string): number =>
    Math.max(...output.split('\n').map(({ length }) => length));
  /** The output of a command is a success or a report in CSV, not a problem or a fault. */
  const expectNoRefusal = (output: string): void =>
    expect(output).not.toMatch(/"type":"\/problems|"detail":|rror/);

  test.each(['once', 'twice'])(
    'of the README take a call from its request to its webhook, %s',
    async () => {
      const [start, receive = '', place = '', end = '', ...more] = blocksOf(readme);
      expect([start, more]).toEqual(['make start\n', []]);
      const shell = openShell();

      shell.type(receive);
      await expect.poll(shell.output, { timeout: 60_000 }).toContain("status: 'enabled'");
      shell.type(place);
      await expect.poll(shell.output, { timeout: 60_000 }).toContain('call_ended +12025550185');
      const [run] = (await server.send('GET', '/api/v1/runs?mode=ad_hoc&limit=1', { token })).body
        .items;
      await submitResult(run);
      await expect
        .poll(shell.output, { timeout: 60_000 })
        .toContain('call_analyzed +12025550185 completed Ada agreed.');
      shell.type(end);

      expect(await shell.end()).toBe(0);
      expect(shell.output()).toContain("status: 'disabled'");
      expectNoRefusal(shell.output());
      expect(widest(shell.output())).toBeLessThan(150);
    },
  );

  /** Ends the wait of 30 s for the analysis. */
  const submitResult = ({ id }: { id: number }) =>
    server.send('POST', `/api/v1/runs/${id}/result`, {
      token,
      body: {
        analysis: {
          call_summary: 'Ada agreed.',
          call_successful: true,
          in_voicemail: false,
          disposition: 'agreed',
        },
      },
    });

  test(
    'of scripts/README.md run every operation of the specification, twice, a conversation and a campaign',
    { timeout: 400_000 },
    async () => {
      const blocks = blocksOf(sectionOf(running, 'Try more on the demo'));
      expect(blocks.length).toBe(6);
      const [login = '', operations = '', ...others] = blocks;
      const shell = openShell();

      for (const block of [login, operations, 'sleep 1\n', operations, ...others])
        shell.type(block);

      expect(await shell.end()).toBe(0);
      expectNoRefusal(shell.output().replaceAll('"errors":[]', ''));
      expect(widest(shell.output())).toBeLessThan(151);
      expect(shell.output().match(/^event: complete\ndata: .*"moved":/gm)?.length).toBe(2);
      expect(shell.output()).toContain("node_id: 'goodbye'");
      expect(shell.output()).toContain('{ version_number: 2, has_passed: true, failed: 0 }');
      expect(shell.output()).toContain("mode: 'inbound'");
      expect(shell.output()).toContain('is_in_pool: true, daily_cap: 500');
      expect(shell.output()).toContain('{ added_count: 1 }');
      expect(shell.output()).toContain('event: complete\n"state":"completed"');
      expect(shell.output()).toMatch(/\nrun_id,row_number,.*\s+(\d+,.*\s+){6}/);
    },
  );

  test('make voice writes a story that begins with the speech and ends with its echo', async () => {
    const story = join(directory, 'story.wav');
    const env = {
      PATH: process.env['PATH'],
      API: `${server.url}/api/v1`,
      STORY: story,
    };
    const program = spawn('scripts/example/voice.sh', { cwd: root, env });
    let output = '';
    for (const stream of [program.stdout, program.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));

    expect([(await once(program, 'close'))[0], output]).toEqual([0, expect.anything()]);
    const wav = readFileSync(story);
    const levelAt = (second: number): number => {
      const from = 44 + second * 48_000 * 4;
      const samples = Array.from({ length: 12_000 }, (_, n) => wav.readInt16LE(from + n * 4));
      return Math.hypot(...samples.map((sample) => sample / 32_768)) / Math.sqrt(samples.length);
    };
    const seconds = (wav.length - 44) / (48_000 * 4);
    expect(output).toContain(`${seconds.toFixed(2)} s, 48 kHz, stereo`);
    expect(levelAt(1)).toBeGreaterThan(0.01);
    expect(levelAt(Math.floor(seconds - 0.5))).toBeGreaterThan(0);
    expect(levelAt(Math.floor(seconds - 0.5))).toBeLessThan(levelAt(1) / 10);
  });
});

describe('scripts/example/pretty.mjs', () => {
  const pretty = (input: string, ...names: string[]) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(root, 'scripts/example/pretty.mjs'), ...names],
      { input, encoding: 'utf8' },
    );
    return { status, stdout, stderr };
  };

  test.each([
    [
      '{"id":1,"name":"Ada","failure":{"code":"busy"}}',
      ['id', 'failure.code'],
      "{ id: 1, 'failure.code': 'busy' }\n",
    ],
    ['{"id":1}', [], '{ id: 1 }\n'],
    ['{"id":1}', ['other'], '{ other: undefined }\n'],
    ['{"items":[]}', ['id'], 'None.\n'],
    ['[]', [], 'None.\n'],
    ['run_id,state\n1,completed\n', ['id'], 'run_id,state\n1,completed\n'],
    ['', [], ''],
    ['3', [], '3'],
  ])('prints the named members of %s', (input, names, output) => {
    expect(pretty(input, ...names)).toEqual({ status: 0, stdout: output, stderr: '' });
  });

  test('prints a list as a table', () => {
    const { stdout } = pretty('{"items":[{"id":7,"name":"Ada"},{"id":8,"name":"Ben"}]}', 'id');

    expect(stdout).toMatch(/ id .*\n.*\n.* 0 .* 7 .*\n.* 1 .* 8 /);
    expect(stdout).not.toContain('Ada');
  });

  test.each([
    [
      '{"code":"not_found","status":404,"detail":"Campaign not found."}',
      '404 not_found: Campaign not found.\n',
    ],
    [
      '{"detail":[{"loc":["body","name"],"msg":"Field required."}]}',
      'body.name: Field required.\n',
    ],
  ])('prints why a request was refused, and fails: %s', (input, reason) => {
    expect(pretty(input, 'id')).toEqual({ status: 1, stdout: '', stderr: reason });
  });
});

describe('make token', () => {
  test('reports that no server answers', async () => {
    const env = { PATH: process.env['PATH'], API: `http://127.0.0.1:${await freePort()}/api/v1` };
    const program = spawn('node', ['scripts/token.ts'], { cwd: root, env });
    let output = '';
    program.stderr.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));

    expect((await once(program, 'close'))[0]).toBe(1);
    expect(output).toContain('Start the demo with "make start" in another terminal');
  });
});

/** Ends the processes that an interrupted shell has left, above all its receiver. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

/** A free port. */
async function freePort(): Promise<number> {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  await new Promise((done) => holder.close(done));
  return port;
}
