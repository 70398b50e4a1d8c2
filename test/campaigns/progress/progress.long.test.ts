import { beforeAll, expect, test } from 'vitest';
import { eventsIn, type StreamedEvent } from '../../support/events.ts';
import { newOrganization, type Member } from '../../support/organizations.ts';
import { sharedServer, type TestServer } from '../../support/server.ts';
import { until } from '../../telephony/calls/given.ts';
import {
  accepted,
  contactsOf,
  dialAll,
  dialNow,
  endCall,
  endless,
  givenCallableCampaign,
  type CallableCampaign,
} from '../lifecycle/given.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});

const nobody = { pending: 0, waiting: 0, dialing: 0, done: 0, skipped: 0 };
const noOutcome = {
  completed: 0,
  busy: 0,
  no_answer: 0,
  voicemail: 0,
  failed: 0,
  canceled: 0,
  unknown: 0,
};

const progressOf = async (member: Member, { path }: CallableCampaign) =>
  (await member.get(`${path}/progress`)).body;

test('Progress counts contacts by state and outcome at any time', async () => {
  const member = await newOrganization({ server });
  const campaign = await givenCallableCampaign(member, {
    digits: [endless, endless, endless, endless, endless],
    limit: 4,
    retry_config: { max_retries: 1, retry_delay_seconds: 3600 },
  });

  const created = await progressOf(member, campaign);
  await member.post(`${campaign.path}/start`);
  const started = await progressOf(member, campaign);
  await dialNow(member);
  const [first, second, third] = await accepted(member, campaign);
  const dialing = await progressOf(member, campaign);
  await endCall(member, first, 'completed');
  await endCall(member, second, 'busy');
  await endCall(member, third, 'failed');
  const ended = await progressOf(member, campaign);
  await member.post(`${campaign.path}/cancel`);
  const canceled = await progressOf(member, campaign);

  const common = { campaign_id: campaign.id, total_rows: 5, at: expect.any(String) };
  expect(created).toEqual({
    ...common,
    state: 'created',
    contacts: nobody,
    outcomes: noOutcome,
    calls_in_progress: 0,
    executed_count: 0,
  });
  expect(started).toMatchObject({ state: 'running', contacts: { ...nobody, pending: 5 } });
  expect(dialing).toMatchObject({
    contacts: { ...nobody, pending: 1, dialing: 4 },
    calls_in_progress: 4,
    executed_count: 4,
  });
  expect(ended).toMatchObject({
    contacts: { ...nobody, pending: 1, waiting: 1, dialing: 1, done: 2 },
    outcomes: { ...noOutcome, completed: 1, failed: 1 },
    calls_in_progress: 1,
  });
  expect(canceled).toMatchObject({
    state: 'canceled',
    contacts: { ...nobody, dialing: 1, done: 2, skipped: 2 },
    calls_in_progress: 1,
    executed_count: 4,
  });
});

test('Progress agrees with the contacts while calls are in progress', async () => {
  const member = await newOrganization({ server });
  const campaign = await givenCallableCampaign(member, {
    digits: Array.from({ length: 40 }, (_, place) => (place % 2 === 0 ? '00' : '40')),
    limit: 8,
    retry_config: { max_retries: 1, retry_delay_seconds: 3600 },
  });
  await member.post(`${campaign.path}/start`);

  const dialing = dialAll(member, campaign);
  const sums: number[] = [];
  const last = await until(
    () => progressOf(member, campaign),
    ({ contacts, ...rest }) => {
      const values = Object.values<number>(contacts);
      sums.push(values.reduce((total, count) => total + count, 0));
      // Each call in progress has a contact that is being called.
      expect(rest.calls_in_progress).toBe(contacts.dialing);
      return contacts.pending === 0 && contacts.dialing === 0;
    },
    60_000,
  );
  await dialing;

  expect(new Set(sums)).toEqual(new Set([40]));
  expect(last).toMatchObject({ contacts: { done: 20, waiting: 20 }, executed_count: 40 });
  const contacts = await contactsOf(member, campaign);
  expect(contacts.filter(({ state }) => state === 'waiting')).toHaveLength(20);
});

/** Reads a stream until it ends or has shown enough; each event with its time of arrival. */
async function read(
  member: Member,
  { path }: CallableCampaign,
  seen: (event: StreamedEvent) => void | Promise<void>,
): Promise<void> {
  const response = await fetch(`${server.url}${path}/progress/stream`, {
    headers: { authorization: `Bearer ${member.token}` },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body!) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks)
      for (const event of eventsIn(block, 'CampaignStreamEvent')) await seen(event);
  }
}

test('The stream sends every change and ends with `complete`', async () => {
  const member = await newOrganization({ server });
  const campaign = await givenCallableCampaign(member, { digits: [endless, endless], limit: 2 });
  await member.post(`${campaign.path}/start`);
  await dialNow(member);
  const [first, second] = await accepted(member, campaign);
  const events: StreamedEvent[] = [];

  await read(member, campaign, async (event) => {
    events.push(event);
    // The next change is made while the stream is being read.
    if (events.length === 1) await endCall(member, first, 'completed');
    if (events.length === 2) {
      await endCall(member, second, 'completed');
      await dialNow(member);
    }
  });

  expect(events.map(({ id, event }) => [id, event])).toEqual([
    ['1', 'progress'],
    ['2', 'progress'],
    ['3', 'complete'],
  ]);
  expect(events.map(({ data }) => data.contacts['done'])).toEqual([0, 1, 2]);
  expect(events.at(-1)!.data).toMatchObject({ state: 'completed', calls_in_progress: 0 });
});

test('The stream sends at most two events a second, however often something changes', async () => {
  const member = await newOrganization({ server });
  const campaign = await givenCallableCampaign(member, { digits: [endless] });
  const began = performance.now();
  const events: StreamedEvent[] = [];

  const reading = read(member, campaign, (event) => void events.push(event));
  for (let number = 0; performance.now() - began < 1500; number += 1)
    await member.post(`${campaign.path}/contacts`, {
      contacts: [{ phone_number: `+1212555${2000 + number}` }],
    });
  await member.post(`${campaign.path}/cancel`);
  await reading;

  const passed = performance.now() - began;
  expect(events.at(-1)).toMatchObject({ event: 'complete', data: { state: 'canceled' } });
  // The first is sent at once; a reader that joins between two polls waits 475 ms at least.
  expect(events.length).toBeGreaterThan(2);
  expect(events.length).toBeLessThanOrEqual(1 + (passed + 20) / 475);
});

test('The stream of a canceled campaign continues until its last call has ended', async () => {
  const member = await newOrganization({ server });
  const campaign = await givenCallableCampaign(member, { digits: [endless] });
  await member.post(`${campaign.path}/start`);
  await dialNow(member);
  const [run] = await accepted(member, campaign);
  await member.post(`${campaign.path}/cancel`);
  const events: StreamedEvent[] = [];

  await read(member, campaign, async (event) => {
    events.push(event);
    if (events.length === 1) await endCall(member, run, 'completed');
  });

  expect(events.map(({ event, data }) => [event, data.state, data.calls_in_progress])).toEqual([
    ['progress', 'canceled', 1],
    ['complete', 'canceled', 0],
  ]);
});

test('The stream of a finished campaign is one event', async () => {
  const member = await newOrganization({ server });
  const campaign = await givenCallableCampaign(member, { digits: ['00'] });
  await member.post(`${campaign.path}/cancel`);

  const { text } = await member.get(`${campaign.path}/progress/stream`);

  expect(text.match(/^event: .*$/gm)).toEqual(['event: complete']);
});

test('The stream stops polling when its reader leaves', async () => {
  const member = await newOrganization({ server });
  const campaign = await givenCallableCampaign(member);
  const reader = new AbortController();
  const response = await fetch(`${server.url}${campaign.path}/progress/stream`, {
    headers: { authorization: `Bearer ${member.token}` },
    signal: reader.signal,
  });
  const [request] = response.headers.get('x-request-id')!.split(' ');
  await response.body!.getReader().read();

  reader.abort();

  // A request is logged when it has ended.
  const over = await until(
    async () => server.logged.some((line) => JSON.stringify(line).includes(request!)),
    (logged) => logged,
    5000,
  );
  expect(over).toBe(true);
});
