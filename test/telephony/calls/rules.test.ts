import { deadline, maxCallSeconds } from '../../../src/telephony/calls/handling-rules.ts';
import { describe, expect, test } from 'vitest';
import type { AnsweredBy } from '../../../src/telephony/carriers/carrier.ts';
import {
  applyReport,
  type CallState,
  conversed,
  type Report,
  reportOfPlacement,
  reportOfCallback,
} from '../../../src/telephony/calls/rules.ts';

const at = '2026-01-02T03:04:05.678Z';
const later = '2026-01-02T03:05:00.000Z';

const written: CallState = {
  state: 'initialized',
  outcome: null,
  failure: null,
  carrier_code: null,
  carrier_call_id: null,
  answered_by: null,
  started_at: null,
  ended_at: null,
  hang_up_requested_at: null,
};
const accepted: CallState = { ...written, state: 'running', carrier_call_id: 'CA1' };
const talking: CallState = { ...accepted, started_at: at };
const done: CallState = { ...talking, state: 'completed', outcome: 'completed', ended_at: at };
const unheard: CallState = {
  ...accepted,
  state: 'completed',
  outcome: 'unknown',
  failure: 'no_callback',
  ended_at: at,
};

const news = (word: Report['event'], carrier_call_id?: string): Report => ({
  run_id: 7,
  organization_id: 1,
  at: later,
  event: word,
  ...(carrier_call_id !== undefined && { carrier_call_id }),
});
const detection = (answered_by: AnsweredBy): Report => ({
  ...news('answered', 'CA1'),
  answered_by,
});
const heard = (words: readonly Report['event'][]): Report[] =>
  words.map((word) => news(word, 'CA1'));

test("keeps the carrier's own code of a failure, and of nothing else", () => {
  const codeAfter = (event: Report['event']) =>
    applyReport(accepted, { ...news(event, 'CA1'), carrier_code: '503' }).carrier_code;

  expect(
    ['failed', 'refused', 'busy', 'completed', 'answered'].map((event) =>
      codeAfter(event as Report['event']),
    ),
  ).toEqual(['503', '503', null, null, null]);
});

test('says of a completed call alone that its agent failed', () => {
  const failing: Report = {
    ...news('completed', 'CA1'),
    agent_failed: true,
    carrier_code: '31921',
  };
  const after = (call: Partial<CallState>, report: Partial<Report> = {}) => {
    const { outcome, failure, carrier_code } = applyReport(
      { ...talking, ...call },
      { ...failing, ...report },
    );
    return [outcome, failure, carrier_code];
  };

  expect(after({})).toEqual(['completed', 'agent_failed', '31921']);
  expect(after({ hang_up_requested_at: at })).toEqual(['canceled', null, null]);
  expect(after({ answered_by: 'machine' })).toEqual(['voicemail', null, null]);
  expect(after({}, { event: 'busy' })).toEqual(['busy', null, null]);
});

test('reports the code with which a carrier refuses a call', () => {
  const placed = (kind: 'refused' | 'account_refused' | 'unavailable') =>
    reportOfPlacement(7, { kind, detail: 'No.', carrier_code: '21215' }, at);

  for (const kind of ['refused', 'account_refused', 'unavailable'] as const)
    expect(placed(kind)).toMatchObject({ carrier_code: '21215' });
});

const endings: readonly Report['event'][] = [
  'completed',
  'busy',
  'no_answer',
  'failed',
  'canceled',
  'refused',
  'unreachable',
  'timed_out',
  'no_callback',
];
const everything: readonly Report['event'][] = ['accepted', 'ringing', 'answered', ...endings];

describe('A call after a report', () => {
  test.each<[Report['event'], CallState]>([
    ['accepted', accepted],
    ['ringing', accepted],
    ['answered', { ...accepted, started_at: later }],
  ])('that reports %s is running', (word, next) => {
    expect(applyReport(written, news(word, 'CA1'))).toEqual(next);
  });

  test.each<[Report['event'], CallState['outcome'], CallState['failure']]>([
    ['completed', 'completed', null],
    ['busy', 'busy', null],
    ['no_answer', 'no_answer', null],
    ['canceled', 'canceled', null],
    ['failed', 'failed', 'carrier_failure'],
    ['refused', 'failed', 'refused'],
    ['unreachable', 'failed', 'connection_error'],
    ['timed_out', 'unknown', 'timed_out'],
    ['no_callback', 'unknown', 'no_callback'],
  ])('that reports %s has ended as %s (%s)', (word, outcome, failure) => {
    const end = { state: 'completed', outcome, failure, ended_at: later } as const;

    expect(applyReport(written, news(word))).toEqual({ ...written, ...end });
    expect(applyReport(talking, news(word, 'CA1'))).toEqual({ ...talking, ...end });
  });

  test.each(everything)('that reports %s twice is the same as after the first', (word) => {
    const once = applyReport(written, news(word, 'CA1'));

    expect(applyReport(once, { ...news(word, 'CA1'), at: '2026-01-02T03:06:00.000Z' })).toBe(once);
  });

  test.each(everything)('stays as it ended when %s arrives late', (word) => {
    expect(applyReport(done, news(word, 'CA1'))).toBe(done);
    expect(applyReport(unheard, news(word, 'CA1'))).toBe(unheard);
  });

  test.each(everything.filter((word) => word !== 'accepted'))(
    'ignores %s of another call of the carrier',
    (word) => {
      expect(applyReport(accepted, news(word, 'CA2'))).toBe(accepted);
      expect(applyReport(talking, news(word, 'CA2'))).toBe(talking);
    },
  );

  test.each<[string, readonly Report['event'][], CallState['outcome'], boolean]>([
    ['in order', ['accepted', 'ringing', 'answered', 'completed'], 'completed', true],
    ['callback before the answer', ['answered', 'accepted', 'completed'], 'completed', true],
    ['end before the answer', ['completed', 'accepted'], 'completed', false],
    ['end before answering', ['accepted', 'completed', 'answered'], 'completed', false],
    ['two ends', ['accepted', 'busy', 'completed'], 'busy', false],
    ['ringing late', ['answered', 'ringing', 'ringing', 'busy'], 'busy', true],
    ['time-out after the callback', ['answered', 'timed_out', 'completed'], 'unknown', true],
  ])('of a sequence: %s', (_, words, outcome, started) => {
    const end = heard(words).reduce<CallState>(applyReport, written);

    expect([end.state, end.outcome, end.started_at !== null]).toEqual([
      'completed',
      outcome,
      started,
    ]);
  });

  test('goes on when a machine was detected, and ends as voicemail', () => {
    const detected = applyReport(talking, detection('machine'));

    expect(detected).toEqual({ ...talking, answered_by: 'machine' });
    expect(applyReport(detected, news('completed', 'CA1'))).toEqual({
      ...detected,
      state: 'completed',
      outcome: 'voicemail',
      ended_at: later,
    });
  });

  test.each<[Report['event'], CallState['outcome']]>([
    ['failed', 'failed'],
    ['busy', 'busy'],
    ['canceled', 'canceled'],
    ['no_callback', 'unknown'],
  ])('that a machine answered ends with %s as %s', (word, outcome) => {
    const detected = applyReport(talking, detection('machine'));

    expect(applyReport(detected, news(word, 'CA1')).outcome).toBe(outcome);
  });

  test.each([
    ['human', 'completed'],
    ['unknown', 'completed'],
    ['machine', 'voicemail'],
  ] as const)('ends as its last report says: answered by %s, %s', (answered_by, outcome) => {
    const end = applyReport(talking, { ...news('completed', 'CA1'), answered_by });

    expect(end).toMatchObject({ answered_by, outcome });
  });

  test('has started when a machine was detected before the answer was reported', () => {
    const detected = applyReport(written, detection('machine'));

    expect(detected).toEqual({ ...accepted, answered_by: 'machine', started_at: later });
    expect(applyReport(detected, news('answered', 'CA1'))).toBe(detected);
  });

  test.each([
    ['machine', 'human', 'machine'],
    ['human', 'machine', 'human'],
    ['unknown', 'machine', 'machine'],
    ['machine', 'unknown', 'machine'],
    ['machine', 'machine', 'machine'],
  ] as const)('that was answered by %s and then by %s was answered by %s', (one, two, kept) => {
    const first = applyReport(talking, detection(one));
    const second = applyReport(first, detection(two));

    expect(second.answered_by).toBe(kept);
    expect(second === first).toBe(one === kept);
  });

  test('stays as it ended when a machine is detected late', () => {
    expect(applyReport(done, detection('machine'))).toBe(done);
  });

  test('starts with the first answer', () => {
    const answered = applyReport(accepted, news('answered', 'CA1'));

    expect(applyReport(answered, { ...news('answered', 'CA1'), at })).toBe(answered);
    expect(answered.started_at).toBe(later);
  });

  test("stores the carrier's id from the first report that has it", () => {
    const ringing = applyReport(written, news('ringing'));

    expect(ringing.carrier_call_id).toBeNull();
    expect(applyReport(ringing, news('accepted', 'CA1')).carrier_call_id).toBe('CA1');
    expect(applyReport(written, news('busy', 'CA1')).carrier_call_id).toBe('CA1');
  });
});

describe("The carrier's immediate response", () => {
  test.each([
    [
      { kind: 'accepted', carrier_call_id: 'CA1' },
      { event: 'accepted', carrier_call_id: 'CA1' },
    ],
    [{ kind: 'refused', detail: 'no' }, { event: 'refused' }],
    [{ kind: 'account_refused', detail: 'no' }, { event: 'refused' }],
    [{ kind: 'rate_limited', detail: 'no', retry_after_ms: 1000 }, { event: 'refused' }],
    [{ kind: 'unavailable', detail: 'no' }, { event: 'unreachable' }],
    [{ kind: 'unknown', detail: 'no' }, { event: 'timed_out' }],
  ] as const)('%j reports %j', (asked, report) => {
    expect(reportOfPlacement(7, asked, at)).toEqual({ run_id: 7, at, ...report });
  });
});

describe("A carrier's callback", () => {
  test.each([
    'ringing',
    'answered',
    'completed',
    'busy',
    'no_answer',
    'failed',
    'canceled',
  ] as const)('of %s reports the same', (status) => {
    const reading = { kind: 'status', status, carrier_call_id: 'CA1' } as const;

    expect(reportOfCallback(7, reading, at)).toEqual({
      run_id: 7,
      at,
      event: status,
      carrier_call_id: 'CA1',
    });
  });

  test.each([true, false])('passes on consent: %j', (consent) => {
    const reading = {
      kind: 'status',
      status: 'completed',
      carrier_call_id: 'CA1',
      consent,
    } as const;

    expect(reportOfCallback(7, reading, at).consent).toBe(consent);
  });

  test("uses the time it arrived, not the carrier's time", () => {
    const reading = {
      kind: 'status',
      status: 'busy',
      carrier_call_id: 'CA1',
      at: '1999-01-01T00:00:00.000Z',
    } as const;

    expect(reportOfCallback(7, reading, at).at).toBe(at);
  });
});

test.each([
  ['completed', at, true],
  ['voicemail', at, true],
  ['voicemail', null, true],
  ['busy', null, false],
  ['no_answer', null, false],
  ['failed', null, false],
  ['canceled', null, false],
  ['canceled', at, true],
  ['unknown', at, false],
  [null, at, false],
] as const)(
  'A call that ended as %s, answered at %s, was a conversation: %j',
  (outcome, started_at, was) => {
    expect(conversed({ outcome, started_at })).toBe(was);
  },
);

describe('A call that was hung up', () => {
  const hungUp = (call: CallState): CallState => ({ ...call, hang_up_requested_at: at });

  test.each<Report['event']>(['completed', 'busy', 'no_answer', 'failed', 'canceled'])(
    'is canceled, however its carrier reports the end: %s',
    (event) => {
      for (const call of [hungUp(accepted), hungUp(talking)])
        expect(applyReport(call, news(event, 'CA1'))).toMatchObject({
          state: 'completed',
          outcome: 'canceled',
          failure: null,
          ended_at: later,
        });
    },
  );

  test('is canceled if a machine answered', () => {
    const detected = applyReport(hungUp(accepted), detection('machine'));

    expect(applyReport(detected, news('completed', 'CA1'))).toMatchObject({ outcome: 'canceled' });
  });

  test.each<Report['event']>(['refused', 'unreachable'])(
    'is canceled if its carrier did not accept it: %s',
    (event) => {
      expect(applyReport(hungUp(written), news(event))).toMatchObject({
        outcome: 'canceled',
        failure: null,
      });
    },
  );

  test.each<Report['event']>(['timed_out', 'no_callback'])(
    'stays unknown if its carrier reports no end: %s',
    (event) => {
      expect(applyReport(hungUp(accepted), news(event))).toMatchObject({
        outcome: 'unknown',
        failure: event,
      });
    },
  );

  test('goes on until the end is reported', () => {
    expect(applyReport(hungUp(accepted), news('answered', 'CA1'))).toMatchObject({
      state: 'running',
    });
  });
});

describe('The maximum call duration', () => {
  test.each([
    [{}, 1800],
    [{ max_call_duration_seconds: 1 }, 1],
    [{ max_call_duration_seconds: 600 }, 600],
    [{ max_call_duration_seconds: 14_400 }, 14_400],
    [{ max_call_duration_seconds: 0 }, 1800],
    [{ max_call_duration_seconds: 14_401 }, 1800],
    [{ max_call_duration_seconds: -5 }, 1800],
    [{ max_call_duration_seconds: 1.5 }, 1800],
    [{ max_call_duration_seconds: Number.NaN }, 1800],
    [{ max_call_duration_seconds: '600' }, 1800],
    [{ max_call_duration_seconds: null }, 1800],
    [{ max_call_duration_seconds: [600] }, 1800],
  ])('for %j is %i seconds', (configurations, seconds) => {
    expect(maxCallSeconds(configurations)).toBe(seconds);
  });

  test('leaves a margin of a minute before the call is closed', () => {
    expect(deadline({}, at)).toBe('2026-01-02T03:35:05.678Z');
    expect(deadline({ max_call_duration_seconds: 30 }, at)).toBe('2026-01-02T03:05:35.678Z');
  });
});
