import type { ComponentChildren, JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { type Loaded, useLoad } from './hooks.ts';
import { Fault } from './parts.tsx';
import { Link } from './router.tsx';
import { texts } from './texts.ts';

interface Page<T> {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
}

/** What a page of a list is asked with. */
interface PageQuery {
  readonly limit: number;
  readonly cursor?: string;
}

export interface Listed<T> extends Loaded<readonly T[]> {
  /** Reads one more page; undefined at the end of the list. */
  readonly more: (() => void) | undefined;
}

const pageSize = 50;

/** The first page of a list and those that the user asked for, all of them loaded again after each `everyMs`. */
export function useList<T>(
  key: string,
  read: (query: PageQuery, signal: AbortSignal) => Promise<{ readonly data: Page<T> }>,
  everyMs: number,
): Listed<T> {
  const [wanted, setWanted] = useState({ key, pages: 1 });
  const pages = useRef(1);
  pages.current = wanted.key === key ? wanted.pages : 1;
  const { data, error, reload } = useLoad(
    key,
    async (signal) => {
      const items: T[] = [];
      let cursor: string | null | undefined;
      for (let left = pages.current; left > 0 && cursor !== null; left -= 1) {
        const query = { limit: pageSize, ...(cursor !== undefined && { cursor }) };
        const { data: page } = await read(query, signal);
        items.push(...page.items);
        cursor = page.next_cursor;
      }
      return { items, isWhole: cursor === null };
    },
    everyMs,
  );
  const more = (): void => {
    pages.current += 1;
    setWanted({ key, pages: pages.current });
    reload();
  };
  return { data: data?.items, error, reload, more: data?.isWhole === false ? more : undefined };
}

interface RowsProps<T> {
  readonly list: Listed<T>;
  /** What is said where there is nothing. */
  readonly none: string;
  readonly children: (item: T) => JSX.Element;
}

/** A list whose items are `li`, mostly with a `Link` of class `row` in them. Arrow keys go from row to row. */
export function Rows<T>({ list, none, children }: RowsProps<T>): JSX.Element {
  const { data, error, more } = list;
  return (
    <div onKeyDown={moveFocus}>
      <Fault error={error} />
      {!data && error === undefined && <p class="quiet none">{texts.loading}</p>}
      {data?.length === 0 && <p class="quiet none">{none}</p>}
      <ul class="rows">{data?.map(children)}</ul>
      <More list={{ more }} />
    </div>
  );
}

export const More = ({ list: { more } }: { readonly list: Pick<Listed<unknown>, 'more'> }) =>
  more ? (
    <button type="button" class="plain" onClick={more}>
      {texts.more}
    </button>
  ) : null;

/** Arrow keys go from row to row. */
export function moveFocus(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || event.target instanceof HTMLInputElement) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('.row, .node')];
  const next = rows[rows.indexOf(event.target as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

interface BesideProps {
  readonly list: ComponentChildren;
  /** One of the list; undefined while none is chosen. */
  readonly children: ComponentChildren;
  /** What is said as long as none is chosen. */
  readonly choose: string;
}

/** A list and the one of it that is chosen: beside each other, and one in place of the other on a small screen. */
export const Beside = ({ list, choose, children }: BesideProps): JSX.Element => (
  <div class={children ? 'beside chosen' : 'beside'}>
    {list}
    {children || <p class="choose quiet">{choose}</p>}
  </div>
);

/** The parts of a screen that have addresses of their own. */
export function Tabs({
  label,
  tabs,
  current,
}: {
  readonly label: string;
  readonly tabs: readonly (readonly [to: string, text: string])[];
  readonly current: string;
}): JSX.Element {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(([to, text]) => (
        <Link key={to} to={to} aria-current={to === current ? 'page' : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  );
}

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

interface ChartProps {
  readonly label: string;
  /** The names of the values of each point, from below. */
  readonly series: readonly string[];
  readonly points: readonly { readonly name: string; readonly values: readonly number[] }[];
  readonly format?: (value: number) => string;
}

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
            <span key={name} class={`series s${index}`}>
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
                class={`s${index}`}
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
