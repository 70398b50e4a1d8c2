import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

export const base = '/console';
const listeners = new Set<() => void>();

/** The parts of the address below `/console`: `['live', '123']`. */
const partsOf = (): string[] => location.pathname.slice(base.length).split('/').filter(Boolean);

export function usePath(): string[] {
  const [parts, setParts] = useState(partsOf);
  useEffect(() => {
    const read = (): void => setParts(partsOf());
    listeners.add(read);
    addEventListener('popstate', read);
    return () => {
      listeners.delete(read);
      removeEventListener('popstate', read);
    };
  }, []);
  return parts;
}

/** Goes to an address below `/console`. */
export function go(to: string, isInstead = false): void {
  history[isInstead ? 'replaceState' : 'pushState'](null, '', base + to);
  for (const listener of listeners) listener();
}

/** The ID that a part of the address is; undefined if it is none. */
export const idIn = (part: string | undefined): number | undefined =>
  part !== undefined && /^[1-9]\d{0,15}$/.test(part) ? Number(part) : undefined;

interface LinkProps {
  readonly to: string;
  readonly class?: string;
  readonly 'aria-current'?: 'page' | 'true' | undefined;
  readonly children: ComponentChildren;
}

/** A link to a screen. Only addresses of the console are links: texts of others never are. */
export function Link({ to, children, ...rest }: LinkProps): JSX.Element {
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    go(to);
    scrollTo(0, 0);
  };
  return (
    <a {...rest} href={base + to} onClick={follow}>
      {children}
    </a>
  );
}
