import { describe, expect, test } from 'vitest';
import type { Application } from '../../../src/app.ts';
import { later } from '../../../src/timestamp.ts';
import { closeUnplaced, place, placeDue } from '../../../src/telephony/calls/jobs.ts';
import type { Carrier } from '../../../src/telephony/carriers/carrier.ts';
import { createTwilio } from '../../../src/telephony/carriers/twilio.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { carrierApi, json, losses, soon } from '../carriers/given.ts';
import { givenConfiguration, givenNumber, twilio } from '../given.ts';
import {
  placementsOf,
  callBack,
  callbackPath,
  type CallingMember,
  ended,
  eventsOf,
  givenCallable,
  stateOf,
} from './given.ts';
import { withCarriers } from './with-carriers.ts';

const server = ownServer();

const completesAt = '+12025550123';
const neverCallsBack = '+12025550197';

interface Placed extends CallingMember {
  readonly member: Member;
  readonly run: { readonly id: number; readonly workflow_id: number };
}

/** An accepted call that was not sent to a carrier yet. */
async function givenAccepted(to_number = completesAt): Promise<Placed> {
  const member = await newOrganization({ server });
  const callable = await givenCallable(member);
  const { body } = await member.post('/api/v1/telephony/initiate-call', {
    workflow_id: callable.workflow_id,
    to_number,
  });
  return { member, run: body, ...callable };
}

const pair = ['call_ended', 'call_analyzed'];
const eventNames = async (member: Member, id: number): Promise<string[]> =>
  (await eventsOf(member, id)).map(({ event }) => event);

describe('Placing a call', () => {
  test('calls the carrier once, however often and concurrently the job runs', async () => {
    const { member, run, configuration_id } = await givenAccepted();

    await Promise.all([1, 2, 3, 4, 5].map(() => place(server.app, run.id)));
    const end = await ended(member, run);
    await place(server.app, run.id);

    expect(end.outcome).toBe('completed');
    expect(await placementsOf(member, configuration_id)).toHaveLength(1);
  });

  test('sends the carrier the number, the caller and the callback URL', async () => {
    const { member, run, configuration_id } = await givenAccepted();

    await place(server.app, run.id);

    expect(await placementsOf(member, configuration_id)).toEqual([
      expect.objectContaining({
        run_id: run.id,
        to_number: completesAt,
        from_number: null,
        callback_url: server.url + callbackPath('simulated', configuration_id, run.id),
      }),
    ]);
    await ended(member, run);
  });
});

describe('A call whose carrier does not respond', () => {
  async function givenTwilioCall(): Promise<Placed> {
    const placed = await givenAccepted();
    const { member, workflow_id } = placed;
    const id = await givenConfiguration(member, { provider: 'twilio', credentials: twilio });
    await givenNumber(member, id, { is_default_caller: true });
    const { body } = await member.post('/api/v1/telephony/initiate-call', {
      workflow_id,
      to_number: completesAt,
      telephony_configuration_id: id,
    });
    return { ...placed, run: body, configuration_id: id };
  }

  /** The carrier, with requests whose time limits are short. */
  const impatient = (carrier: Carrier): Carrier => ({
    ...carrier,
    place: (credentials, request) => carrier.place(credentials, { ...request, ...soon }),
    status: (credentials, query) => carrier.status(credentials, { ...query, ...soon }),
  });

  /** Asks the carriers until they have been silent for long enough. */
  async function askUntilSilent(app: Application): Promise<void> {
    for (let asked = 0; asked < 4; asked++) {
      server.setNow(later(server.app.now(), 60_000));
      await app.calls.checkStatuses();
    }
  }

  const lost = losses.filter(([how]) => ['resets the connection', 'never answers'].includes(how));
  test.each(lost)('is unknown and never placed again: it %s', async (_, answer) => {
    const { member, run } = await givenTwilioCall();
    const api = await carrierApi(answer);
    const app = withCarriers(server, { twilio: impatient(createTwilio(api)) });

    await place(app, run.id);
    const open = await stateOf(member, run.id);
    await Promise.all([place(app, run.id), place(app, run.id)]);
    await askUntilSilent(app);
    const end = await stateOf(member, run.id);
    server.setNow(later(server.app.now(), 86_400_000));
    await Promise.all([placeDue(app), closeUnplaced(app), app.calls.checkStatuses()]);

    expect(open).toMatchObject({ state: 'initialized', outcome: null });
    expect(end).toMatchObject({ state: 'completed', outcome: 'unknown', failure: 'timed_out' });
    expect(await stateOf(member, run.id)).toEqual(end);
    expect(api.received.filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect(await eventNames(member, run.id)).toEqual(pair);
  });

  test('is placed again when placing it threw and the carrier never heard of it', async () => {
    const { member, run, configuration_id } = await givenAccepted();
    const broken = {
      ...server.app.calls.carriers.simulated,
      place: () => Promise.reject(new Error()),
    };
    const app = withCarriers(server, { simulated: broken });

    await place(app, run.id);
    await askUntilSilent(app);
    const open = await stateOf(member, run.id);
    await place(server.app, run.id);

    expect(open).toMatchObject({ state: 'initialized', outcome: null });
    expect((await ended(member, run)).outcome).toBe('completed');
    expect(await placementsOf(member, configuration_id)).toHaveLength(1);
  });

  test('has failed when the carrier refused it', async () => {
    const { member, run } = await givenTwilioCall();
    const api = await carrierApi(json(400, { code: 21_211, message: 'no', status: 400 }));

    await place(withCarriers(server, { twilio: createTwilio(api) }), run.id);

    expect(await stateOf(member, run.id)).toMatchObject({ outcome: 'failed', failure: 'refused' });
    expect(await eventNames(member, run.id)).toEqual(pair);
  });

  test('has failed when the carrier was unreachable six times, with growing pauses', async () => {
    const { member, run } = await givenTwilioCall();
    const api = await carrierApi(json(201, {}));
    await api.close();
    const app = withCarriers(server, { twilio: createTwilio(api) });

    await place(app, run.id);
    for (let deferrals = 0; deferrals < 5; deferrals++) {
      expect(await stateOf(member, run.id)).toMatchObject({ state: 'initialized' });
      server.setNow(later(server.app.now(), 160_000));
      await place(app, run.id);
    }

    expect(await stateOf(member, run.id)).toMatchObject({
      outcome: 'failed',
      failure: 'connection_error',
    });
  });

  test('has failed when its credentials cannot be decrypted, which is logged', async () => {
    const { member, run, configuration_id } = await givenAccepted();
    await server.app.db
      .updateTable('telephony_configurations')
      .set({ credentials_encrypted: Buffer.from('nonsense') })
      .where('id', '=', configuration_id)
      .execute();

    await place(server.app, run.id);

    expect(await stateOf(member, run.id)).toMatchObject({ outcome: 'failed', failure: 'refused' });
    expect(await placementsOf(member, configuration_id)).toEqual([]);
    expect(server.logged).toContainEqual(
      expect.objectContaining({
        msg: 'the credentials of a call cannot be read',
        run_id: run.id,
      }),
    );
  });
});

describe('A call whose end is never reported', () => {
  test.each([
    [{}, 1_860_000],
    [{ max_call_duration_seconds: 30 }, 90_000],
  ])('of a workflow with %j is closed as unknown after %i ms', async (configurations, ms) => {
    const member = await newOrganization({ server });
    const { workflow_id, configuration_id } = await givenCallable(member);
    await server.app.db
      .updateTable('workflows')
      .set({ workflow_configurations: JSON.stringify(configurations) })
      .where('id', '=', workflow_id)
      .execute();
    const begin = '2026-05-01T10:00:00.000Z';
    server.setNow(begin);
    const { body } = await member.post('/api/v1/telephony/initiate-call', {
      workflow_id,
      to_number: neverCallsBack,
    });
    await place(server.app, body.id);

    server.setNow(later(begin, ms - 1));
    await server.app.calls.checkStatuses();
    const before = await stateOf(member, body.id);
    server.setNow(later(begin, ms));
    await Promise.all([server.app.calls.checkStatuses(), server.app.calls.checkStatuses()]);
    const after = await stateOf(member, body.id);

    expect(before).toMatchObject({ state: 'running', outcome: null });
    expect(after).toMatchObject({
      state: 'completed',
      outcome: 'unknown',
      failure: 'no_callback',
      ended_at: later(begin, ms),
    });
    expect(await eventNames(member, body.id)).toEqual(pair);
    const path = callbackPath('simulated', configuration_id, body.id);
    const late = { call_id: after.carrier_call_id, status: 'completed' };
    expect((await callBack(member, path, late)).status).toBe(204);
    expect(await stateOf(member, body.id)).toEqual(after);
  });

  test('is never placed once its time is over', async () => {
    const { member, run, configuration_id } = await givenAccepted();
    server.setNow(later(server.app.now(), 86_400_000));

    await closeUnplaced(server.app);
    await Promise.all([place(server.app, run.id), placeDue(server.app)]);

    expect(await stateOf(member, run.id)).toMatchObject({
      outcome: 'canceled',
      failure: 'too_late',
    });
    expect(await placementsOf(member, configuration_id)).toEqual([]);
  });

  test('frees its slot', async () => {
    const member = await newOrganization({ server });
    const { workflow_id } = await givenCallable(member, { limit: 1 });
    const again = () =>
      member.post('/api/v1/telephony/initiate-call', { workflow_id, to_number: neverCallsBack });
    await again();

    const full = await again();
    server.setNow(later(server.app.now(), 1_900_000));
    await closeUnplaced(server.app);
    const free = await again();

    expect([full.status, free.status]).toEqual([429, 202]);
  });
});
