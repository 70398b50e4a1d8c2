import type { JSX } from 'preact';
import { now, type Schemas } from '../api.ts';
import { Chart } from '../charts.tsx';
import { Choice } from '../forms.tsx';
import { useGet } from '../hooks.ts';
import { durationOf, Facts, Fault, nameOf, shown } from '../parts.tsx';
import { go } from '../router.tsx';
import type { ScreenProps } from '../screen.ts';
import { texts } from '../texts.ts';

const t = texts.usage;
const everyMs = 60_000;
const dayMs = 86_400_000;

/** The periods, in days until today, and by what each is grouped. */
const periods = {
  week: [7, 'day'],
  month: [30, 'day'],
  quarter: [91, 'week'],
  year: [365, 'month'],
} as const;
type Period = keyof typeof periods;

const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Calls, minutes and cost of a period, and the one before. */
export function Usage({ path: [name] }: ScreenProps): JSX.Element {
  const period = Object.hasOwn(periods, name ?? '') ? (name as Period) : 'month';
  const [days, group_by] = periods[period];
  const tomorrow = Math.floor(now() / dayMs + 1) * dayMs;
  const [from, to] = [dateOf(tomorrow - days * dayMs), dateOf(tomorrow)];
  const query = { from, to, group_by, limit: 200 } as const;
  const { data, error } = useGet('/api/v1/usage', { params: { query } }, everyMs);
  const earlier = {
    from: dateOf(tomorrow - 2 * days * dayMs),
    to: from,
    group_by,
    limit: 1,
  } as const;
  const before = useGet('/api/v1/usage', { params: { query: earlier } }, everyMs).data?.total;
  const limits = useGet('/api/v1/organizations/limits', {}, everyMs).data;
  // Groups come in any order, and a day without calls has none.
  const groups = (data?.items ?? []).toSorted((a, b) => ((a.date ?? '') < (b.date ?? '') ? -1 : 1));
  const points = (valuesOf: (usage: Schemas['Usage']) => number[]) =>
    filled(groups, { from, to, group_by }).map(({ date, usage }) => ({
      name: date,
      values: usage ? valuesOf(usage) : [],
    }));
  return (
    <section class="detail" aria-label={t.title}>
      <h1>{t.title}</h1>
      <Choice
        label={t.period}
        value={period}
        options={Object.entries(t.periods)}
        onInput={(value) => go(`/usage/${value}`)}
      />
      <Fault error={error} />
      {!data && error === undefined && <p class="quiet">{texts.loading}</p>}
      {data && (
        <>
          <Facts of={sumsOf(data.total, before)} />
          <Chart
            label={t.calls}
            series={t.series}
            points={points(({ calls, connected }) => [connected, calls - connected])}
          />
          <Chart
            label={t.minutes}
            series={[t.minutes]}
            points={points(({ seconds }) => [Math.ceil(seconds / 60)])}
          />
        </>
      )}
      {limits && (
        <>
          <h2>{t.limits}</h2>
          <Facts
            of={Object.entries(limits)
              .filter(([member]) => member !== 'organization_id')
              .map(([member, value]) => [nameOf(member), shown(member, value)] as const)}
          />
        </>
      )}
    </section>
  );
}

interface Group {
  readonly date: string;
  readonly usage?: Schemas['Usage'];
}

/** All days, or the weeks and months that have usage. */
function filled(
  groups: readonly Schemas['UsageGroup'][],
  { from, to, group_by }: { readonly from: string; readonly to: string; readonly group_by: string },
): Group[] {
  const found = groups.map(({ date, usage }) => ({ date: date ?? '', usage }));
  if (group_by !== 'day') return found;
  const byDate = new Map(found.map((each) => [each.date, each]));
  const days: Group[] = [];
  for (let day = from; day < to; day = dateOf(Date.parse(day) + dayMs))
    days.push(byDate.get(day) ?? { date: day });
  return days;
}

function sumsOf(total: Schemas['Usage'], before: Schemas['Usage'] | undefined) {
  const beside = (of: (usage: Schemas['Usage']) => string): string =>
    of(total) + (before ? t.before(of(before)) : '');
  const count = (number: number): string => number.toLocaleString('en-GB');
  const percent = (part: number | null): string =>
    part === null ? '–' : `${Math.round(part * 100)} %`;
  return [
    [t.calls, beside(({ calls }) => count(calls))],
    [t.connected, beside(({ connected }) => count(connected))],
    [t.answered, beside(({ answer_rate }) => percent(answer_rate))],
    [t.minutes, beside(({ seconds }) => count(Math.ceil(seconds / 60)))],
    [
      t.average,
      beside(({ duration_seconds: { average } }) =>
        average === null ? '–' : durationOf(average * 1000),
      ),
    ],
    [t.transfers, beside(({ transfers }) => count(transfers))],
    [
      t.cost,
      total.consumption.cost
        .map((each) => t.costOf(each.source, each.amount, each.currency))
        .join(', '),
    ],
  ] as const;
}
