/** A measured value beside its target; `what` begins with the target's number, such as `S8 deliveries to posts`. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** Absent: the figure is for comparison. */
  readonly target?: number | undefined;
  readonly bound: Bound;
  /** By how much a peer differed from itself in the same rounds: 0.1 is 10 %. */
  readonly noise?: number | undefined;
}
export type Bound = 'at most' | 'at least';

/** A figure with the program that measured it and the state of the sources. */
export interface Result extends Figure {
  readonly program: string;
  readonly measured_at: string;
  readonly commit: string;
}

export interface Report {
  readonly command: string;
  readonly machine: string;
  readonly results: readonly Result[];
  /** Programs that ended with an error, or stated no figure for one of their targets. */
  readonly failed: readonly string[];
}

export interface Program {
  readonly title: string;
  /** The numbers of the targets that it measures. */
  readonly targets: readonly string[];
  /** The options of run.ts that it understands. */
  readonly options: readonly string[];
}

export const isMet = ({ value, target = value, bound }: Figure): boolean =>
  bound === 'at most' ? value <= target : value >= target;

/** With more noise than this a figure says nothing about its target. */
const maxNoise = 0.1;

/** Whether the target is met, or that it cannot be said. */
const verdictOf = (figure: Figure): string => {
  const { noise = 0, target } = figure;
  if (target === undefined) return 'no target';
  if (!(noise <= maxNoise)) return `not judged, noise ${(noise * 100).toFixed(0)} %`;
  return isMet(figure) ? 'met' : 'MISSED';
};

/** Three digits at least: 0.18, 12.5, 481. */
export const digits = (value: number): string =>
  value.toFixed(Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2);

const amount = (value: number, unit: string): string => `${digits(value)} ${unit}`;
const targetOf = ({ target, unit, bound }: Figure): string =>
  target === undefined ? '-' : `${bound} ${target} ${unit}`;

/** A line for those who watch one program. */
export const sentence = (figure: Figure): string =>
  figure.target === undefined
    ? `${figure.what}: ${amount(figure.value, figure.unit)}`
    : `${figure.what}: ${amount(figure.value, figure.unit)}, target ${targetOf(figure)}: ${verdictOf(figure)}`;

/** The numbers of all targets of programs, in order. */
const numbersOf = (programs: Readonly<Record<string, Program>>): string[] =>
  [...new Set(Object.values(programs).flatMap(({ targets }) => targets))].toSorted(
    (a, b) => Number(a.slice(1)) - Number(b.slice(1)),
  );

/** A Markdown table of all targets; what another report measured stands beside it. */
export function tableOf(
  programs: Readonly<Record<string, Program>>,
  { results }: Pick<Report, 'results'>,
  before?: Pick<Report, 'results'>,
): string {
  const rows = numbersOf(programs).flatMap((number) => {
    const own = results.filter(({ what }) => what.startsWith(`${number} `));
    return own.length > 0
      ? own.map((result) => rowOf(result, before))
      : [
          [
            number,
            notMeasured(programs, number),
            '-',
            ...(before ? ['-'] : []),
            '-',
            'not measured',
          ],
        ];
  });
  const head = ['', 'what', 'target', ...(before ? ['before'] : []), 'measured', ''];
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function rowOf(result: Result, before: Pick<Report, 'results'> | undefined): string[] {
  const [number = '', ...what] = result.what.split(' ');
  const earlier = before?.results.find((each) => each.what === result.what);
  return [
    number,
    what.join(' '),
    targetOf(result),
    ...(before ? [earlier ? amount(earlier.value, earlier.unit) : '-'] : []),
    amount(result.value, result.unit),
    verdictOf(result),
  ];
}

const notMeasured = (programs: Readonly<Record<string, Program>>, number: string): string =>
  Object.entries(programs)
    .filter(([, { targets }]) => targets.includes(number))
    .map(([name]) => `\`${name}\``)
    .join(', ');

/** The targets of a program for which it stated no figure. */
export const unstated = (
  { targets }: Pick<Program, 'targets'>,
  figures: readonly Figure[],
): string[] =>
  targets.filter((number) => !figures.some(({ what }) => what.startsWith(`${number} `)));

/** A report with the results of an earlier one that its programs did not replace. */
export const added = (earlier: Report, { results, failed, ...report }: Report): Report => {
  const measured = new Set([...results.map(({ program }) => program), ...failed]);
  const kept = <T>(list: readonly T[], programOf: (each: T) => string): T[] =>
    list.filter((each) => !measured.has(programOf(each)));
  return {
    ...report,
    results: [...kept(earlier.results, ({ program }) => program), ...results],
    failed: [...kept(earlier.failed, (name) => name), ...failed],
  };
};

/** The table with the machine, the command and the date. */
export function sectionOf(programs: Readonly<Record<string, Program>>, report: Report): string {
  const dates = report.results
    .map(({ measured_at }) => measured_at.slice(0, 16).replace('T', ' '))
    .toSorted();
  const times = [...new Set([dates[0], dates.at(-1)])];
  const commits = [...new Set(report.results.map(({ commit }) => commit))];
  return [
    `\`${report.command}\` on ${report.machine}, ${times.join(' to ')} UTC, commit ${commits.join(', ')}:`,
    tableOf(programs, report),
    ...(report.failed.length > 0 ? [`Without all figures: ${report.failed.join(', ')}.`] : []),
  ].join('\n\n');
}

const marks = [
  '<!-- table: written by `node scripts/bench/show.ts --write` -->',
  '<!-- end of the table -->',
];

/** A text with what stands between its marks replaced; throws if it has none. */
export function between(text: string, content: string): string {
  const [begin = '', end = ''] = marks;
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`The text has no ${begin} with its end.`);
  return `${text.slice(0, from + begin.length)}\n${content}\n${text.slice(to)}`;
}
