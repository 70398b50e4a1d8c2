import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { api, may, type Schemas } from '../api.ts';
import { useAction } from '../hooks.ts';
import { Buttons, Dialog, Fault, Form } from '../parts.tsx';
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
  const [open, setOpen] = useState<'hang-up' | 'transfer'>();
  const destinations = destinationsOf(session);
  const mayTransfer =
    may('createRunTransfer') && run.phase === 'talking' && destinations.length > 0;
  const close = (): void => setOpen(undefined);
  const done = (): void => {
    close();
    reload();
  };
  const dialog = { id: run.id, close, done };
  return (
    <div class="buttons">
      {mayTransfer && (
        <button type="button" onClick={() => setOpen('transfer')}>
          {t.transfer}
        </button>
      )}
      {may('hangUpRun') && (
        <button
          type="button"
          class="danger"
          disabled={run.hang_up_requested_at !== null}
          onClick={() => setOpen('hang-up')}
        >
          {t.hangUp}
        </button>
      )}
      {open === 'hang-up' && <HangUp {...dialog} />}
      {open === 'transfer' && <Transfer {...dialog} destinations={destinations} />}
    </div>
  );
}

/** The settings are as somebody has sent them: their types are not in the contract. */
function destinationsOf(session: Session | undefined): Destination[] {
  const given: unknown = session?.workflow_configurations.transfer_destinations;
  const list = Array.isArray(given) ? (given as Destination[]) : [];
  return list.filter((each: Destination | null) => typeof each?.name === 'string');
}

interface DialogProps {
  readonly id: number;
  readonly close: () => void;
  readonly done: () => void;
}

function HangUp({ id, close, done }: DialogProps): JSX.Element {
  const params = { path: { run_id: id } };
  const hangUp = useAction(() => api.POST('/api/v1/runs/{run_id}/hang-up', { params }), done);
  return (
    <Dialog title={t.hangUp} onClose={close}>
      <Form onSubmit={hangUp.run}>
        <p>{t.hangUpSure}</p>
        <Fault error={hangUp.error} />
        <Buttons submit={t.hangUp} isBusy={hangUp.isRunning} close={close} isDangerous />
      </Form>
    </Dialog>
  );
}

interface TransferProps extends DialogProps {
  readonly destinations: readonly Destination[];
}

function Transfer({ id, destinations, close, done }: TransferProps): JSX.Element {
  const params = { path: { run_id: id } };
  const [name, setName] = useState(destinations[0]?.name ?? '');
  const [isWarm, setWarm] = useState(false);
  const [briefing, setBriefing] = useState('');
  const [preview, setPreview] = useState<Schemas['RunTransferPreview']>();
  const isHandoff = destinations.find((each) => each.name === name)?.workflow_id !== undefined;
  const kind = isHandoff ? 'handoff' : isWarm ? 'warm' : 'cold';
  const hasBriefing = kind !== 'cold' && briefing.trim() !== '';
  const transfer = useAction(() => {
    const body = {
      destination: name,
      kind,
      ...(hasBriefing && { briefing: { text: briefing } }),
    } as const;
    return api.POST('/api/v1/runs/{run_id}/transfers', { params, body });
  }, done);
  useEffect(() => {
    setPreview(undefined);
    const ending = new AbortController();
    // A briefing is needed, and is not what the rules look at.
    const body = {
      destination: name,
      kind,
      ...(kind === 'warm' && { briefing: { text: '-' } }),
    } as const;
    api
      .POST('/api/v1/runs/{run_id}/preview-transfer', { params, body, signal: ending.signal })
      .then(({ data }) => setPreview(data))
      .catch(() => undefined);
    return () => ending.abort();
  }, [name, kind]);
  return (
    <Dialog title={t.transfer} onClose={close}>
      <Form onSubmit={transfer.run}>
        <label>
          {t.transferTo}
          <select value={name} onChange={({ currentTarget }) => setName(currentTarget.value)}>
            {destinations.map((each) => (
              <option key={each.name} value={each.name}>
                {[each.name, each.phone_number ?? each.sip_uri, each.description]
                  .filter(Boolean)
                  .join(' · ')}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t.kind}
          <select
            value={kind}
            disabled={isHandoff}
            onChange={({ currentTarget }) => setWarm(currentTarget.value === 'warm')}
          >
            {(isHandoff ? (['handoff'] as const) : (['cold', 'warm'] as const)).map((each) => (
              <option key={each} value={each}>
                {t.kinds[each]}
              </option>
            ))}
          </select>
        </label>
        {kind !== 'cold' && (
          <label>
            {t.briefing}
            <textarea
              rows={3}
              maxLength={500}
              required={kind === 'warm'}
              value={briefing}
              onInput={({ currentTarget }) => setBriefing(currentTarget.value)}
            />
          </label>
        )}
        {preview?.refusal && (
          <p class="fault">
            {preview.refusal.message} <code>{preview.refusal.code}</code>
          </p>
        )}
        <Fault error={transfer.error} />
        <Buttons submit={t.transferNow} isBusy={transfer.isRunning} close={close} />
      </Form>
    </Dialog>
  );
}

/** What is typed stays until the server has taken it. */
export function Instruct({ id, done }: Pick<DialogProps, 'id' | 'done'>): JSX.Element | null {
  const [text, setText] = useState('');
  const init = { params: { path: { run_id: id } }, body: { text } };
  const instruct = useAction(
    () => api.POST('/api/v1/runs/{run_id}/instructions', init),
    () => {
      setText('');
      done();
    },
  );
  if (!may('createRunInstruction')) return null;
  return (
    <>
      <Fault error={instruct.error} />
      <Form class="form instruct" onSubmit={instruct.run}>
        <label>
          {t.instruct}
          <input
            value={text}
            required
            maxLength={2000}
            placeholder={t.instructPlace}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
        <button class="main" type="submit" disabled={instruct.isRunning}>
          {t.send}
        </button>
      </Form>
    </>
  );
}
