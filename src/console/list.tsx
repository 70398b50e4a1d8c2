import type { Init, Item, ListPath } from '@voice-agent-platform/client';
import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { api } from './api.ts';
import { Table } from './charts.tsx';
import { type Loaded, useLoad } from './hooks.ts';
import { Badge, Fault, nameOf, shown } from './parts.tsx';
import { Link } from './router.tsx';
import { texts, words } from './texts.ts';

interface Page<T> {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
}

export interface Listed<T> extends Loaded<readonly T[]> {
  /** Reads one more page; undefined at the end of the list. */
  readonly more: (() => void) | undefined;
}

const pageSize = 50;

/**
 * The first page of a list of the contract and those that the user asked for, all of them loaded again after as many times
 * `everyMs`.
 */
export function useGetList<P extends ListPath>(
  path: P,
  { params }: Init<P, 'get'>,
  everyMs: number,
): Listed<Item<P>> {
  // The compiler cannot see that every path takes its own arguments.
  const { GET }: { GET: (path: P, init: object) => Promise<{ data: Page<Item<P>> }> } =
    api as never;
  const key = JSON.stringify([path, params]);
  const [wanted, setWanted] = useState({ key, pages: 1 });
  const pages = useRef(1);
  pages.current = wanted.key === key ? wanted.pages : 1;
  const { data, error, reload } = useLoad(
    key,
    async (signal) => {
      const items: Item<P>[] = [];
      let cursor: string | null | undefined;
      for (let left = pages.current; left > 0 && cursor !== null; left -= 1) {
        const query = {
          ...params?.query,
          limit: pageSize,
          ...(cursor !== undefined && { cursor }),
        };
        const { data: page } = await GET(path, { params: { ...params, query }, signal });
        items.push(...page.items);
        cursor = page.next_cursor;
      }
      return { items, isWhole: cursor === null };
    },
    everyMs * pages.current,
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

/** A list, mostly of `RowLink`. Arrow keys go from row to row. */
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

interface RowLinkProps {
  readonly to: string;
  readonly isChosen: boolean;
  readonly children: ComponentChildren;
}

export const RowLink = ({ to, isChosen, children }: RowLinkProps): JSX.Element => (
  <li>
    <Link class="row" to={to} aria-current={isChosen ? 'true' : undefined}>
      {children}
    </Link>
  </li>
);

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
export function Beside({ list, choose, children }: BesideProps): JSX.Element {
  const isChosen = Boolean(children);
  const before = useRef(isChosen);
  useLayoutEffect(() => {
    if (before.current === isChosen) return;
    before.current = isChosen;
    // What had the focus is gone, or hidden with the list.
    const { activeElement: active, body } = document;
    if (active === body || active?.getClientRects().length === 0)
      document.getElementById('main')?.focus({ preventScroll: true });
  }, [isChosen]);
  return (
    <div class={isChosen ? 'beside chosen' : 'beside'}>
      {list}
      {children || <p class="choose quiet">{choose}</p>}
    </div>
  );
}

interface DetailProps {
  readonly label: string;
  /** Where the list is, and the words of the link to it, which small screens have. */
  readonly back: readonly [to: string, text: string];
  readonly error?: unknown;
  readonly children: ComponentChildren;
}

/** The one of a list that is chosen. */
export const Detail = ({ label, back: [to, text], error, children }: DetailProps): JSX.Element => (
  <section class="detail" aria-label={label}>
    <Link to={to} class="back">
      {text}
    </Link>
    <Fault error={error} />
    {children}
  </section>
);

interface TitleProps {
  readonly status: string;
  /** Default: that of the status. */
  readonly tone?: string;
  readonly children: ComponentChildren;
}

/** What something is called, and its status. */
export const Title = ({ status, tone = status, children }: TitleProps): JSX.Element => (
  <div class="title">
    <h2 class="text">{children}</h2>
    <Badge tone={tone}>{words(status)}</Badge>
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

interface ItemsProps<T> {
  readonly list: Listed<T>;
  readonly caption: string;
  readonly none: string;
  /** Members of the items. */
  readonly columns: readonly (keyof T & string)[];
  /** Where the first column leads to. */
  readonly to?: (item: T) => string;
}

/** A list as a table, with a column for each of the names. */
export function Items<T>({ list, caption, none, columns, to }: ItemsProps<T>): JSX.Element {
  const { data, error } = list;
  const cell = (item: T) => (name: keyof T & string, index: number) => {
    const value = shown(name, item[name]);
    return index === 0 && to ? <Link to={to(item)}>{value}</Link> : value;
  };
  return (
    <>
      <Fault error={error} />
      {!data && error === undefined && <p class="quiet">{texts.loading}</p>}
      {data?.length === 0 && <p class="quiet">{none}</p>}
      {data && data.length > 0 && (
        <Table
          caption={caption}
          head={columns.map(nameOf)}
          rows={data.map((item) => columns.map(cell(item)))}
        />
      )}
      <More list={list} />
    </>
  );
}
