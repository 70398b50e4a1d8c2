import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { run, stopAll } from '../../scripts/sdks/commands.ts';
import { createProxy, unknownState } from '../../scripts/sdks/server.ts';
import { withTable } from '../../scripts/sdks/table.ts';
import { steps, type Target } from '../../scripts/sdks/target.ts';
import { tryTarget } from '../../scripts/sdks/try-target.ts';
import { uglyNames } from '../../scripts/sdks/ugly-names.ts';
import { type Result, stepFaults, uglyFaults } from '../../scripts/sdks/verdict.ts';

const folder = new URL('../../scripts/sdks/', import.meta.url).pathname;
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
const scratch = mkdtempSync(join(tmpdir(), 'voice-agent-sdks-test-'));
afterAll(() => rmSync(scratch, { recursive: true }));

describe('The steps of a scenario', () => {
  const without = (name: string) => steps.filter((step) => step !== name);

  test.each<[string, readonly string[], Result['cannot'], readonly string[]]>([
    ['are green when all are done', steps, {}, []],
    ['are red without one', without('read_null'), {}, ['It does not do read_null.']],
    ['are green without a declared one', without('upload_csv'), { upload_csv: 'no' }, []],
    ['are red with a declared one', steps, { problem: 'no' }, [expect.stringContaining('problem')]],
    ['are red with one twice', [...steps, 'log_in'], {}, ['It reports log_in 2 times.']],
    ['are red with an invented one', [...steps, 'rest'], {}, ['There is no step rest.']],
    ['are red in another order', steps.toReversed(), {}, [expect.stringContaining('out of order')]],
  ])('%s', (_, reported, cannot, faults) => {
    expect(stepFaults(reported, cannot)).toEqual(faults);
  });
});

describe('Ugly names', () => {
  test('are those that a generator invents', () => {
    const invented = ['CreateRunRequestInner', 'State2', 'RunType1', 'InlineObject', 'CallAnyOf'];
    const plain = ['Run', 'createRunResponse201', 'GetRun404', 'StoryItem', 'AgentType'];

    expect(uglyNames([...plain, ...invented], new Set())).toEqual(invented.toSorted());
  });

  test('are not those of the contract', () => {
    expect(uglyNames(['Iso8601'], new Set(['Iso8601']))).toEqual([]);
  });

  test('may become fewer, not more', () => {
    expect(uglyFaults(['A1'], undefined)).toEqual([]);
    expect(uglyFaults(['A1', 'B1'], ['A1', 'B2'])).toEqual([]);
    expect(uglyFaults([], ['A1'])).toEqual([]);
    expect(uglyFaults(['A1', 'B1'], ['A1'])).toEqual(['2 names are ugly, before 1: B1.']);
  });
});

describe('A target', () => {
  let trials = 0;
  const print = (words: readonly string[]): string =>
    words.map((word) => `console.log('ok ${word}');`).join('');

  /** Tries a target that "generates" this code, whose scenario prints these steps. */
  function attempt(more: Partial<Target>, code: string, printed: readonly string[], last?: string) {
    const run: Target['run'] = (context) =>
      context.run(process.execPath, ['--eval', print(printed)]);
    return attemptOf({ ...targetOf(code), run, ...more }, last);
  }

  const targetOf = (code: string): Omit<Target, 'name'> => ({
    generator: 'by hand 1.0.0',
    language: 'TypeScript',
    needs: [],
    generate: async ({ directory }) => writeFileSync(join(directory, 'client/api.ts'), code),
    check: async () => undefined,
  });

  function attemptOf(given: Omit<Target, 'name'>, last?: string) {
    const own = join(scratch, `target-${++trials}`);
    mkdirSync(own);
    if (last !== undefined) writeFileSync(join(own, 'ugly-names.txt'), last);
    const target = { ...given, name: `client-${trials}` };
    return tryTarget({ target, folder: own, scratch, api: 'http://127.0.0.1:9/api/v1' });
  }
  const code = 'export type Run = object;\n';

  test('is green if it compiles and does every step', async () => {
    const { faults, compiles, done, ugly } = await attempt({}, code, steps);

    expect({ faults, compiles, done, ugly }).toEqual({
      faults: [],
      compiles: true,
      done: steps,
      ugly: [],
    });
  });

  test('without a scenario is generated and compiled alone', async () => {
    const check = (): Promise<never> => Promise.reject(new Error('error TS2322'));
    const without = targetOf(code);

    expect(await attemptOf(without)).toMatchObject({ faults: [], compiles: true, done: undefined });
    expect((await attemptOf({ ...without, check })).faults).toEqual(['error TS2322']);
  });

  test('is red if its scenario leaves out a step', async () => {
    const { faults, done } = await attempt({}, code, steps.slice(0, -1));

    expect(faults).toEqual(['It does not do webhook_event.']);
    expect(done).toHaveLength(15);
  });

  test('is red if its scenario fails, whose steps until then count', async () => {
    const { faults, done } = await attempt(
      {
        run: (context) =>
          context.run(process.execPath, ['--eval', `${print(['log_in'])}process.exit(3)`]),
      },
      code,
      [],
    );

    expect(done).toEqual(['log_in']);
    expect(faults.at(-1)).toContain('ended with 3');
  });

  test('is red if it has more ugly names than the last time', async () => {
    const more = `${code}export interface RunInner {}\nexport const State2 = 1;\n`;

    expect((await attempt({}, more, steps, 'RunInner\nState2\n')).faults).toEqual([]);
    expect((await attempt({}, more, steps, 'RunInner\n')).faults).toEqual([
      '2 names are ugly, before 1: State2.',
    ]);
  });

  test('is red if it does not compile, unless it declares why', async () => {
    const check = (): Promise<never> => Promise.reject(new Error('error TS2322'));
    const cannot = { check: 'it is broken' };

    expect((await attempt({ check }, code, steps)).faults).toEqual(['error TS2322']);
    expect((await attempt({ check, cannot }, code, steps)).faults).toEqual([]);
    expect((await attempt({ cannot }, code, steps)).faults).toEqual([
      'It compiles, which it declares that it does not.',
    ]);
  });

  test('is red if it cannot be generated or generates nothing', async () => {
    const generate = (): Promise<never> => Promise.reject(new Error('Unsupported.'));

    expect((await attempt({ generate }, code, steps)).faults).toEqual(['Unsupported.']);
    expect((await attempt({}, '', steps)).faults).toEqual(['It declares no name.']);
  });

  test('gets the variables of the scenario', async () => {
    const names = ['API', 'EMAIL', 'PASSWORD', 'RECEIVER_PORT', 'CSV', 'CAMPAIGN'];
    const program = `${JSON.stringify(names)}.filter((name) => process.env[name]).map((name) => console.log('ok', name))`;
    const { faults } = await attempt(
      { run: (context) => context.run(process.execPath, ['--eval', program]) },
      code,
      [],
    );

    expect(faults).toEqual(
      expect.arrayContaining(names.map((name) => `There is no step ${name}.`)),
    );
  });

  test('is stopped if it takes too long', async () => {
    const late = run(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'], {
      timeoutMs: 50,
    });

    await expect(late).rejects.toThrow('was stopped after 0.05 s');
  });

  test('is stopped with what it started', async () => {
    const path = join(scratch, 'pid');
    const child = `require('node:fs').writeFileSync(${JSON.stringify(path)}, String(process.pid)); setInterval(() => {}, 1000)`;
    const program = `require('node:child_process').spawn(process.execPath, ['--eval', ${JSON.stringify(child)}]); setInterval(() => {}, 1000)`;
    const stopped = run(process.execPath, ['--eval', program], {});
    await expect.poll(() => existsSync(path) && readFileSync(path, 'utf8')).toMatch(/^\d+$/);
    const pid = Number(readFileSync(path, 'utf8'));
    expect(isRunning(pid)).toBe(true);

    stopAll();

    await expect(stopped).rejects.toThrow('ended with SIGKILL');
    await expect.poll(() => isRunning(pid)).toBe(false);
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('The proxy in front of the server', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.close();
      server.closeAllConnections();
    }
  });

  async function listen(server: Server): Promise<string> {
    servers.push(server.listen(0, '127.0.0.1'));
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  test('replaces the state of one campaign and nothing else', async () => {
    const campaign = '{"id":1,"state":"running","name":"É"}';
    const target = await listen(createServer((_, response) => response.end(campaign)));
    const proxy = await listen(createProxy(target));
    const get = async (path: string, method = 'GET') =>
      (await fetch(`${proxy}${path}`, { method })).text();

    const changed = campaign.replace('running', unknownState);
    expect(await get('/api/v1/campaign/1')).toBe(changed);
    expect(await get('/api/v1/campaign/2')).toBe(campaign);
    expect(await get('/api/v1/campaign/1', 'POST')).toBe(campaign);
  });
});

describe('The table', () => {
  const result: Result = {
    name: 'one',
    generator: 'maker 1.0.0',
    language: 'Go',
    document: 'openapi-go.json',
    compiles: true,
    without: [],
    limits: [],
    done: steps.slice(1),
    ugly: ['A1'],
    cannot: { log_in: 'no | door' },
    faults: [],
  };
  const text = read('README.md').replace(/(?<=\|---\|\n)[^]*?(?=<!-- end)/, '');

  test('has a row for each target, and a second run changes nothing', () => {
    const once = withTable(text, [result, { ...result, name: 'two' }], ['one', 'two']);

    expect(once).toContain(
      '\n| one | maker 1.0.0 | Go | `openapi-go.json` | yes | 15 of 16 | `log_in`: no \\| door | 1 |\n| two ',
    );
    expect(withTable(once, [result], ['one', 'two'])).toBe(once);
  });

  test('keeps the rows of targets that were not run, and drops those that are gone', () => {
    const before = withTable(text, [result, { ...result, name: 'two' }], ['one', 'two']);

    const after = withTable(before, [{ ...result, name: 'three' }], ['three', 'two']);
    expect([...after.matchAll(/^\| (\w+) \| maker/gm)].map(([, name]) => name)).toEqual([
      'three',
      'two',
    ]);
  });

  test('is committed with a row for each target, whose ugly names are listed', () => {
    for (const name of readdirSync(join(folder, 'targets'))) {
      const listed = read(`targets/${name}/ugly-names.txt`).split('\n').filter(Boolean);
      const row = read('README.md')
        .split('\n')
        .find((line) => line.startsWith(`| ${name} |`));

      expect(row, name).toMatch(new RegExp(`\\| ${listed.length} \\|$`));
    }
  });
});

test('Each generator from npm has an exact version', () => {
  const { dependencies } = JSON.parse(read('package.json')) as {
    dependencies: Record<string, string>;
  };

  expect(Object.values(dependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual(
    [],
  );
});
