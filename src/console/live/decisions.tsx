import { isProblem } from '@voice-agent-platform/client';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { api, may, now, type Schemas } from '../api.ts';
import { useEvents } from '../events.ts';
import { type Loaded, useAction, useLoad, useTick } from '../hooks.ts';
import { ReasonForm } from '../forms.tsx';
import { Badge, Fault, isCommand, Members } from '../parts.tsx';
import { Link } from '../router.tsx';
import { stateOf } from '../session.ts';
import { texts } from '../texts.ts';

type Summary = Schemas['ToolExecutionSummary'];
type ToolExecution = Summary & Pick<Schemas['ToolExecution'], 'decision_reason'>;

/** A call of a tool that waits for a person, or did a moment ago. */
export interface Decision {
  readonly execution: ToolExecution;
  /** When it was seen that it no longer waits. */
  readonly settledAt?: number;
}

export type Decisions = Loaded<readonly Decision[]>;

const path = '/api/v1/tool-executions/{tool_execution_id}';
const everyMs = 2000;
const maxWaiting = 1000;
/** How long it stays to be seen what became of it. */
const staysMs = 8000;

/** What waits for a person in the whole organization, the most urgent first. */
export function useDecisions(): Decisions {
  const decisions = useLoad<readonly Decision[]>('decisions', load, everyMs);
  useEvents(({ type }) => type.startsWith('tool_approval_') && decisions.reload());
  return decisions;
}

async function load(signal: AbortSignal, previous: readonly Decision[] = []): Promise<Decision[]> {
  const query = { status: 'waiting_for_approval', limit: 200 } as const;
  const waiting = new Map<number, Summary>();
  // The newest come first: the most urgent are on the last page.
  for await (const page of api.pages('/api/v1/tool-executions', { params: { query }, signal })) {
    for (const each of page.items) waiting.set(each.id, each);
    if (waiting.size >= maxWaiting) break;
  }
  const known = new Map(previous.map((each) => [each.execution.id, each]));
  const read = async (id: number): Promise<Decision[]> => {
    const before = known.get(id);
    const { settledAt } = before ?? {};
    if (settledAt !== undefined && now() - settledAt >= staysMs) return [];
    if (before && (settledAt !== undefined || waiting.has(id))) return [before];
    const execution = waiting.get(id);
    if (execution?.arguments) return [{ execution: { ...execution, decision_reason: null } }];
    const params = { path: { tool_execution_id: id } };
    try {
      const { data: execution } = await api.GET(path, { params, signal });
      const isWaiting = execution.status === query.status;
      return [isWaiting ? { execution } : { execution, settledAt: now() }];
    } catch (error) {
      // Its run was deleted.
      if (isProblem(error, 'not_found')) return [];
      throw error;
    }
  };
  const all = (
    await Promise.all([...new Set([...waiting.keys(), ...known.keys()])].map(read))
  ).flat();
  return all.toSorted((a, b) => expiryOf(a) - expiryOf(b) || a.execution.id - b.execution.id);
}

const expiryOf = ({ execution }: Decision): number =>
  Date.parse(execution.approval_expires_at ?? execution.created_at);

/** A click so soon after the cards have moved was meant for another one. */
const steadyMs = 500;

export function DecisionList({ decisions }: { readonly decisions: Decisions }): JSX.Element | null {
  const { data: items = [], reload } = decisions;
  const focused = useRef<number>(undefined);
  const list = useRef<HTMLElement>(null);
  const order = useRef<readonly number[]>([]);
  const movedAt = useRef(-steadyMs);
  useLayoutEffect(() => {
    const ids = items.map(({ execution }) => execution.id);
    const hasMoved = order.current.some(
      (id, place) => ids.indexOf(id) !== place && ids.includes(id),
    );
    order.current = ids;
    if (hasMoved) movedAt.current = performance.now();
  }, [items]);
  // Whoever decided one by keyboard goes on with the next.
  useEffect(() => {
    if (
      focused.current === undefined ||
      items.some(({ execution }) => execution.id === focused.current)
    )
      return;
    focused.current = undefined;
    if (document.activeElement !== document.body) return;
    (
      list.current?.querySelector<HTMLElement>('.decision') ?? document.getElementById('main')
    )?.focus();
  }, [items]);
  if (items.length === 0) return null;
  return (
    <section class="decisions" ref={list} aria-labelledby="decisions">
      <h2 id="decisions">{texts.decisions.title}</h2>
      {may('acceptToolExecution') && <p class="quiet keys">{texts.decisions.keys}</p>}
      <div class="cards">
        {items.map((each) => (
          <Card
            key={each.execution.id}
            decision={each}
            reload={reload}
            isSteady={() => performance.now() - movedAt.current >= steadyMs}
            onFocus={() => (focused.current = each.execution.id)}
          />
        ))}
      </div>
    </section>
  );
}

interface CardProps {
  readonly decision: Decision;
  readonly reload: () => void;
  readonly isSteady: () => boolean;
  readonly onFocus: () => void;
}

function Card({
  decision: { execution, settledAt },
  reload,
  isSteady,
  onFocus,
}: CardProps): JSX.Element {
  const { id, run_id, tool_name, is_write, arguments: given } = execution;
  const [isDeclining, setDeclining] = useState(false);
  const card = useRef<HTMLElement>(null);
  const params = { path: { tool_execution_id: id } };
  const accept = useAction(() => api.POST(`${path}/accept`, { params }).finally(reload));
  const decline = useAction((why: string) =>
    api.POST(`${path}/decline`, { params, body: { reason: why } }).finally(reload),
  );
  const isWaiting = settledAt === undefined;
  const mayAccept = isWaiting && may('acceptToolExecution');
  const mayDecline = isWaiting && may('declineToolExecution');
  const press = (event: KeyboardEvent): void => {
    if (!isCommand(event) || event.shiftKey) return;
    const key = event.key.toLowerCase();
    if (key === 'a' && mayAccept) accept.run();
    else if (key === 'd' && mayDecline) setDeclining(true);
    else return;
    event.preventDefault();
  };
  // Of keys, `detail` is 0: these act on what is in focus, wherever it is.
  const click = ({ detail }: MouseEvent): void => {
    if (detail === 0 || isSteady()) accept.run();
  };
  const stop = (): void => {
    setDeclining(false);
    card.current?.focus();
  };
  const isBusy = accept.isRunning || decline.isRunning;
  const t = texts.decisions;
  return (
    <article
      class={isWaiting ? 'decision' : 'decision settled'}
      ref={card}
      tabIndex={0}
      aria-label={t.label(tool_name, run_id)}
      onKeyDown={press}
      onFocus={onFocus}
    >
      <header>
        <strong>{tool_name}</strong>
        <Badge tone={is_write ? 'warn' : 'calm'}>{is_write ? t.changes : t.reads}</Badge>
        <Link to={`/live/${run_id}`}>{texts.live.run(run_id)}</Link>
      </header>
      {given && Object.keys(given).length > 0 ? (
        <Members value={given} />
      ) : (
        <p class="quiet">{t.noArguments}</p>
      )}
      {isWaiting ? <Left execution={execution} /> : <p class="outcome">{settlement(execution)}</p>}
      <Fault error={accept.error ?? decline.error} />
      {!isDeclining ? (
        <div class="buttons">
          {mayAccept && (
            <button class="main" type="button" disabled={isBusy} onClick={click}>
              {t.accept} <kbd>A</kbd>
            </button>
          )}
          {mayDecline && (
            <button type="button" disabled={isBusy} onClick={() => setDeclining(true)}>
              {t.decline} <kbd>D</kbd>
            </button>
          )}
        </div>
      ) : (
        <ReasonForm
          label={t.reason}
          submit={t.sendDecline}
          isBusy={isBusy || !mayDecline}
          onSubmit={decline.run}
          onCancel={stop}
        />
      )}
    </article>
  );
}

/** How long there is to decide. */
function Left({ execution }: { readonly execution: ToolExecution }): JSX.Element {
  useTick(250, true);
  const end = Date.parse(execution.approval_expires_at ?? '');
  const all = end - Date.parse(execution.created_at);
  const left = Math.max(0, end - now());
  const seconds = Math.ceil(left / 1000);
  const t = texts.decisions;
  return (
    <p class={seconds <= 10 ? 'left urgent' : 'left'}>
      <progress max={all} value={Math.min(left, all)} aria-label={t.left(seconds)} />
      <span class="number">{left > 0 ? t.left(seconds) : t.over}</span>
    </p>
  );
}

/** What became of a call of a tool, and by whom. */
export function settlement(execution: ToolExecution): string {
  const { decision, decided_by, decided_by_email, decision_reason } = execution;
  const t = texts.decisions;
  const state = stateOf();
  const isOwn = 'user' in state && state.user.id === decided_by;
  const who = isOwn ? t.you : (decided_by_email ?? t.member(decided_by));
  const why = decision_reason === null ? '' : ` ${texts.story.because(decision_reason)}`;
  if (decision === 'accepted') return t.settled.accepted(who);
  if (decision === 'declined') return t.settled.declined(who) + why;
  return t.settled.closed;
}
