import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { place } from '../../../src/telephony/calls/jobs.ts';
import { phaseOf } from '../../../src/workflows/runs/rules.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { ended, givenCallable } from '../../telephony/calls/given.ts';
import { withCarriers } from '../../telephony/calls/with-carriers.ts';
import { givenRun, givenWorkflow } from '../given.ts';

const server = ownServer();
const at = '2026-01-05T10:00:00.000Z';

describe('The phase of a run', () => {
  test.each([
    ['initialized', null, false, 'queued'],
    ['initialized', null, true, 'dialing'],
    ['running', null, false, 'ringing'],
    ['running', at, false, 'talking'],
    ['completed', at, false, 'ended'],
    ['completed', null, false, 'ended'],
  ] as const)('of %s, begun %s, dialing %s is %s', (state, started_at, is_dialing, phase) => {
    const known = { state, started_at, is_dialing };
    expect(phaseOf({ ...known, transfer_state: null })).toBe(phase);
  });

  test.each(['transferring', 'transferred'] as const)(
    'is what transfers have made of an answered call, %s',
    (transfer_state) => {
      const known = { is_dialing: false, transfer_state };
      expect(phaseOf({ ...known, state: 'running', started_at: at })).toBe(transfer_state);
      expect(phaseOf({ ...known, state: 'completed', started_at: at })).toBe('ended');
    },
  );
});

/** The phase as each place shows it. */
async function phasesOf(member: Member, id: number): Promise<ReadonlySet<string>> {
  const [run, session, list, file] = await Promise.all([
    member.get(`/api/v1/runs/${id}`),
    member.get(`/api/v1/runs/${id}/session`),
    member.get('/api/v1/runs'),
    member.get('/api/v1/runs/export?format=csv'),
  ]);
  const [row]: Record<string, string>[] = parse(file.text, { columns: true });
  return new Set([run.body.phase, session.body.phase, list.body.items[0].phase, row?.phase]);
}

test('getRun and the lists show that a call is queued, dialed, rings, talks and has ended', async () => {
  const member = await newOrganization({ server });
  const { workflow_id } = await givenCallable(member);
  const { body } = await member.post('/api/v1/telephony/initiate-call', {
    workflow_id,
    to_number: '+12025550123',
  });
  expect(body).toMatchObject({ state: 'initialized', phase: 'queued' });
  expect(await phasesOf(member, body.id)).toEqual(new Set(['queued']));

  const requested = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const { simulated } = server.app.calls.carriers;
  const app = withCarriers(server, {
    simulated: {
      ...simulated,
      async place() {
        requested.resolve();
        await answer.promise;
        return { kind: 'accepted', carrier_call_id: 'held' };
      },
    },
  });
  const placed = place(app, body.id);
  await requested.promise;
  expect(await phasesOf(member, body.id)).toEqual(new Set(['dialing']));

  answer.resolve();
  await placed;
  expect(await phasesOf(member, body.id)).toEqual(new Set(['ringing']));

  const report = { run_id: body.id, organization_id: member.organization_id, at: app.now() };
  await app.calls.report({ ...report, event: 'answered' });
  expect(await phasesOf(member, body.id)).toEqual(new Set(['talking']));

  await app.calls.report({ ...report, event: 'completed' });
  await ended(member, body);
  expect(await phasesOf(member, body.id)).toEqual(new Set(['ended']));
});

test('createTestRun makes a run that is queued until its first turn', async () => {
  const member = await newOrganization({ server });
  const workflow = await givenWorkflow(member, { versions: ['published'] });
  const id = await givenRun(member, workflow, { mode: 'test' });
  expect(await phasesOf(member, id)).toEqual(new Set(['queued']));

  const turn = { role: 'agent', text: 'Good morning.', at, index: 0 };
  await member.post(`/api/v1/runs/${id}/result`, { append: true, transcript: [turn] });
  expect(await phasesOf(member, id)).toEqual(new Set(['talking']));

  await member.post(`/api/v1/runs/${id}/result`, { analysis: {} });
  expect(await phasesOf(member, id)).toEqual(new Set(['ended']));
});
