import { describe, expect, test } from 'vitest';
import { accessOf } from '../../src/auth/run-codes.ts';
import { createSecrets } from '../../src/db/secrets.ts';
import { later } from '../../src/timestamp.ts';
import { newOrganization } from '../support/organizations.ts';
import { ownServer } from '../support/own-server.ts';
import { givenRun, givenWorkflow } from '../workflows/given.ts';

const server = ownServer();
const path = '/api/v1/run-codes/exchange';

async function given(run: Parameters<typeof givenRun>[2] = {}) {
  server.setNow('2027-02-03T12:00:00.000Z');
  const member = await newOrganization({ server });
  const { organization_id } = member;
  const run_id = await givenRun(member, await givenWorkflow(member), {
    mode: 'ad_hoc',
    to_number: '+12025550123',
    ...run,
  });
  const access = (seconds = 0, handoff_id: number | null = null) =>
    accessOf(
      server.app.secrets,
      { organization_id, run_id, handoff_id },
      later(server.app.now(), seconds * 1000),
    );
  const exchange = async (run_code: string) => {
    const { status, body } = await server.send('POST', path, { body: { run_code } });
    return status === 200 ? body : body.code;
  };
  return { member, run_id, access, exchange };
}

const ago = (seconds: number) => later('2027-02-03T12:00:00.000Z', -seconds * 1000);
const ended = { state: 'completed', outcome: 'completed', ended_at: ago(1) } as const;
const running = (seconds: number) => ({ state: 'running', started_at: ago(seconds) }) as const;

describe('The code of a run', () => {
  test('is exchanged once for the token, which reads the session', async () => {
    const { run_id, access, exchange } = await given();
    const { run_code, run_token } = access();

    const all = await Promise.all([exchange(run_code), exchange(run_code), exchange(run_code)]);

    expect(all.filter((each) => each === 'run_code_ended')).toHaveLength(2);
    expect(all).toContainEqual({ run_id, run_token });
    const session = await server.send('GET', `/api/v1/runs/${run_id}/session`, { key: run_token });
    expect(session.status).toBe(200);
  });

  test.each([
    ['made just now', 0, {}, true],
    ['made long ago for a call that still rings', -300, {}, true],
    ['made long ago for a call that was answered just now', -300, running(29), true],
    ['made just now for a call that was answered long ago', -29, running(300), true],
    ['made long ago for a call that was answered long ago', -31, running(31), false],
    ['of a call that has ended', 0, ended, false],
    ['of a run whose tokens are revoked', 0, { token_revoked_at: ago(1) }, false],
  ])('%s is good or not', async (_, seconds, run, isGood) => {
    const { run_id, access, exchange } = await given(run);
    const { run_code, run_token } = access(seconds);

    expect(await exchange(run_code)).toEqual(isGood ? { run_id, run_token } : 'run_code_ended');
  });

  test('ends with the exchange of a later one', async () => {
    const { access, exchange } = await given();
    const [earlier, later] = [access(-1).run_code, access().run_code];

    expect(await exchange(later)).toHaveProperty('run_token');
    expect(await exchange(earlier)).toBe('run_code_ended');
  });

  test.each([
    ['another run', (code: string) => code.replace(/_\d+_0_/, '_1_0_')],
    ['another organization', (code: string) => code.replace(/code_\d+_/, 'code_1_')],
    ['another handoff', (code: string) => code.replace(/_0_(\d{13})/, '_7_$1')],
    ['another time', (code: string) => code.replace(/_0_\d{13}/, '_0_1999999999999')],
    ['nothing', () => 'vap_code_'],
    ['a token', () => ''],
  ])('of %s is of nobody', async (_, changed) => {
    const { access, exchange } = await given();
    const { run_code, run_token } = access();

    expect(await exchange(changed(run_code) || run_token)).toBe('run_code_ended');
    expect(await exchange(run_code)).toHaveProperty('run_token');
  });

  test('that another key signed is of nobody', async () => {
    const { member, run_id, exchange } = await given();
    const run = { organization_id: member.organization_id, run_id };
    const secrets = createSecrets([Buffer.alloc(32, 7)]);

    expect(await exchange(accessOf(secrets, run, server.app.now()).run_code)).toBe(
      'run_code_ended',
    );
  });

  test('is no credential', async () => {
    const { run_id, access } = await given();
    const { run_code: key } = access();

    expect((await server.send('GET', `/api/v1/runs/${run_id}/session`, { key })).status).toBe(401);
  });
});
