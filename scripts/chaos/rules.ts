import { lateMs } from '../../src/telephony/calls/spacing.ts';
import { wrongActs } from './acts.ts';
import type { Forbidden, History, Kind, PlacedCall, Violation } from './history.ts';
import { forgotten, wrongEvents } from './endings.ts';

/** A rate is kept to 5 % of a second, and processes may be late by different times. */
const rateToleranceMs = 50 + lateMs;

/** What the history shows and no promise allows. */
export function violationsOf(history: History): Violation[] {
  return [
    ...callsWhileForbidden(history),
    ...aboveConcurrency(history),
    ...aboveRate(history),
    ...aboveUses(history),
    ...calledTwice(history),
    ...keysWithoutOneRun(history),
    ...forgotten(history),
    ...wrongEvents(history),
    ...(history.acts ? wrongActs(history.acts) : []),
    ...history.serverErrors.map(({ at, request, status, body }): Violation => ({
      kind: 'server_error',
      at,
      evidence: `${request} was answered with ${status} ${body.slice(0, 200)}`,
    })),
  ];
}

const show = (time: number): string => new Date(time).toISOString();
const shown = ({ run_id, to_number, placed_at }: PlacedCall): string =>
  `run ${run_id} to ${to_number} at ${show(placed_at)}`;

const applies = (rule: Forbidden, call: PlacedCall): boolean =>
  rule.organization_id === call.organization_id &&
  (rule.campaign_id === undefined || rule.campaign_id === call.campaign_id) &&
  (rule.prefix === undefined || call.to_number.startsWith(rule.prefix));

function callsWhileForbidden({ calls, forbidden }: History): Violation[] {
  return forbidden.flatMap((rule) =>
    calls
      .filter(
        (call) =>
          call.placed_at > rule.answered_at &&
          call.placed_at < (rule.allowed_at ?? Infinity) &&
          applies(rule, call),
      )
      .map((call) => ({
        kind: 'call_while_forbidden' as const,
        at: call.placed_at,
        evidence:
          `${shown(call)}, ${call.placed_at - rule.answered_at} ms after the response to ${rule.by} ` +
          `(campaign ${rule.campaign_id ?? 'any'}, number ${rule.prefix ?? 'any'})`,
      })),
  );
}

/** At most one for each limit: the first time, as those that follow have the same cause. */
function aboveConcurrency({ calls, limits, clock_set_at }: History): Violation[] {
  return limits.flatMap((limit) => {
    const steps = calls
      .filter(
        (call) =>
          call.accepted &&
          call.placed_at < clock_set_at &&
          call.organization_id === limit.organization_id &&
          (limit.campaign_id === undefined || call.campaign_id === limit.campaign_id),
      )
      .flatMap(({ placed_at, ends_at }) => [
        { at: placed_at, change: 1 },
        { at: ends_at, change: -1 },
      ])
      // A call that begins in the millisecond in which another ends begins after it.
      .toSorted((a, b) => a.at - b.at || a.change - b.change);
    let inProgress = 0;
    for (const { at, change } of steps) {
      inProgress += change;
      if (inProgress > limit.calls)
        return [
          {
            kind: 'above_concurrency' as const,
            at,
            evidence:
              `${inProgress} calls in progress at ${show(at)}, ${limit.calls} are allowed in ` +
              (limit.campaign_id === undefined
                ? `organization ${limit.organization_id}`
                : `campaign ${limit.campaign_id}`),
          },
        ];
    }
    return [];
  });
}

function aboveRate({ calls, rates, clock_set_at }: History): Violation[] {
  return rates.flatMap(({ configuration_id, calls_per_second }) => {
    const times = calls
      .filter((call) => call.configuration_id === configuration_id)
      .map(({ placed_at }) => placed_at)
      .filter((at) => at < clock_set_at)
      .toSorted((a, b) => a - b);
    return times.flatMap((at, index) => {
      const next = times[index + calls_per_second];
      if (next === undefined || next - at >= 1000 - rateToleranceMs) return [];
      const evidence = `${calls_per_second + 1} calls of configuration ${configuration_id} within ${next - at} ms from ${show(at)}, ${calls_per_second} a second are allowed`;
      return [{ kind: 'above_rate' as const, at, evidence }];
    });
  });
}

function aboveUses({ calls, policies }: History): Violation[] {
  return policies.flatMap(({ organization_id, prefix, max_uses }) => {
    const runs = new Set(
      calls
        .filter(
          (call) => call.organization_id === organization_id && call.to_number.startsWith(prefix),
        )
        .map(({ run_id }) => run_id),
    );
    return runs.size <= max_uses
      ? []
      : violation(
          'above_uses',
          `${runs.size} calls to ${prefix}, whose policy allows ${max_uses}: runs ${[...runs].join(', ')}`,
        );
  });
}

/** Attempts that the network accepted more than once, and people called more often than their contact says. */
function calledTwice({ calls, contacts, runs }: History): Violation[] {
  const accepted = calls.filter((call) => call.accepted);
  const known = new Set(runs.map(({ id }) => id));
  const byNumber = Map.groupBy(
    accepted,
    ({ organization_id, to_number }) => `${organization_id} ${to_number}`,
  );
  return [
    ...[...Map.groupBy(accepted, ({ run_id }) => run_id).values()]
      .filter((same) => same.length > 1)
      .flatMap((same) => violation('called_twice', `one attempt: ${same.map(shown).join('; ')}`)),
    ...accepted
      .filter(({ run_id }) => !known.has(run_id))
      .flatMap((call) =>
        violation('called_twice', `${shown(call)} was given back though the network accepted it`),
      ),
    ...contacts.flatMap(({ organization_id, phone_number, attempts }) => {
      const its = byNumber.get(`${organization_id} ${phone_number}`) ?? [];
      return its.length <= attempts
        ? []
        : violation('called_twice', `${attempts} attempts: ${its.map(shown).join('; ')}`);
    }),
  ];
}

/** Each Idempotency-Key has one run, and each run one key. */
function keysWithoutOneRun({ requests }: History): Violation[] {
  const keys = Map.groupBy(requests, ({ organization_id, key }) => `${organization_id} ${key}`);
  const runs = Map.groupBy(requests, ({ run_id }) => run_id);
  return [
    ...[...keys].flatMap(([key, its]) => {
      const ids = new Set(its.map(({ run_id }) => run_id));
      return ids.size === 1
        ? []
        : violation('key_not_one_run', `key ${key}: runs ${[...ids].join(', ')}`);
    }),
    ...[...runs].flatMap(([id, its]) => {
      const used = new Set(its.map(({ key }) => key));
      return used.size === 1
        ? []
        : violation('key_not_one_run', `run ${id}: keys ${[...used].join(', ')}`);
    }),
  ];
}

const violation = (kind: Kind, evidence: string): Violation[] => [{ kind, evidence }];
