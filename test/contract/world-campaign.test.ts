import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { isOpen } from '../../src/telephony/calling-hours/schedule-rules.ts';
import { later, type Timestamp } from '../../src/timestamp.ts';
import { exampleAnswer } from '../support/examples.ts';
import { first, last } from '../support/shown.ts';

const campaign = first('getCampaign');
const contacts = last('listCampaignContacts').items;
const runs = last('listCampaignRuns').items.toReversed();
const runsOf = (contact_id: number) => runs.filter((run) => run.contact_id === contact_id);
type Contact = (typeof contacts)[number];

/** The state of a contact at a time according to its runs, and how many retries were planned for it. */
function contactAt({ id }: Contact, time: Timestamp) {
  const all = runsOf(id);
  const made = all.filter(({ created_at }) => created_at < time);
  const ended = made.filter(({ ended_at }) => ended_at !== null && ended_at <= time);
  const retries = Math.min(ended.length, all.length - 1);
  const outcome = ended.at(-1)?.outcome ?? null;
  if (made.length === 0) return { state: 'pending', outcome: null, retries } as const;
  if (ended.length < made.length) return { state: 'dialing', outcome: null, retries } as const;
  if (made.length < all.length) return { state: 'waiting', outcome: null, retries } as const;
  return { state: 'done', outcome, retries } as const;
}

const at = (time: Timestamp) => contacts.map((contact) => contactAt(contact, time));
const count = <T>(list: readonly T[], is: (each: T) => boolean): number => list.filter(is).length;

describe('The campaign of the examples', () => {
  test('has five contacts and seven runs', () => {
    expect([contacts.length, runs.length]).toEqual([5, 7]);
    expect(campaign.total_rows).toBe(contacts.length);
  });

  test.each([
    ['createCampaign', first('createCampaign')],
    ['startCampaign', first('startCampaign')],
    ['pauseCampaign', first('pauseCampaign')],
    ['updateCampaign', first('updateCampaign')],
    ['resumeCampaign', first('resumeCampaign')],
    ['getCampaign', campaign],
  ])('has the counters of its runs in the response of %s', (_, answer) => {
    const completed = answer.completed_at;
    const time = completed ?? answer.logs?.at(-1)?.ts ?? answer.created_at;
    const now = at(time);
    const queued = answer.started_at === null ? 0 : contacts.length;

    expect(answer).toMatchObject({
      processed_rows: count(now, ({ state }) => state === 'done'),
      failed_rows: count(now, ({ outcome }) => outcome !== null && outcome !== 'completed'),
      executed_count: count(runs, ({ created_at }) => created_at < time),
      total_queued_count: queued + now.reduce((sum, { retries }) => sum + retries, 0),
    });
  });

  test('skips unfinished contacts when it is canceled', () => {
    const { processed_rows, logs } = first('cancelCampaign');
    const canceled = logs?.at(-1);
    const now = at(canceled?.ts ?? '');

    expect(processed_rows).toBe(contacts.length);
    expect(canceled?.details).toMatchObject({
      skipped: count(now, ({ state }) => state !== 'done'),
    });
  });

  test('has logs that are in order and only grow', () => {
    const logs = campaign.logs ?? [];

    expect(logs.map(({ ts }) => ts)).toEqual(logs.map(({ ts }) => ts).toSorted());
    for (const id of [
      'startCampaign',
      'pauseCampaign',
      'updateCampaign',
      'resumeCampaign',
    ] as const)
      expect(logs).toEqual(expect.arrayContaining(first(id).logs ?? []));
    expect(campaign.completed_at).toBe(runs.at(-1)?.ended_at);
  });

  test('calls within its schedule, and again after the delay', () => {
    const { schedule_config, retry_config } = campaign;
    for (const { id, timezone, attempts } of contacts) {
      const calls = runsOf(id);
      for (const { created_at } of calls)
        expect(isOpen(schedule_config!, timezone ?? schedule_config!.timezone, created_at)).toBe(
          true,
        );
      for (const [index, { created_at }] of calls.slice(1).entries()) {
        const due = later(calls[index]!.ended_at!, retry_config.retry_delay_seconds * 1000);
        expect(created_at >= due).toBe(true);
      }
      expect(calls.length).toBe(attempts);
      expect(calls.length).toBeLessThanOrEqual(retry_config.max_retries + 1);
    }
  });

  test('has contacts with the results of their last runs', () => {
    for (const { id, phone_number, outcome, updated_at } of contacts) {
      const call = runsOf(id).at(-1);

      expect(call).toMatchObject({ to_number: phone_number, outcome, ended_at: updated_at });
    }
  });

  test('shows in each page what the whole list shows', () => {
    expect(contacts).toEqual(expect.arrayContaining(first('listCampaignContacts').items));
    expect(runs).toEqual(expect.arrayContaining(first('listCampaignRuns').items));
  });

  test('has the progress of its runs', () => {
    const [streamed] = exampleAnswer('streamCampaignProgress').bodies;
    const progress = first('getCampaignProgress');
    const now = at(progress.at);

    expect(streamed).toMatchObject(progress);
    for (const [state, number] of Object.entries(progress.contacts))
      expect([state, number]).toEqual([state, count(now, (each) => each.state === state)]);
    for (const [outcome, number] of Object.entries(progress.outcomes))
      expect([outcome, number]).toEqual([outcome, count(now, (each) => each.outcome === outcome)]);
    expect(progress).toMatchObject({
      total_rows: contacts.length,
      calls_in_progress: progress.contacts.dialing,
      executed_count: count(runs, ({ created_at }) => created_at < progress.at),
    });
  });

  test('is previewed while retries wait', () => {
    const preview = first('previewCampaign');
    const waiting = contacts.filter(
      (contact) => contactAt(contact, preview.at).state === 'waiting',
    );
    const due = waiting.map(({ id }) =>
      later(runsOf(id)[0]!.ended_at!, campaign.retry_config.retry_delay_seconds * 1000),
    );

    expect(preview.held.retry_waiting).toBe(waiting.length);
    expect(preview.next_call_at).toBe(due.toSorted()[0]);
  });

  test('is reported call by call', () => {
    const [report] = exampleAnswer('getCampaignReport').bodies;
    const rows: Record<string, string>[] = parse(String(report), { columns: true });

    const expected = runs.map((run) => {
      const contact = contacts.find(({ id }) => id === run.contact_id)!;
      const seconds =
        run.started_at &&
        run.ended_at &&
        (Date.parse(run.ended_at) - Date.parse(run.started_at)) / 1000;
      const cells = {
        run_id: run.id,
        row_number: contact.row_number,
        phone_number: run.to_number,
        attempt: runsOf(contact.id).indexOf(run) + 1,
        state: run.state,
        outcome: run.outcome,
        call_disposition: run.call_disposition,
        from_number: run.from_number,
        workflow_version: run.version_number,
        created_at: run.created_at,
        started_at: run.started_at,
        ended_at: run.ended_at,
        duration_seconds: seconds,
        external_id: contact.external_id,
        'initial_context.first_name': String(contact.initial_context['first_name']),
      };
      return Object.fromEntries(
        Object.entries(cells).map(([name, value]) => [name, String(value ?? '')]),
      );
    });
    expect(rows).toMatchObject(expected);
  });

  test('comes from the uploaded file', () => {
    const { id: source_id, total_rows, columns } = first('createCampaignSource');

    expect(campaign).toMatchObject({ source_id, total_rows });
    expect(columns).toEqual(['phone_number', 'first_name', 'timezone', 'external_id']);
  });

  test('is redialed for the contacts that it did not reach', () => {
    const redial = first('redialCampaign');

    expect(redial).toMatchObject({
      id: campaign.redialed_campaign_id,
      parent_campaign_id: campaign.id,
      total_rows: count(contacts, ({ outcome }) => outcome === 'busy' || outcome === 'no_answer'),
    });
  });
});
