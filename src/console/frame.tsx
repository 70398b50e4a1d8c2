import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Agents } from './agents/agents.tsx';
import { Approvals } from './approvals/approvals.tsx';
import { Campaigns } from './campaigns/campaigns.tsx';
import { emit } from './events.ts';
import { Events } from './events/events.tsx';
import { useStream } from './hooks.ts';
import { useDecisions } from './live/decisions.tsx';
import { Live } from './live/live.tsx';
import { LogOut } from './log-in.tsx';
import { isCommand } from './parts.tsx';
import { go, Link, usePath } from './router.tsx';
import type { ScreenProps } from './screen.ts';
import type { User } from './session.ts';
import { texts, words } from './texts.ts';
import { Usage } from './usage/usage.tsx';

/** The screens in the order of the navigation. Each is at the address of its name. */
const screens: readonly {
  readonly name: string;
  readonly title: string;
  readonly Screen: (props: ScreenProps) => JSX.Element;
}[] = [
  { name: 'live', title: texts.live.title, Screen: Live },
  { name: 'campaigns', title: texts.campaigns.title, Screen: Campaigns },
  { name: 'approvals', title: texts.approvals.title, Screen: Approvals },
  { name: 'agents', title: texts.agents.title, Screen: Agents },
  { name: 'events', title: texts.events.title, Screen: Events },
  { name: 'usage', title: texts.usage.title, Screen: Usage },
];

/** What stands around every screen: the screens, who is logged in, and what waits for a person. */
export function Frame({ user }: { readonly user: User }): JSX.Element {
  const [name, ...path] = usePath();
  const screen = screens.find((each) => each.name === name);
  const decisions = useDecisions();
  useStream('/api/v1/events/stream', {}, emit);
  const count = (decisions.data ?? []).filter(({ settledAt }) => settledAt === undefined).length;
  useEffect(() => {
    if (name === undefined) go('/live', true);
  }, [name]);
  useEffect(() => {
    const title = screen?.title ?? texts.live.title;
    document.title = `${count > 0 ? `(${count}) ` : ''}${title} · ${texts.name}`;
  }, [count, screen]);
  useEffect(() => {
    // A small screen has not all of the navigation in sight.
    const link = document.querySelector('.top [aria-current]');
    link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [screen]);
  useEffect(() => {
    const goToFirst = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'w' || !isCommand(event)) return;
      const first = () => document.querySelector<HTMLElement>('.decision:not(.settled)');
      // At once: the next key is for it.
      if (first()) return first()?.focus();
      go('/live');
      setTimeout(() => first()?.focus());
    };
    addEventListener('keydown', goToFirst);
    return () => removeEventListener('keydown', goToFirst);
  }, []);
  return (
    <>
      <a class="skip" href="#main">
        {texts.skip}
      </a>
      <header class="top">
        <strong>{texts.name}</strong>
        <nav aria-label={texts.name}>
          {screens.map((each) => (
            <Link
              key={each.name}
              to={`/${each.name}`}
              aria-current={each === screen ? 'page' : undefined}
            >
              {each.title}
              {each.name === 'live' && count > 0 && <span class="count">{count}</span>}
            </Link>
          ))}
        </nav>
        <span class="who">
          <span class="email">{user.email}</span> <span class="quiet">{words(user.role)}</span>
        </span>
        <LogOut />
      </header>
      <p class="unseen" role="status">
        {count > 0 ? texts.decisions.count(count) : ''}
      </p>
      <main id="main" tabIndex={-1}>
        {screen ? (
          <screen.Screen path={path} decisions={decisions} />
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
