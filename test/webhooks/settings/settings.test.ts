import { describe, expect, test } from 'vitest';
import { composeDue } from '../../../src/webhooks/events/compose.ts';
import { together } from '../../support/together.ts';
import { newOrganization, type Member } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { givenCallable } from '../../telephony/calls/given.ts';
import { givenEndpoint } from '../given.ts';

const server = ownServer();

const path = '/api/v1/organizations/event-settings';
const progress = ['call_queued', 'call_ringing', 'call_answered'];
const nowhere = 'http://127.0.0.1:9/';
/** Accepted, and never reported by itself. */
const silent = '+12025550197';

const set = (member: Member, ...recorded_events: string[]) => member.put(path, { recorded_events });

/** What a call's carrier reports until it is answered. */
async function call(member: Member, workflow_id: number): Promise<number> {
  const body = { workflow_id, to_number: silent };
  const { id: run_id } = (await member.post('/api/v1/telephony/initiate-call', body)).body;
  const { organization_id } = member;
  for (const event of ['accepted', 'ringing', 'answered'] as const)
    await server.app.calls.report({ organization_id, run_id, at: server.app.now(), event });
  return run_id;
}

/** The events of a run as `listEvents` shows them, oldest first. */
async function listed(member: Member, run_id: number): Promise<string[]> {
  while ((await composeDue(server.app)) > 0);
  const { items } = (await member.get(`/api/v1/events?run_id=${run_id}`)).body;
  return items.map(({ type }: { type: string }) => type).toReversed();
}

const chosen = async ({ organization_id }: Member): Promise<string[]> => {
  const row = await server.app.db
    .selectFrom('event_choices')
    .select('chosen')
    .where('organization_id', '=', organization_id)
    .executeTakeFirstOrThrow();
  return row.chosen;
};

const disable = ({ path }: { path: string }, member: Member) => member.post(`${path}/disable`);

describe('getEventSettings', () => {
  test('shows no event before they are set', async () => {
    const member = await newOrganization({ server });

    const { status, body } = await member.get(path);

    expect([status, body]).toEqual([200, { recorded_events: [], updated_at: null }]);
  });
});

describe('updateEventSettings', () => {
  test('replaces the events, in their order, for this organization alone, and records a change', async () => {
    const member = await newOrganization({ server });
    const other = await newOrganization({ server });

    const answer = await set(member, 'call_answered', 'call_queued');
    const again = await set(member, 'call_queued', 'call_answered');
    const shown = await member.get(path);

    const settings = {
      recorded_events: ['call_queued', 'call_answered'],
      updated_at: expect.any(String),
    };
    expect([answer.status, answer.body]).toEqual([200, settings]);
    expect([again.body, shown.body]).toEqual([answer.body, answer.body]);
    expect((await other.get(path)).body.recorded_events).toEqual([]);
    const { items } = (await member.get('/api/v1/audit-events')).body;
    expect(items).toMatchObject([
      {
        action: 'event_settings.updated',
        subject_type: 'event_settings',
        subject_id: String(member.organization_id),
        before: { recorded_events: [] },
        after: { recorded_events: settings.recorded_events },
      },
    ]);
  });

  test.each([
    ['an event that is always recorded', ['call_ended']],
    ['an event twice', ['call_queued', 'call_queued']],
    ['something else', 'call_queued'],
  ])('refuses %s', async (_, recorded_events) => {
    const member = await newOrganization({ server });

    const { status, body } = await member.put(path, { recorded_events });

    expect([status, body.detail[0].loc.slice(0, 2)]).toEqual([422, ['body', 'recorded_events']]);
  });

  test('has the events listed without an endpoint, until they are removed', async () => {
    const member = await newOrganization({ server });
    const { workflow_id } = await givenCallable(member);

    const before = await call(member, workflow_id);
    await set(member, ...progress);
    const all = await call(member, workflow_id);
    await set(member, 'call_answered');
    const one = await call(member, workflow_id);
    await set(member);
    const none = await call(member, workflow_id);

    expect(await listed(member, before)).toEqual([]);
    expect(await listed(member, all)).toEqual(progress);
    expect(await listed(member, one)).toEqual(['call_answered']);
    expect(await listed(member, none)).toEqual([]);
  });

  test('sends them to no endpoint that has not chosen them', async () => {
    const member = await newOrganization({ server });
    const { workflow_id } = await givenCallable(member);
    await givenEndpoint(member, nowhere);
    await set(member, ...progress);

    const run_id = await call(member, workflow_id);

    expect(await listed(member, run_id)).toEqual(progress);
    const { items } = (await member.get('/api/v1/webhooks/deliveries')).body;
    expect(items).toEqual([]);
  });

  test('adds to what enabled endpoints have chosen, and takes nothing from it', async () => {
    const member = await newOrganization({ server });
    const [queued, ringing] = [
      await givenEndpoint(member, nowhere, { events: ['call_queued', 'call_ended'] }),
      await givenEndpoint(member, nowhere, { events: ['call_ringing', 'call_answered'] }),
    ];
    await set(member, 'call_answered');

    const all = await chosen(member);
    await disable(queued, member);
    const disabled = await chosen(member);
    await member.delete(ringing.path);
    const deleted = await chosen(member);
    await member.post(`${queued.path}/enable`);
    await set(member);
    const theirs = await chosen(member);

    expect(all.toSorted()).toEqual(progress.toSorted());
    expect(disabled).toEqual(['call_answered', 'call_ringing']);
    expect(deleted).toEqual(['call_answered']);
    expect(theirs).toEqual(['call_queued']);
  });

  test('and endpoints that are deleted and disabled at the same time leave the right choice', async () => {
    const member = await newOrganization({ server });
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [
        await givenEndpoint(member, nowhere, { events: ['call_queued'] }),
        await givenEndpoint(member, nowhere, { events: ['call_ringing'] }),
      ];
      await set(member);

      const answers = await together(server, [
        () => member.delete(one.path),
        () => set(member, 'call_answered'),
        () => disable(two, member),
      ]);

      expect(answers.map(({ status }) => status)).toEqual([204, 200, 200]);
      expect(await chosen(member)).toEqual(['call_answered']);
    }
  });
});
