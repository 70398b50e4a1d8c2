import { Component, type JSX } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { api, now, type Schemas } from '../api.ts';
import { useEvents } from '../events.ts';
import { useLoad } from '../hooks.ts';
import { Find } from '../forms.tsx';
import { Badge, durationOf, Elapsed, Fault } from '../parts.tsx';
import { moveFocus, RowLink } from '../list.tsx';
import { heading, texts, words as asWords } from '../texts.ts';

type Run = Schemas['WorkflowRunSummary'];

interface Calls {
  readonly runs: readonly Run[];
  readonly pages: number;
  readonly isWhole: boolean;
}

const pageSize = 200;
const maxRuns = 5000;
const maxEnded = 100;
const dayMs = 86_400_000;
const everyMs = 3000;
const eventPauseMs = 300;
/** The order in which people look at them. */
const phases = ['transferring', 'talking', 'ringing', 'dialing', 'queued', 'transferred', 'ended'];

async function load(signal: AbortSignal): Promise<Calls> {
  const of = (query: { has_ended: boolean; limit: number; created_after?: string }) =>
    api.pages('/api/v1/runs', { params: { query: { is_call: true, ...query } }, signal });
  const readCurrent = async (): Promise<Calls> => {
    const runs: Run[] = [];
    let pages = 0;
    for await (const page of of({ has_ended: false, limit: pageSize })) {
      runs.push(...page.items);
      pages += 1;
      if (runs.length >= maxRuns) return { runs, pages, isWhole: page.next_cursor === null };
    }
    return { runs, pages, isWhole: true };
  };
  const readEnded = async (): Promise<readonly Run[]> => {
    // Runs outside these hours are not searched, however many there are.
    const created_after = new Date(now() - dayMs).toISOString();
    for await (const { items } of of({ has_ended: true, created_after, limit: maxEnded }))
      return items;
    return [];
  };
  const [current, ended] = await Promise.all([readCurrent(), readEnded()]);
  // One that has ended meanwhile is in both.
  const runs = new Map([...current.runs, ...ended].map((run) => [run.id, run]));
  return { ...current, runs: [...runs.values()] };
}

export function CallList({ chosen }: { readonly chosen: number | undefined }): JSX.Element {
  const pages = useRef(1);
  const { data, error, reload } = useLoad('calls', load, everyMs * pages.current);
  pages.current = data?.pages ?? 1;
  const soon = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEvents(({ type }) => {
    // A long list waits for its turn: it would be loaded all the time.
    if (pages.current > 3 || !/^(call|transfer)_/.test(type)) return;
    clearTimeout(soon.current);
    soon.current = setTimeout(reload, eventPauseMs);
  });
  const [words, setWords] = useState('');
  const groups = useMemo(() => grouped(data?.runs ?? [], words), [data, words]);
  const current = groups.flatMap(({ phase, runs }) => (phase === 'ended' ? [] : runs)).length;
  const all = (data?.runs ?? []).filter(({ phase }) => phase !== 'ended').length;
  const t = texts.live;
  return (
    <section class="list" aria-label={t.title} onKeyDown={moveFocus}>
      <div class="find">
        <Find label={t.find} placeholder={t.finder} value={words} onInput={setWords} />
        <span class="quiet">{data ? t.count(current, all) : texts.loading}</span>
      </div>
      <Fault error={error} />
      {data && !data.isWhole && <p class="quiet">{t.more(maxRuns)}</p>}
      {data && current === 0 && <p class="quiet none">{all === 0 ? t.none : t.noneFound}</p>}
      {groups.map(({ phase, runs }) => (
        <section key={phase} class={`phase ${phase}`}>
          <h2>
            {phase === 'ended' ? t.recent : heading(phase)}
            <span class="count">{runs.length}</span>
          </h2>
          <ul>
            {runs.map((run) => (
              <Row key={run.id} run={run} isChosen={run.id === chosen} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

function grouped(runs: readonly Run[], words: string): { phase: string; runs: Run[] }[] {
  const wanted = words.trim().toLowerCase();
  const isFound = (run: Run): boolean =>
    [
      run.to_number,
      run.from_number,
      run.workflow_name,
      run.name,
      String(run.id),
      run.external_id,
    ].some((text) => text?.toLowerCase().includes(wanted));
  const found = wanted === '' ? runs : runs.filter(isFound);
  const byPhase = Map.groupBy(found, ({ phase }) => phase);
  // A phase that was added later comes last.
  const names = new Set([...phases, ...byPhase.keys()]);
  return [...names].flatMap((phase) => {
    const group = byPhase.get(phase);
    return group ? [{ phase, runs: group }] : [];
  });
}

interface RowProps {
  readonly run: Run;
  readonly isChosen: boolean;
}

/** A call of the list. It is drawn again only if something that it shows has changed: there can be thousands. */
class Row extends Component<RowProps> {
  override shouldComponentUpdate({ run, isChosen }: RowProps): boolean {
    const { props } = this;
    return (
      run.workflow_name !== props.run.workflow_name ||
      isChosen !== props.isChosen ||
      sinceOf(run) !== sinceOf(props.run) ||
      run.outcome !== props.run.outcome
    );
  }

  override render({ run, isChosen }: RowProps): JSX.Element {
    return (
      <RowLink to={`/live/${run.id}`} isChosen={isChosen}>
        <span class="number">{personIn(run)}</span>
        <span class="quiet time">
          {run.ended_at === null ? (
            <Elapsed since={sinceOf(run)} />
          ) : (
            durationOf((run.duration_seconds ?? 0) * 1000)
          )}
        </span>
        <span class="quiet agent">{run.workflow_name}</span>
        {run.outcome !== null && <Badge tone={run.outcome}>{asWords(run.outcome)}</Badge>}
        {run.outcome === null && run.mode === 'inbound' && (
          <Badge tone="calm">{texts.live.inbound}</Badge>
        )}
      </RowLink>
    );
  }
}

/** The number of the person, which is that of the caller in an inbound call. */
export function personIn({
  mode,
  to_number,
  from_number,
}: Pick<Run, 'mode' | 'to_number' | 'from_number'>): string {
  return (mode === 'inbound' ? from_number : to_number) ?? texts.live.noNumber;
}

/** When the phase of a run began, as far as it is known. */
const sinceOf = ({ answered_at, placed_at, queued_at, created_at }: Run): string =>
  answered_at ?? placed_at ?? queued_at ?? created_at;
