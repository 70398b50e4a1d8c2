import type { JSX } from 'preact';
import type { ScreenProps } from '../screen.ts';
import { Beside } from '../list.tsx';
import { Fault } from '../parts.tsx';
import { idIn } from '../router.tsx';
import { texts } from '../texts.ts';
import { Call } from './call.tsx';
import { CallList } from './call-list.tsx';
import { DecisionList } from './decisions.tsx';

export function Live({ path: [id], decisions }: ScreenProps): JSX.Element {
  const runId = idIn(id);
  return (
    <>
      <h1 class="unseen">{texts.live.title}</h1>
      <DecisionList decisions={decisions} />
      <Fault error={decisions.error} />
      <Beside list={<CallList chosen={runId} />} choose={texts.live.choose}>
        {runId !== undefined && <Call key={runId} id={runId} />}
      </Beside>
    </>
  );
}
