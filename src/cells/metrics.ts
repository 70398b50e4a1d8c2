import { withTimeout } from '../time/with-timeout.ts';

/** How long a reader waits for the metrics of a cell. */
const cellMs = 2500;
/** Of the process and of Node: every cell has the same. */
const ofProcess = /^# HELP (process|nodejs)_/;

interface MeasuredCell {
  readonly number: number;
  /** In the text format of Prometheus; undefined while the cell is away. */
  metrics(): Promise<string | undefined>;
}

/**
 * The metrics of several cells in the text format of Prometheus. Each value has its `cell`, metrics of the process appear
 * once, and `cell_metrics_read` is 0 for a cell that did not answer in time.
 */
export async function metricsOver(cells: readonly MeasuredCell[]): Promise<string> {
  const read = await Promise.all(
    cells.map(async (cell) => {
      const text = cell.metrics().catch(() => undefined);
      return { number: cell.number, text: await withTimeout(cellMs, text, () => undefined) };
    }),
  );
  /** The values of each metric, by its help and type. */
  const found = new Map<string, string[]>([
    [
      '# HELP cell_metrics_read Whether the metrics of a cell are here: 0 if it did not answer.\n# TYPE cell_metrics_read gauge',
      read.map(({ number, text }) => `cell_metrics_read{cell="${number}"} ${text ? 1 : 0}`),
    ],
  ]);
  for (const { number, text } of read)
    for (const metric of text?.trim().split('\n\n') ?? []) {
      const lines = metric.split('\n');
      const head = lines.filter((line) => line.startsWith('#')).join('\n');
      const values = lines.filter((line) => line !== '' && !line.startsWith('#'));
      if (!ofProcess.test(head))
        found.set(head, [
          ...(found.get(head) ?? []),
          ...values.map((line) => ofCell(line, number)),
        ]);
      else if (!found.has(head)) found.set(head, values);
    }
  return [...found].map(([head, values]) => `${[head, ...values].join('\n')}\n`).join('\n');
}

const ofCell = (line: string, cell: number): string =>
  line.replace(
    /^([^{ ]+)(?:\{(.*)\})? /,
    (_, name: string, labels?: string) => `${name}{cell="${cell}"${labels ? `,${labels}` : ''}} `,
  );
