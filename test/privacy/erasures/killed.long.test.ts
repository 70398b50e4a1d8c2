import { expect, onTestFinished, test } from 'vitest';
import { demoUser } from '../../../src/demo/accounts.ts';
import { demoDirectory } from '../../support/demo-directory.ts';
import { type ServerProcess, spawnServer } from '../../support/process.ts';
import { until } from '../../telephony/calls/given.ts';
import { erasuresPath } from '../given.ts';

const rows = 1000;
const mentions = (place: number) => `+1202556${String(place).padStart(4, '0')},call 202-555-7744\n`;

test('createErasure goes on where it was when its process is killed', async () => {
  const env = { DEMO: '1', DATA_DIR: await demoDirectory() };
  const processes: ServerProcess[] = [];
  onTestFinished(async () => {
    for (const each of processes) await each.kill('SIGKILL');
  });
  let token = '';
  const start = async (): Promise<void> => {
    processes.push(await spawnServer(env));
    token = (await send('POST', '/api/v1/auth/login', JSON.stringify(demoUser))).access_token;
  };
  const send = async (method: string, path: string, body?: string, type = 'application/json') => {
    const url = `${processes.at(-1)?.url}${path}`;
    const headers = {
      ...(token !== '' && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': type }),
    };
    const answer = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
    // oxlint-disable-next-line typescript/no-explicit-any -- answers of several shapes.
    return (await answer.json()) as any;
  };
  await start();
  const text = Array.from({ length: rows }, (_, place) => mentions(place)).join('');
  const csv = `phone_number,note\n${text}+12025557744,it is her own\n`;
  const { id: source_id } = await send('POST', '/api/v1/campaign-sources', csv, 'text/csv');
  const asked = JSON.stringify({ phone_number: '+12025557744' });
  const { id } = await send('POST', erasuresPath, asked);
  const show = () => send('GET', `${erasuresPath}/${id}`);

  const killed = await until(show, ({ counts }) => counts.other_texts > 0);
  await processes[0]?.kill('SIGKILL');
  token = '';
  await start();
  const receipt = await until(show, ({ status }) => status === 'completed', 60_000);

  expect(killed.status).toBe('in_progress');
  expect(receipt.counts).toMatchObject({ source_rows: 1, other_texts: rows });
  const url = `${processes.at(-1)?.url}/api/v1/campaign-sources/${source_id}`;
  const headers = { authorization: `Bearer ${token}` };
  const file = await (await fetch(`${url}/file`, { headers })).text();
  expect(file.match(/\[erased\]/g)).toHaveLength(rows);
  expect(file).not.toMatch(/7744|her own/);
}, 180_000);
