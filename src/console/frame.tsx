import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { anonymous } from './api.ts';
import { emit } from './events.ts';
import { useStream } from './hooks.ts';
import { useDecisions } from './live/decisions.tsx';
import { Live } from './live/live.tsx';
import { isCommand } from './parts.tsx';
import { go, Link, usePath } from './router.tsx';
import { leave, type User } from './session.ts';
import { texts, words } from './texts.ts';

/** What stands around every screen: the screens, who is logged in, and what waits for a person. */
export function Frame({ user }: { readonly user: User }): JSX.Element {
  const [screen, id] = usePath();
  const decisions = useDecisions();
  useStream('/api/v1/events/stream', {}, emit);
  const count = (decisions.data ?? []).filter(({ settledAt }) => settledAt === undefined).length;
  useEffect(() => {
    if (screen === undefined) go('/live', true);
  }, [screen]);
  useEffect(() => {
    document.title = `${count > 0 ? `(${count}) ` : ''}${texts.live.title} · ${texts.name}`;
  }, [count]);
  useEffect(() => {
    const goToFirst = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'w' || !isCommand(event)) return;
      const first = document.querySelector<HTMLElement>('.decision:not(.settled)');
      if (first) first.focus();
      else go('/live');
    };
    addEventListener('keydown', goToFirst);
    return () => removeEventListener('keydown', goToFirst);
  }, []);
  // A session that has ended is no reason to log in.
  const end = (token: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}` };
    return anonymous.POST('/api/v1/auth/logout', { headers, signal: AbortSignal.timeout(3000) });
  };
  return (
    <>
      <a class="skip" href="#main">
        {texts.skip}
      </a>
      <header class="top">
        <strong>{texts.name}</strong>
        <nav aria-label={texts.name}>
          <Link to="/live" aria-current={screen === 'live' ? 'page' : undefined}>
            {texts.live.title}
            {count > 0 && <span class="count">{count}</span>}
          </Link>
        </nav>
        <span class="who">
          <span class="email">{user.email}</span> <span class="quiet">{words(user.role)}</span>
        </span>
        <button class="plain" type="button" onClick={() => void leave(end)}>
          {texts.logIn.logOut}
        </button>
      </header>
      <p class="unseen" role="status">
        {count > 0 ? texts.decisions.count(count) : ''}
      </p>
      <main id="main" tabIndex={-1}>
        {screen === 'live' || screen === undefined ? (
          <Live decisions={decisions} id={id} />
        ) : (
          <div class="alone">
            <h1>{texts.noPage}</h1>
            <Link to="/live">{texts.toLive}</Link>
          </div>
        )}
      </main>
    </>
  );
}
