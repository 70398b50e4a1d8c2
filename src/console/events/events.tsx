import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Schemas } from '../api.ts';
import { useEvents } from '../events.ts';
import { Choice } from '../forms.tsx';
import { useGet } from '../hooks.ts';
import { Beside, Detail, type Listed, RowLink, Rows, Tabs, useGetList } from '../list.tsx';
import { personIn } from '../live/call-list.tsx';
import { Facts, pick, shown } from '../parts.tsx';
import { go, idIn } from '../router.tsx';
import type { ScreenProps } from '../screen.ts';
import { heading, texts } from '../texts.ts';
import { Deliveries, DeliveryRows, everyMs, link, optionsOf } from './deliveries.tsx';
import { Endpoints } from './endpoints.tsx';

type Event = Schemas['WebhookEvent'];
type EventType = Schemas['WebhookEventName'];

/** Written by the build from the contract. */
declare const EVENT_TYPES: readonly EventType[];

const t = texts.events;
const listMs = 60_000;
/** After so many events that have come since the list was loaded, it is loaded again. */
const maxFresh = 200;

const parts = { stream: Stream, deliveries: Deliveries, endpoints: Endpoints };

/** What happened, what was sent of it, and where to: `/events/stream`, `/events/deliveries`, `/events/endpoints`. */
export function Events({ path: [name = '', ...path] }: ScreenProps): JSX.Element {
  const part = name in parts ? (name as keyof typeof parts) : 'stream';
  const Part = parts[part];
  return (
    <>
      <h1 class="unseen">{t.title}</h1>
      <Tabs
        label={t.title}
        current={`/events/${part}`}
        tabs={Object.entries(t.parts).map(([each, text]) => [`/events/${each}`, text])}
      />
      <Part path={path} />
    </>
  );
}

/** The events of a type, or of all, and one of them by its sequence: `/events/stream/call_ended/12`. */
function Stream({ path: [name, sequence] }: Pick<ScreenProps, 'path'>): JSX.Element {
  const type = EVENT_TYPES.find((each) => each === name);
  const chosen = idIn(sequence);
  const to = `/events/stream/${type ?? 'all'}`;
  return (
    <Beside
      choose={t.chooseEvent}
      list={
        <section class="list" aria-label={t.title}>
          <div class="find">
            <Choice
              label={t.type}
              value={type ?? 'all'}
              options={optionsOf(t.any, EVENT_TYPES)}
              onInput={(value) => go(`/events/stream/${value}`)}
            />
          </div>
          <EventRows key={type} type={type} to={to} chosen={chosen} />
        </section>
      }
    >
      {chosen !== undefined && <OneEvent key={chosen} sequence={chosen} back={to} />}
    </Beside>
  );
}

/** The stored events, and on top of them those that have come since: the stream has them in order, without a gap. */
function useAllEvents(type: EventType | undefined): Listed<Event> {
  const query = type ? { type } : {};
  const stored = useGetList('/api/v1/events', { params: { query } }, listMs);
  const [fresh, setFresh] = useState<readonly Event[]>([]);
  const last = useRef(0);
  const top = stored.data?.[0]?.sequence ?? 0;
  const come = fresh.filter(({ sequence }) => sequence > top);
  useEvents((event) => {
    // Before the first one, and where one is left out, there may be others.
    const isNext = event.sequence === last.current + 1;
    if (!isNext || come.length >= maxFresh) stored.reload();
    last.current = event.sequence;
    if (type === undefined || event.type === type)
      setFresh((before) => [event, ...before.slice(0, 2 * maxFresh)]);
  });
  return { ...stored, data: stored.data && [...come, ...stored.data] };
}

interface EventRowsProps {
  readonly type: EventType | undefined;
  readonly to: string;
  readonly chosen: number | undefined;
}

function EventRows({ type, to, chosen }: EventRowsProps): JSX.Element {
  const list = useAllEvents(type);
  return (
    <Rows list={list} none={list.more ? t.noneYet : t.noEvents}>
      {(event) => (
        <RowLink key={event.id} to={`${to}/${event.sequence}`} isChosen={event.sequence === chosen}>
          <span>{heading(event.type)}</span>
          <span class="quiet number">{event.sequence}</span>
          <span class="quiet text">{subjectOf(event)[0]}</span>
          <span class="quiet">{shown('created_at', event.created_at)}</span>
        </RowLink>
      )}
    </Rows>
  );
}

interface OneEventProps {
  readonly sequence: number;
  readonly back: string;
}

/** An event as it is sent, and its deliveries. */
function OneEvent({ sequence, back }: OneEventProps): JSX.Element {
  const { data, error } = useGet('/api/v1/events', { params: { query: { sequence } } }, listMs);
  const params = { query: { event_sequence: sequence } };
  const deliveries = useGetList('/api/v1/webhooks/deliveries', { params }, everyMs);
  const event = data?.items[0];
  return (
    <Detail label={t.event(sequence)} back={[back, t.allEvents]} error={error}>
      {data && !event && <p>{t.gone(sequence)}</p>}
      {event && (
        <>
          <div class="title">
            <h2>{heading(event.type)}</h2>
          </div>
          <Facts
            of={[
              [t.about, link(...subjectOf(event))],
              ...pick(event, ['created_at', 'sequence', 'id', 'contract_version']),
            ]}
          />
          <h3>{t.parts.deliveries}</h3>
          <DeliveryRows list={deliveries} none={t.sentNowhere} to="/events/deliveries/all/all" />
          <h3>{t.payload}</h3>
          <pre tabIndex={0}>{JSON.stringify(event, undefined, 2)}</pre>
        </>
      )}
    </Detail>
  );
}

/** What an event is about, and where that is shown. */
function subjectOf(event: Event): readonly [text: string, to: string] {
  if ('campaign' in event) return [event.campaign.name, `/campaigns/${event.campaign.campaign_id}`];
  if ('approval_policy' in event)
    return [event.approval_policy.target_name, `/approvals/policies/${event.approval_policy.id}`];
  if ('webhook_endpoint' in event)
    return [event.webhook_endpoint.url, `/events/endpoints/${event.webhook_endpoint.id}`];
  const run = 'call' in event ? event.call : 'tool_execution' in event && event.tool_execution;
  // One that was added later.
  if (!run) return [heading(event.type), '/events/stream'];
  const subject = 'tool_name' in run ? run.tool_name : personIn(run);
  return [`${subject}, ${texts.live.run(run.run_id)}`, `/live/${run.run_id}`];
}
