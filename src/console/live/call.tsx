import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { api } from '../api.ts';
import { useLoad, useStream } from '../hooks.ts';
import { Badge, Elapsed, Fault } from '../parts.tsx';
import { Link } from '../router.tsx';
import { heading, texts, words } from '../texts.ts';
import { Actions, Instruct } from './actions.tsx';
import { personIn } from './call-list.tsx';
import { Result } from './result.tsx';
import { loadStory, type Run, type Session, type Story, type Turn } from './story.ts';
import { Timeline } from './timeline.tsx';

const steps = ['queued', 'dialing', 'ringing', 'talking'] as const;
/** While it goes on, and afterwards, when its result may still come. */
const [soonMs, laterMs] = [2000, 10_000];

/** One call: what is said in it, what people can do, and afterwards its story. */
export function Call({ id }: { readonly id: number }): JSX.Element {
  const path = { run_id: id };
  const ending = useRef(false);
  const run = useLoad<Run>(
    `run ${id}`,
    async (signal) => (await api.GET('/api/v1/runs/{run_id}', { params: { path }, signal })).data,
    ending.current ? laterMs : soonMs,
  );
  const [said, setSaid] = useState<readonly Turn[]>();
  const isOver = run.data?.state === 'completed';
  ending.current = isOver;
  const story = useLoad<Story>(
    `story ${id}`,
    (signal, previous) => loadStory(id, signal, previous),
    isOver ? laterMs : soonMs,
  );
  const session = useLoad<Session>(
    `session ${id}`,
    async (signal) =>
      (await api.GET('/api/v1/runs/{run_id}/session', { params: { path }, signal })).data,
    60_000,
  );
  useStream(
    run.data && !isOver ? '/api/v1/runs/{run_id}/session/stream' : undefined,
    { params: { path } },
    (event) => {
      if (event.event === 'transcript')
        return setSaid((before = []) => [...before.slice(0, event.index), ...event.turns]);
      run.reload();
      story.reload();
    },
  );
  const { data } = run;
  return (
    <section class="detail" aria-label={texts.call.label(id)}>
      <Link to="/live" class="back">
        {texts.live.back}
      </Link>
      {!data && !run.error && <p class="quiet">{texts.loading}</p>}
      {data && <Head run={data} session={session.data} />}
      <Fault error={run.error ?? story.error} />
      {data && !isOver && <Actions run={data} session={session.data} reload={run.reload} />}
      {data && isOver && <Result run={data} />}
      {data && (
        <Timeline
          run={data}
          turns={(isOver ? undefined : said) ?? data.transcript}
          story={story.data}
        />
      )}
      {data && !isOver && <Instruct id={id} done={story.reload} />}
    </section>
  );
}

function Head({
  run,
  session,
}: {
  readonly run: Run;
  readonly session: Session | undefined;
}): JSX.Element {
  const t = texts.live;
  const own = run.mode === 'inbound' ? run.to_number : run.from_number;
  const at = steps.findIndex((step) => step === run.phase);
  return (
    <header class="head">
      <div class="title">
        <h2>{personIn(run)}</h2>
        {run.hang_up_requested_at !== null && run.ended_at === null && (
          <Badge tone="warn">{texts.call.hangingUp}</Badge>
        )}
        {run.outcome !== null && <Badge tone={run.outcome}>{words(run.outcome)}</Badge>}
        {run.answered_at !== null && run.ended_at === null && <Elapsed since={run.answered_at} />}
      </div>
      <p class="quiet">
        {[
          session?.workflow_name ?? run.workflow_name,
          run.version_number === null ? undefined : t.version(run.version_number),
          own === null ? undefined : t.from(own),
          t.run(run.id),
        ]
          .filter((each) => each !== undefined)
          .join(' · ')}
      </p>
      {run.ended_at === null && (
        <ol class="steps">
          {[...steps, ...(at === -1 ? [run.phase] : [])].map((step, index) => (
            <li
              key={step}
              aria-current={step === run.phase ? 'step' : undefined}
              class={at === -1 || index < at ? 'done' : ''}
            >
              {heading(step)}
            </li>
          ))}
        </ol>
      )}
    </header>
  );
}
