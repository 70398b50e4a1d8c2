import type { JSX } from 'preact';
import type { Schemas } from '../api.ts';
import { useGet } from '../hooks.ts';
import { Shares, Table } from '../charts.tsx';
import { Badge, Facts, pick, shown } from '../parts.tsx';
import { heading, texts } from '../texts.ts';

const t = texts.campaigns;
const one = '/api/v1/campaign/{campaign_id}';

interface ProgressProps {
  readonly campaign: Schemas['Campaign'];
  readonly progress: Schemas['CampaignProgress'];
}

export function Progress({ campaign, progress }: ProgressProps): JSX.Element {
  const { id, state, total_rows, logs = [] } = campaign;
  const { contacts, outcomes } = progress;
  // Contacts are copied, and counted, by the start.
  const pending = state === 'created' ? (total_rows ?? 0) : contacts.pending;
  const { completed, voicemail, no_answer, busy, ...others } = outcomes;
  const groups = {
    s1: { completed },
    s2: { voicemail, no_answer, busy },
    s3: others,
    s5: { skipped: contacts.skipped },
    s0: { dialing: contacts.dialing },
    s4: { waiting: contacts.waiting, pending },
  };
  return (
    <>
      <Shares
        label={t.shares(t.of(contacts.done + contacts.skipped, total_rows))}
        parts={Object.entries(groups).flatMap(([tone, group]) =>
          Object.entries(group).map(([name, value]) => ({
            name,
            value,
            tone,
            to: `/campaigns/${id}/contacts/${name}`,
          })),
        )}
      />
      {state !== 'completed' && state !== 'canceled' && (
        <Held campaign={campaign} progress={progress} />
      )}
      <Table
        caption={t.log}
        head={[]}
        rows={logs.toReversed().map(({ ts, level, message }) => [
          shown('ts', ts),
          <>
            {level !== 'info' && <Badge tone={level}>{level}</Badge>} {message}
          </>,
        ])}
      />
    </>
  );
}

/** What holds calls now, by which rule, and when the next one comes. */
function Held({ campaign, progress }: ProgressProps): JSX.Element {
  const { id, state, circuit_breaker: breaker, logs = [] } = campaign;
  const params = { path: { campaign_id: id } };
  const { data } = useGet(`${one}/preview`, { params }, 3000);
  const status = progress.contacts.pending > 0 ? 'pending' : 'waiting';
  const query = { status, limit: 1 } as const;
  const [next] =
    useGet(`${one}/contacts`, { params: { ...params, query } }, 3000).data?.items ?? [];
  const reason = logs.findLast(
    ({ event, level }) => event.startsWith('campaign_') || level !== 'info',
  );
  const isPaused = state === 'paused';
  const isTripped = isPaused && reason?.event === 'circuit_breaker_tripped';
  const how = isTripped ? 'tripped' : breaker?.enabled ? 'ready' : 'off';
  const held = Object.entries(data?.held ?? {}).filter(([, count]) => count > 0);
  return (
    <section class="result" aria-labelledby="held">
      <h3 id="held">{t.held}</h3>
      <Facts
        of={[
          [t.why, isPaused && reason?.message],
          ...pick(campaign, ['start_at', 'start_refusal']),
          [t.nextCall, data && (shown('next_call_at', data.next_call_at) ?? t.noCall)],
          ...(data ? pick(data, ['callable_now']) : []),
          ...held.map(([rule, count]) => [t.heldBy(heading(rule)), t.count(count)] as const),
          [t.nextHeld, next && <NextHeld id={id} contact={next.id} />],
          [t.calls, t.slots(progress.calls_in_progress, campaign.max_concurrency)],
          [
            t.breaker,
            breaker && (
              <>
                <Badge tone={isTripped ? 'failed' : 'calm'}>{t.breakers[how]}</Badge>{' '}
                {isTripped
                  ? t.reset
                  : t.trips(
                      Math.round(breaker.failure_threshold * 100),
                      breaker.min_calls_in_window,
                      breaker.window_seconds,
                    )}
              </>
            ),
          ],
        ]}
      />
    </section>
  );
}

/** The rule that holds the contact that is called next. */
function NextHeld({ id, contact }: { readonly id: number; readonly contact: number }): JSX.Element {
  const params = { path: { campaign_id: id, contact_id: contact } };
  const { data } = useGet(`${one}/contacts/{contact_id}`, { params }, 3000);
  return <>{shown('held_by', data?.held_by)}</>;
}
