import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedDemo } from '../../src/demo/seed.ts';
import { freePort } from '../../scripts/postgres/cluster.ts';
import { inOrder, readGuides } from '../../scripts/reference/guides.ts';
import { atPresent } from '../../src/http/example-times.ts';
import { startServer, type TestServer } from '../support/server.ts';

const patience = 120_000;
let demo: TestServer;
/** A reader runs the commands beside the server's data, which is in `.data` if nothing else is configured. */
const directory = mkdtempSync(join(tmpdir(), 'voice-agent-guides-'));

beforeAll(async () => {
  demo = await startServer({ role: 'all', demo: true, webhookAllowPrivate: true });
  await seedDemo(demo.app);
  symlinkSync(demo.app.config.dataDir, join(directory, '.data'));
}, patience);
afterAll(async () => {
  rmSync(directory, { recursive: true });
  await demo.close();
});

/** An address at which nothing is served yet. */
const freeUrl = async (): Promise<string> => `http://127.0.0.1:${await freePort()}`;

/** Between what the blocks of a guide print. */
const separator = '\u001f';

/** What each guide's commands print, in order. */
const printed: Record<string, RegExp> = {
  'first-call': /^1\n\{\n  is_accepted: true,.*\}\n\{.* outcome: 'completed',.*\}\n$/s,
  campaigns:
    /callable_now: 2,.*\nrunning\n.*event: .*\nrun_id,row_number,.*\n\d+,1,\+12025550185,1,completed,completed\n/s,
  contacts:
    /^\{\n  added_count: 1,.*index: 1,.*row: 2,.*\{ added_count: 1, total_rows: 3 \}.*\n\+13125550145\n$/s,
  'contact-files': /^$/,
  'who-may-be-called': /^\{ created_count: 2, existing_count: 0 \}\n$/,
  runtimes:
    /^run_code_ended\nunauthorized\ntest\nrunning\ncompleted\npending\nid: 1\nevent: instruction\ndata: {.*}\n\ntaken\n$/,
  results: /^1\n1\ntranscript_turn_differs\n1\nxxxx#\n$/,
  'voice-agents': /^(200 audio\/basic|409 application\/problem\+json; charset=utf-8)\n$/,
  'simulated-calls': /^ws:\/\/127.0.0.1:8788\/stream\nws:\/\/127.0.0.1:8788\/relay\n$/,
  'text-conversations': /^start\nconfirm\ntrue\n$/,
  transfers:
    /^reception,mobile,pharmacy,practice,renewals\nbridged\ntransferred\nbridged\nPolicy renewal\n$/,
  'transfer-rules': /^$/,
  carriers: /^$/,
  tools:
    /^true\nshipped\nown_list_workflows\nlistWorkflows\nfind_appointments,submit_result\n2026-06-15\ntrue\n$/,
  'tool-calls': /^$/,
  'mcp-servers': /^$/,
  'tool-approvals': /^120\nwaiting_for_approval\n1\nfailed\napproval_declined\n$/,
  'approvals-for-agents': /^no_matching_policy\naccepted\nactive\ninitialized\nexhausted\n1\n$/,
  'approval-policies': /^$/,
  agents: /^read\n1\ninsufficient_scope\n$/,
  webhooks: /is_delivered: false,.*\}\n(?:\n|(?:\w+ \w+\n)+)(?:\d+ \w+\n){2}$/s,
  streams: /^id: \d+\nevent: \w+\ndata: \{"id":"msg_/m,
  people: /^pending\nviewer\nrole_required owner,admin,operator\n200\n401\n$/,
  recordings: /^$/,
  privacy: /^1\n\{"kind":"end","value":\{\}\}\n1 consent erased\ntrue\nnull\n$/,
  errors:
    /code: 'not_found',.*\nbody\.to_number: .*\nbody\.workflow_id: .*Idempotent-Replayed: true.*\n304\n2\n$/s,
  limits: /^$/,
  quotas: /^$/,
  versioning: /^\d+\.\d+\.\d+(?:-dev)?\nThis operation stays\.\n304\n$/,
  erasures: /^$/,
  conventions: /^$/,
  'model-migrations': /^$/,
  additions: /^$/,
};

async function run(commands: string) {
  const shell = spawn('bash', ['-eu', '-o', 'pipefail', '-c', commands], {
    cwd: directory,
    env: { ...process.env, API: `${demo.url}/api/v1`, ORDERS: await freeUrl() },
  });
  const [output, errors] = await Promise.all([text(shell.stdout), text(shell.stderr)]);
  if (shell.exitCode === null) await once(shell, 'exit');
  return { code: shell.exitCode, output, errors };
}

test.each(readGuides())(
  'The commands of the guide "$name" work, one after another',
  { timeout: patience },
  async ({ name, text: guide }) => {
    const blocks = [...atPresent(guide).matchAll(/^```sh\n(.*?)^```$/gms)].map(
      ([, block = '']) => block,
    );
    const {
      code,
      output: all,
      errors,
    } = await run(blocks.map((block) => `${block}\nprintf '%s' '${separator}'`).join('\n'));
    const outputs = all.split(separator);
    const output = outputs.join('');

    expect([code, output], errors).toEqual([0, expect.stringMatching(printed[name] ?? /^$/)]);
  },
);

test('The first request of the reference prints what stands below it', async () => {
  const [commands = '', response = ''] = [
    ...(await (await fetch(`${demo.url}/llms.txt`)).text()).matchAll(/^```\w+\n(.*?)^```$/gms),
  ].map(([, block = '']) => block);

  const { output, code } = await run(commands);

  expect(code).toBe(0);
  expect(output.replace(/id: \d+/, 'id: 0')).toBe(response.replace(/id: \d+/, 'id: 0'));
});

test.each([
  ['in no group', [{ name: 'A', guides: ['limits'], tags: [] }], 'errors'],
  [
    'in two groups',
    [
      { name: 'A', guides: ['limits', 'errors'], tags: [] },
      { name: 'B', guides: ['limits'], tags: [] },
    ],
    'limits',
  ],
  ['that does not exist', [{ name: 'A', guides: ['limits', 'errors', 'no'], tags: [] }], 'no'],
])('A guide %s is an error that names it', (_, groups, name) => {
  const guides = ['limits', 'errors'].map((each) => ({ name: each, title: '', text: '' }));

  expect(() => inOrder(guides, groups)).toThrow(`wrong: ${name}.`);
});

test('All guides are there, each within two screens', () => {
  expect(readGuides().map(({ name }) => name)).toEqual(Object.keys(printed).toSorted());
  for (const { text: guide } of readGuides()) expect(guide.split('\n').length).toBeLessThan(110);
});

test('The guide "voice-agents" shows the bot of the package for pipecat unchanged', () => {
  const bot = readFileSync(
    new URL('../../scripts/runtimes/pipecat/bot.py', import.meta.url),
    'utf8',
  );

  expect(readGuides().find(({ name }) => name === 'voice-agents')?.text).toContain(
    `\`\`\`py\n${bot}\`\`\``,
  );
});
