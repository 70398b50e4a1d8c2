import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { api, may, type Schemas } from '../api.ts';
import { useAction } from '../hooks.ts';
import { Act, Choice, Field, Form } from '../forms.tsx';
import { Fault } from '../parts.tsx';
import { texts } from '../texts.ts';
import type { Run, Session } from './story.ts';

type Destination = Schemas['TransferDestination'];
const t = texts.call;

interface ActionsProps {
  readonly run: Run;
  readonly session: Session | undefined;
  readonly reload: () => void;
}

/** What a person can do with a call in progress. What the role does not allow is not there. */
export function Actions({ run, session, reload }: ActionsProps): JSX.Element {
  const params = { path: { run_id: run.id } };
  const destinations = destinationsOf(session);
  return (
    <div class="buttons">
      {run.phase === 'talking' && destinations.length > 0 && (
        <Transfer id={run.id} destinations={destinations} done={reload} />
      )}
      <Act
        operation="hangUpRun"
        label={t.hangUp}
        isDangerous
        isDisabled={run.hang_up_requested_at !== null}
        act={() => api.POST('/api/v1/runs/{run_id}/hang-up', { params })}
        done={reload}
      >
        <p>{t.hangUpSure}</p>
      </Act>
    </div>
  );
}

/** The settings are as somebody has sent them: their types are not in the contract. */
function destinationsOf(session: Session | undefined): Destination[] {
  const given: unknown = session?.workflow_configurations.transfer_destinations;
  const list = Array.isArray(given) ? (given as Destination[]) : [];
  return list.filter((each: Destination | null) => typeof each?.name === 'string');
}

interface DoneProps {
  readonly id: number;
  readonly done: () => void;
}

interface TransferProps extends DoneProps {
  readonly destinations: readonly Destination[];
}

function Transfer({ id, destinations, done }: TransferProps): JSX.Element {
  const params = { path: { run_id: id } };
  const [name, setName] = useState(destinations[0]?.name ?? '');
  const [isWarm, setWarm] = useState(false);
  const [briefing, setBriefing] = useState('');
  const isHandoff = destinations.find((each) => each.name === name)?.workflow_id !== undefined;
  const kind = isHandoff ? 'handoff' : isWarm ? 'warm' : 'cold';
  const hasBriefing = kind !== 'cold' && briefing.trim() !== '';
  const transfer = (): Promise<unknown> => {
    const body = {
      destination: name,
      kind,
      ...(hasBriefing && { briefing: { text: briefing } }),
    } as const;
    return api.POST('/api/v1/runs/{run_id}/transfers', { params, body });
  };
  return (
    <Act operation="createRunTransfer" label={t.transfer} act={transfer} done={done}>
      <Choice
        label={t.transferTo}
        value={name}
        onInput={setName}
        options={destinations.map((each) => [
          each.name,
          [each.name, each.phone_number ?? each.sip_uri, each.description]
            .filter(Boolean)
            .join(' · '),
        ])}
      />
      <Choice
        label={t.kind}
        value={kind}
        isDisabled={isHandoff}
        onInput={(value) => setWarm(value === 'warm')}
        options={(isHandoff ? (['handoff'] as const) : (['cold', 'warm'] as const)).map((each) => [
          each,
          t.kinds[each],
        ])}
      />
      {kind !== 'cold' && (
        <Field
          label={t.briefing}
          rows={3}
          maxLength={500}
          isOptional={kind !== 'warm'}
          value={briefing}
          onInput={setBriefing}
        />
      )}
      <Refusal id={id} destination={name} kind={kind} />
    </Act>
  );
}

interface RefusalProps {
  readonly id: number;
  readonly destination: string;
  readonly kind: 'cold' | 'warm' | 'handoff';
}

/** Why the transfer would be refused now. */
function Refusal({ id, destination, kind }: RefusalProps): JSX.Element | null {
  const [preview, setPreview] = useState<Schemas['RunTransferPreview']>();
  useEffect(() => {
    setPreview(undefined);
    const ending = new AbortController();
    const params = { path: { run_id: id } };
    // A briefing is needed, and is not what the rules look at.
    const body = { destination, kind, ...(kind === 'warm' && { briefing: { text: '-' } }) };
    api
      .POST('/api/v1/runs/{run_id}/preview-transfer', { params, body, signal: ending.signal })
      .then(({ data }) => setPreview(data))
      .catch(() => undefined);
    return () => ending.abort();
  }, [destination, kind]);
  if (!preview?.refusal) return null;
  return (
    <p class="fault">
      {preview.refusal.message} <code>{preview.refusal.code}</code>
    </p>
  );
}

/** What is typed stays until the server has taken it. */
export function Instruct({ id, done }: DoneProps): JSX.Element | null {
  const [text, setText] = useState('');
  const init = { params: { path: { run_id: id } }, body: { text } };
  const instruct = useAction(
    () => api.POST('/api/v1/runs/{run_id}/instructions', init),
    () => {
      // Somebody may have typed on meanwhile.
      setText((typed) => (typed === text ? '' : typed));
      done();
    },
  );
  if (!may('createRunInstruction')) return null;
  return (
    <>
      <Fault error={instruct.error} />
      <Form class="form instruct" onSubmit={instruct.run}>
        <Field
          label={t.instruct}
          value={text}
          maxLength={2000}
          placeholder={t.instructPlace}
          onInput={setText}
        />
        <button class="main" type="submit" disabled={instruct.isRunning}>
          {t.send}
        </button>
      </Form>
    </>
  );
}
