import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startMockProcess } from '../support/mock.ts';

const root = new URL('../..', import.meta.url).pathname;
const page = readFileSync(`${root}openapi/mock.md`, 'utf8');

test('openapi/mock.md shows commands that give the data of a screen, and errors, pages and files', async () => {
  const [start, ...blocks] = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(
    ([, each = '']) => each,
  );
  const mock = await startMockProcess();
  const port = Number(new URL(mock.url).port);
  const second = spawnSync(process.execPath, ['scripts/mock.ts'], {
    cwd: root,
    env: { ...process.env, PORT: String(port) },
  });
  const shell = spawn('bash', ['-e', '-o', 'pipefail'], { env: { PATH: process.env['PATH'] } });
  let output = '';
  for (const stream of [shell.stdout, shell.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));

  shell.stdin.end(blocks.join('').replaceAll('http://127.0.0.1:4010', mock.url));

  expect(start).toBe('make mock\n');
  // The first one has the port that PORT named: any free one.
  expect(port).not.toBe(4010);
  expect([second.status, second.stderr.toString()]).toEqual([
    1,
    `Port ${port} is in use by another program. Start on another port: PORT=${port + 1} make mock\n`,
  ]);
  expect([(await once(shell, 'close'))[0], output]).toEqual([0, expect.anything()]);
  const statuses = [...output.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => Number(status));
  expect(statuses).toEqual([200, 422, 404, 409]);
  expect(output).toContain('"state":"completed"');
  expect(output).toMatch(/event: progress\ndata: .*\n\nid: 2\nevent: complete\n/);
  expect(output).toMatch(/\nrun_id,row_number,/);
  expect(output).toContain('"loc":["body","nam"]');
  expect(output).toContain('"code":"campaign_not_startable"');
  expect(output).toContain('"id":101');
  expect(output).toMatch(/}16044\n$/);
  await mock.close();
});
