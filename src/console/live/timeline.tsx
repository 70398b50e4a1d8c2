import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { Badge, Members, Time } from '../parts.tsx';
import { texts, words } from '../texts.ts';
import { settlement } from './decisions.tsx';
import { entriesOf, type Entry, type Run, type Story, type Turn } from './story.ts';

const t = texts.story;

/** What is said and what happens, as it does. It stays at its end unless somebody has scrolled away from it. */
export function Timeline({
  run,
  turns,
  story,
}: {
  readonly run: Run;
  readonly turns: readonly Turn[] | null;
  readonly story: Story | undefined;
}): JSX.Element {
  const list = useRef<HTMLOListElement>(null);
  const isAtEnd = useRef(true);
  const entries = useMemo(() => {
    return entriesOf(turns, story, [
      [run.created_at, t.created],
      [run.placed_at, t.placed],
      [run.answered_at, t.answered],
      [run.ended_at, t.ended(words(run.outcome ?? ''))],
    ]);
  }, [run, turns, story]);
  useLayoutEffect(() => {
    if (isAtEnd.current && run.ended_at === null && list.current)
      list.current.scrollTop = list.current.scrollHeight;
  }, [entries]);
  const scrolled = ({
    currentTarget: { scrollTop, clientHeight, scrollHeight },
  }: {
    currentTarget: HTMLElement;
  }): void => {
    isAtEnd.current = scrollTop + clientHeight > scrollHeight - 40;
  };
  const hasTurns = (turns?.length ?? 0) > 0;
  return (
    <section class="talk" aria-labelledby="said">
      <h3 id="said">{run.ended_at === null ? texts.call.transcript : texts.call.story}</h3>
      <ol
        ref={list}
        onScroll={scrolled}
        tabIndex={0}
        aria-labelledby="said"
        aria-live={run.ended_at === null ? 'polite' : 'off'}
      >
        {entries.map((entry) => (
          <li key={entry.key} class={`entry ${classOf(entry)}`}>
            <EntryLine entry={entry} />
          </li>
        ))}
      </ol>
      {!hasTurns && (
        <p class="quiet">{run.ended_at === null ? texts.call.nothing : texts.call.removed}</p>
      )}
      {story && story.events.length > 0 && (
        <details>
          <summary>
            {t.events} <span class="count">{story.events.length}</span>
          </summary>
          <ol class="events">
            {story.events.map((event) => (
              <li key={event.id}>
                <code>{event.type}</code>{' '}
                <span class="quiet">{'created_at' in event && <Time at={event.created_at} />}</span>
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  );
}

const classOf = (entry: Entry): string =>
  entry.kind === 'turn' ? (entry.turn.role === 'agent' ? 'agent' : 'caller') : entry.kind;

function EntryLine({ entry }: { readonly entry: Entry }): JSX.Element {
  const time = (
    <span class="quiet at">
      <Time at={entry.at} isShort={entry.kind !== 'mark'} />
    </span>
  );
  switch (entry.kind) {
    case 'turn': {
      const { role, kind, text, interrupted } = entry.turn;
      return (
        <>
          <p class="speaker">
            {role === 'agent' ? texts.call.agent : role === 'caller' ? texts.call.caller : role}{' '}
            {time}
            {interrupted && <Badge tone="calm">{texts.call.interrupted}</Badge>}
          </p>
          <p class="text">{kind === 'keys' ? texts.call.keysPressed(text) : text}</p>
        </>
      );
    }
    case 'instruction': {
      const { text, status, reason } = entry.instruction;
      return (
        <>
          <p class="speaker">
            {t.instruction} <Badge tone={status}>{words(status)}</Badge> {time}
          </p>
          <p class="text">{text}</p>
          {reason !== null && <p class="quiet">{t.because(reason)}</p>}
        </>
      );
    }
    case 'tool': {
      const { tool } = entry;
      return (
        <>
          <p class="speaker">
            {t.tool} <code>{tool.tool_name}</code>{' '}
            <Badge tone={tool.status}>{words(tool.status)}</Badge> {time}
          </p>
          {tool.decision !== null && <p>{settlement(tool)}</p>}
          {tool.error_code !== null && (
            <p class="quiet">
              <code>{tool.error_code}</code> {tool.error_detail}
            </p>
          )}
          <details>
            <summary>{t.details}</summary>
            {tool.arguments && <Members value={tool.arguments} />}
            {tool.result !== null && <pre>{JSON.stringify(tool.result, undefined, 2)}</pre>}
          </details>
        </>
      );
    }
    case 'transfer': {
      const { destination, phone_number, sip_uri, status, failure } = entry.transfer;
      return (
        <>
          <p class="speaker">
            {t.transfer} {destination} <Badge tone={status}>{words(status)}</Badge> {time}
          </p>
          <p class="quiet">{phone_number ?? sip_uri}</p>
          {failure && (
            <p class="quiet">
              {failure.message} <code>{failure.code}</code>
            </p>
          )}
        </>
      );
    }
    default:
      return (
        <p class="quiet">
          {entry.text} {time}
        </p>
      );
  }
}
