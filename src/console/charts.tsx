import type { ComponentChildren, JSX } from 'preact';
import { shown } from './parts.tsx';
import { Link } from './router.tsx';
import { heading, texts } from './texts.ts';

interface TableProps {
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly ComponentChildren[])[];
}

/** Values in rows and columns. Wider than the screen, it is scrolled by itself. */
export const Table = ({ caption, head, rows }: TableProps): JSX.Element => (
  <div class="table" role="region" aria-label={caption} tabIndex={0}>
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {head.map((each) => (
            <th key={each} scope="col">
              {each}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {row.map((each, column) => (
              <td key={column}>{each}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

interface SharesProps {
  readonly label: string;
  readonly parts: readonly {
    readonly name: string;
    readonly value: number;
    /** The class that has its colour. */
    readonly tone: string;
    readonly to: string;
  }[];
}

/** What a whole consists of: a bar, and the same numbers as a list. Parts of nothing are left out. */
export function Shares({ label, parts }: SharesProps): JSX.Element {
  const all = Math.max(
    1,
    parts.reduce((sum, { value }) => sum + value, 0),
  );
  let before = 0;
  return (
    <figure class="chart shares">
      <figcaption>{label}</figcaption>
      <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        {parts.map(({ name, value, tone }) => {
          const width = (value / all) * 100;
          before += width;
          return <rect key={name} class={tone} x={before - width} width={width} height={1} />;
        })}
      </svg>
      <ul class="buttons">
        {parts.map(
          ({ name, value, tone, to }) =>
            value > 0 && (
              <li key={name} class={`series ${tone}`}>
                <Link to={to}>{heading(name)}</Link> <strong>{shown(name, value)}</strong>
              </li>
            ),
        )}
      </ul>
    </figure>
  );
}

interface ChartProps {
  readonly label: string;
  /** The names of the values of each point, from below. */
  readonly series: readonly string[];
  readonly points: readonly { readonly name: string; readonly values: readonly number[] }[];
  readonly format?: (value: number) => string;
}

/** The classes of the colors of series: green and red mean something, gray is the rest. */
const tones = ['s0', '', 's2', 's4'];

/** Bars of values on each other, oldest first, and the same numbers as a table. */
export function Chart({ label, series, points, format = String }: ChartProps): JSX.Element {
  const sums = points.map(({ values }) => values.reduce((all, each) => all + each, 0));
  const top = Math.max(1, ...sums);
  const width = 100 / Math.max(1, points.length);
  return (
    <figure class="chart">
      <figcaption>
        {label}
        {series.length > 1 &&
          series.map((name, index) => (
            <span key={name} class={`series ${tones[index]}`}>
              {name}
            </span>
          ))}
      </figcaption>
      <p class="quiet number">{format(top)}</p>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {points.map(({ name, values }, at) => {
          let below = 0;
          return values.map((value, index) => {
            const height = (value / top) * 100;
            below += height;
            return (
              <rect
                key={`${name} ${index}`}
                class={tones[index]}
                x={(at + 0.1) * width}
                y={100 - below}
                width={width * 0.8}
                height={height}
              />
            );
          });
        })}
      </svg>
      <p class="ends quiet">
        <span>{points[0]?.name}</span>
        <span>{points.length > 1 && points.at(-1)?.name}</span>
      </p>
      <details>
        <summary>{texts.asTable}</summary>
        <Table
          caption={label}
          head={['', ...series]}
          rows={points.map(({ name, values }) => [name, ...values.map(format)])}
        />
      </details>
    </figure>
  );
}
