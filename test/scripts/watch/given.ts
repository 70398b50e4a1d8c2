import {
  type Progress,
  type Watched,
  watched,
  withProgress,
} from '../../../scripts/watch/model.ts';

export const start = Date.parse('2026-03-02T09:00:00.000Z');

export interface Given {
  readonly id?: number;
  readonly name?: string;
  readonly second?: number;
  readonly calls?: number;
  readonly state?: Progress['state'];
  readonly contacts?: Partial<Progress['contacts']>;
  readonly outcomes?: Partial<Progress['outcomes']>;
}

export function progressOf(given: Given = {}): Progress {
  const { id = 2, second = 0, calls = 0, state = 'running', contacts = {}, outcomes = {} } = given;
  return {
    campaign_id: id,
    state,
    total_rows: 1000,
    contacts: { pending: 0, waiting: 0, dialing: 0, done: 0, skipped: 0, ...contacts },
    outcomes: {
      completed: 0,
      busy: 0,
      no_answer: 0,
      voicemail: 0,
      failed: 0,
      canceled: 0,
      unknown: 0,
      ...outcomes,
    },
    calls_in_progress: contacts.dialing ?? 0,
    executed_count: calls,
    at: new Date(start + second * 1000).toISOString(),
  };
}

/** A campaign after one event. */
export const campaignOf = (given: Given = {}): Watched =>
  withProgress(watched({ id: given.id ?? 2, name: given.name ?? 'Reminders' }), progressOf(given));
