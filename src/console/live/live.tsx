import type { JSX } from 'preact';
import { Fault } from '../parts.tsx';
import { texts } from '../texts.ts';
import { Call } from './call.tsx';
import { CallList } from './call-list.tsx';
import { DecisionList, type Decisions } from './decisions.tsx';

interface LiveProps {
  readonly decisions: Decisions;
  /** The run whose call is shown beside the list. */
  readonly id: string | undefined;
}

export function Live({ decisions, id }: LiveProps): JSX.Element {
  const runId = id !== undefined && /^[1-9]\d{0,15}$/.test(id) ? Number(id) : undefined;
  return (
    <>
      <h1 class="unseen">{texts.live.title}</h1>
      <DecisionList decisions={decisions} />
      <Fault error={decisions.error} />
      <div class={id === undefined ? 'live' : 'live chosen'}>
        <CallList chosen={runId} />
        {id === undefined ? (
          <p class="choose quiet">{texts.live.choose}</p>
        ) : runId === undefined ? (
          <p class="choose quiet">{texts.noPage}</p>
        ) : (
          <Call key={runId} id={runId} />
        )}
      </div>
    </>
  );
}
