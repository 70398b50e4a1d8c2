import type { ComponentChildren, JSX } from 'preact';
import { durationOf, Facts, Members } from '../parts.tsx';
import { texts } from '../texts.ts';
import type { Run } from './story.ts';

const t = texts.call;

/** How a call ended. Its addresses of other hosts are text: nothing is loaded from there. */
export function Result({ run }: { readonly run: Run }): JSX.Element {
  const { analysis, failure } = run;
  const success = analysis?.call_successful;
  const rows: (readonly [string, ComponentChildren])[] = [
    [t.summary, analysis?.call_summary],
    [t.disposition, run.call_disposition],
    [t.successful, typeof success === 'boolean' ? (success ? texts.yes : texts.no) : undefined],
    [t.answeredBy, run.answered_by],
    [
      t.duration,
      run.duration_seconds === null ? undefined : durationOf(run.duration_seconds * 1000),
    ],
    [
      t.failure,
      failure && (
        <>
          {failure.message} <code>{failure.code}</code>
        </>
      ),
    ],
    [t.campaign, run.campaign_id],
    [t.external, run.external_id],
    [
      t.recording,
      run.recording_url !== null && (
        <>
          <code>{run.recording_url}</code> <span class="quiet">{t.recordingNote}</span>
        </>
      ),
    ],
  ];
  return (
    <section class="result" aria-labelledby="result">
      <h3 id="result">{t.result}</h3>
      <Facts of={rows} />
      <More title={t.gathered} value={run.gathered_context} />
      <More title={t.analysis} value={analysis?.custom} />
    </section>
  );
}

function More({
  title,
  value,
}: {
  readonly title: string;
  readonly value: object | null | undefined;
}): JSX.Element | null {
  if (!value || Object.keys(value).length === 0) return null;
  return (
    <details open>
      <summary>{title}</summary>
      <Members value={value} />
    </details>
  );
}
