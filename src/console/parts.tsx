import { ApiError, ConnectionError, isProblem } from '@voice-agent-platform/client';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import { now, Unreachable } from './api.ts';
import { heading, texts } from './texts.ts';

/** What was refused: the server's sentence, its code, and the request to report. */
export function Fault({ error }: { readonly error: unknown }): JSX.Element | null {
  if (error === undefined) return null;
  const code = isProblem(error) ? error.code : undefined;
  const id = error instanceof ApiError ? error.requestId : undefined;
  return (
    <div class="fault" role="alert">
      <p>{sentenceOf(error)}</p>
      {isProblem(error, 'validation_failed') && (
        <ul>
          {error.errors.map(({ loc, msg }) => (
            <li key={loc.join('.')}>
              <code>{loc.slice(1).join('.')}</code> {msg}
            </li>
          ))}
        </ul>
      )}
      {(code ?? id) !== undefined && (
        <p class="quiet">
          <code>{code}</code> {id !== undefined && texts.request(id)}
        </p>
      )}
    </div>
  );
}

function sentenceOf(error: unknown): string {
  if (isProblem(error, 'validation_failed')) return texts.invalid;
  if (isProblem(error)) return error.problem?.detail ?? error.problem?.title ?? error.message;
  if (error instanceof ApiError) return error.message;
  if (error instanceof Unreachable) return texts.unreachable;
  if (error instanceof ConnectionError) return texts.unanswered;
  return texts.unexpected;
}

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

interface TimeProps {
  readonly at: string;
  /** Where the date is known. */
  readonly isShort?: boolean;
}

/** A time of day, with the date where it is not today's. */
export function Time({ at, isShort }: TimeProps): JSX.Element {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return <>{at}</>;
  const isToday = isShort === true || day.format(date) === day.format(now());
  return (
    <time dateTime={at} title={at}>
      {isToday ? '' : `${day.format(date)}, `}
      {clock.format(date)}
    </time>
  );
}

/** Minutes and seconds, with hours and days where there are any. */
export function durationOf(milliseconds: number): string {
  const all = Math.max(0, Math.floor(milliseconds / 1000));
  const [days, hours, minutes] = [
    Math.floor(all / 86_400),
    Math.floor(all / 3600) % 24,
    Math.floor(all / 60) % 60,
  ];
  if (days > 0) return `${days} d ${hours} h`;
  const rest = [minutes, all % 60].map((each) => String(each).padStart(2, '0')).join(':');
  return hours > 0 ? `${hours}:${rest}` : rest;
}

/** The places that show how long something lasts. One timer writes all of them, as there can be thousands. */
const lasting = new Map<HTMLElement, number>();

function write(element: HTMLElement, since: number): void {
  const text = durationOf(now() - since);
  if (element.textContent !== text) element.textContent = text;
}
setInterval(() => lasting.forEach((since, element) => write(element, since)), 1000);

/** How long it is ago, and going on. */
export function Elapsed({ since }: { readonly since: string }): JSX.Element {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    lasting.set(element, Date.parse(since));
    write(element, Date.parse(since));
    return () => void lasting.delete(element);
  }, [since]);
  return <span class="number" ref={place} />;
}

export function Badge({
  tone,
  children,
}: {
  readonly tone: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return <span class={`badge ${tone}`}>{children}</span>;
}

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly onClose?: () => void;
}

/** A dialog that is open as long as it is there. Without `onClose` it cannot be closed. */
export function Dialog({ title, children, onClose }: DialogProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  // The log-in can stand above another one.
  const id = useId();
  // At once: the next key is for the dialog.
  useLayoutEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => (before instanceof HTMLElement ? before.focus() : undefined);
  }, []);
  // A browser can close it without asking: what must be answered opens again.
  const closed = (): void => (onClose ? onClose() : dialog.current?.showModal());
  // The key that opened it does not confirm it too, however long it is held.
  const press = (event: KeyboardEvent): void => {
    if (event.repeat && event.target instanceof HTMLButtonElement) event.preventDefault();
  };
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={closed} onKeyDown={press}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}

/**
 * A text whose order is that of its characters: those that turn it round can make a person agree to something else (UTS 39,
 * section 3, and CVE-2021-42574).
 */
export const inOrder = (text: string): string =>
  text.replace(
    /[\u202a-\u202e\u2066-\u2069]/g,
    (each) => `[U+${each.charCodeAt(0).toString(16).toUpperCase()}]`,
  );

/** JSON as people read it: a line for each member. All of it is text. */
export function Members({ value }: { readonly value: object }): JSX.Element {
  return (
    <dl class="members">
      {Object.entries(value).map(([name, each]) => (
        <div key={name}>
          <dt>{inOrder(name)}</dt>
          <dd>{inOrder(typeof each === 'string' ? each : JSON.stringify(each, undefined, 1))}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Names with values; what has no value is left out. */
export function Facts({
  of,
}: {
  readonly of: readonly (readonly [name: string, value: ComponentChildren])[];
}): JSX.Element {
  const known = of.filter(([, value]) => ![undefined, null, false, ''].includes(value as null));
  return (
    <dl class="facts">
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The name of a member, as the heading of its value. */
export const nameOf = (name: string): string => heading(name.replace(/_(at|seconds)$/, ''));

/** The value of a member of the contract, by its name. All of it is text. */
export function shown(name: string, value: unknown): ComponentChildren {
  if (value === null || value === undefined || value === '') return undefined;
  if (typeof value === 'number')
    return name.endsWith('_seconds') ? durationOf(value * 1000) : value.toLocaleString('en-GB');
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (typeof value === 'string')
    return /_at$|^(ts|until|not_before)$/.test(name) ? <Time at={value} /> : value;
  // What a rule has found.
  const { message, code, until } = value as Readonly<Record<string, unknown>>;
  if (typeof message === 'string')
    return (
      <>
        {message} {shown('until', until)} <code>{code as string}</code>
      </>
    );
  return <Members value={value} />;
}

/** Members of an object for `Facts`. */
export const pick = <T extends object>(
  object: T,
  names: readonly (keyof T & string)[],
): (readonly [string, ComponentChildren])[] =>
  names.map((name) => [nameOf(name), shown(name, object[name])]);

/** Whether a key press is a command: not typed into a field, and without a key that makes another command of it. */
export function isCommand(event: KeyboardEvent): boolean {
  const { target } = event;
  const isField =
    target instanceof HTMLElement && target.closest('input, textarea, select, dialog') !== null;
  return !isField && !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
}
