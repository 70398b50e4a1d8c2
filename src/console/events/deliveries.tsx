import type { JSX } from 'preact';
import { api, type Schemas } from '../api.ts';
import { Act, Choice } from '../forms.tsx';
import { useGet } from '../hooks.ts';
import { Beside, Detail, type Listed, RowLink, Rows, Title, useGetList } from '../list.tsx';
import { Badge, Facts, pick, shown } from '../parts.tsx';
import { go, idIn, Link } from '../router.tsx';
import type { ScreenProps } from '../screen.ts';
import { heading, texts, words } from '../texts.ts';

const t = texts.events;
export const everyMs = 3000;
const one = '/api/v1/webhooks/deliveries/{delivery_id}';
const statuses = ['pending', 'delivered', 'failed'] as const;

export const link = (text: string, to: string): JSX.Element => <Link to={to}>{text}</Link>;

/** What a list can be narrowed down to, with `all`. */
export const optionsOf = (all: string, names: readonly string[]) =>
  [['all', all], ...names.map((each) => [each, words(each)])] as [string, string][];

/** The URLs of the endpoints by their IDs: deliveries have only these. */
function useEndpoints(): ReadonlyMap<number, string> {
  const query = { limit: 200 };
  const { data } = useGet('/api/v1/webhooks/endpoints', { params: { query } }, 10 * everyMs);
  return new Map(data?.items.map(({ id, url }) => [id, url]));
}

interface DeliveryRowsProps {
  readonly list: Listed<Schemas['WebhookDelivery']>;
  readonly none: string;
  /** The address that the IDs follow. */
  readonly to: string;
  readonly chosen?: number | undefined;
  /** All are to the same endpoint. */
  readonly isOfOne?: boolean;
}

export function DeliveryRows({ list, none, to, chosen, isOfOne }: DeliveryRowsProps): JSX.Element {
  const urls = useEndpoints();
  return (
    <Rows list={list} none={none}>
      {({ id, event_type, status, attempt_count, last_status, endpoint_id, created_at }) => (
        <RowLink key={id} to={`${to}/${id}`} isChosen={id === chosen}>
          <span>{heading(event_type)}</span>
          <Badge tone={status}>{words(status)}</Badge>
          <span class="quiet">{t.tried(attempt_count, last_status)}</span>
          <span class="quiet">{shown('created_at', created_at)}</span>
          {!isOfOne && (
            <span class="quiet text">{urls.get(endpoint_id) ?? t.endpoint(endpoint_id)}</span>
          )}
        </RowLink>
      )}
    </Rows>
  );
}

/** The deliveries of a status and to an endpoint, and one of them: `/events/deliveries/failed/1/7`. */
export function Deliveries({ path: [state, place, id] }: Pick<ScreenProps, 'path'>): JSX.Element {
  const [status, endpoint_id] = [statuses.find((each) => each === state), idIn(place)];
  const urls = useEndpoints();
  const query = { ...(status && { status }), ...(endpoint_id !== undefined && { endpoint_id }) };
  const list = useGetList('/api/v1/webhooks/deliveries', { params: { query } }, everyMs);
  const at = (chosen: string, endpoint: string): string =>
    `/events/deliveries/${chosen}/${endpoint}`;
  const [ofStatus, ofEndpoint] = [status ?? 'all', String(endpoint_id ?? 'all')];
  const chosen = idIn(id);
  return (
    <Beside
      choose={t.chooseDelivery}
      list={
        <section class="list" aria-label={t.parts.deliveries}>
          <div class="find">
            <Choice
              label={t.status}
              value={ofStatus}
              options={optionsOf(t.any, statuses)}
              onInput={(value) => go(at(value, ofEndpoint))}
            />
            <Choice
              label={t.to}
              value={ofEndpoint}
              options={[
                ['all', t.any],
                ...[...urls].map(([each, url]) => [`${each}`, url] as const),
              ]}
              onInput={(value) => go(at(ofStatus, value))}
            />
          </div>
          <DeliveryRows
            list={list}
            none={t.noDeliveries}
            to={at(ofStatus, ofEndpoint)}
            chosen={chosen}
            isOfOne={endpoint_id !== undefined}
          />
        </section>
      }
    >
      {chosen !== undefined && (
        <OneDelivery key={chosen} id={chosen} back={at(ofStatus, ofEndpoint)} urls={urls} />
      )}
    </Beside>
  );
}

interface OneDeliveryProps {
  readonly id: number;
  readonly back: string;
  readonly urls: ReadonlyMap<number, string>;
}

function OneDelivery({ id, back, urls }: OneDeliveryProps): JSX.Element {
  const params = { path: { delivery_id: id } };
  const { data, error, reload } = useGet(one, { params }, everyMs);
  return (
    <Detail label={t.delivery(id)} back={[back, t.allDeliveries]} error={error}>
      {data && (
        <>
          <Title status={data.status}>{heading(data.event_type)}</Title>
          <div class="buttons">
            <Act
              operation="replayWebhookDelivery"
              label={t.replay}
              act={() => api.POST(`${one}/replay`, { params })}
              done={reload}
            />
          </div>
          <Facts of={factsOf(data, urls)} />
          <Attempts of={data} />
          <details>
            <summary>{t.body}</summary>
            <pre tabIndex={0}>{data.body}</pre>
          </details>
        </>
      )}
    </Detail>
  );
}

type Delivery = Schemas['WebhookDeliveryDetail'];

function factsOf(delivery: Delivery, urls: ReadonlyMap<number, string>) {
  const { endpoint_id: to, event_sequence, run_id, campaign_id } = delivery;
  const isWaiting = delivery.status === 'pending' && delivery.next_attempt_at === null;
  return [
    [t.to, link(urls.get(to) ?? t.endpoint(to), `/events/endpoints/${to}`)] as const,
    [t.of, link(t.event(event_sequence), `/events/stream/all/${event_sequence}`)] as const,
    [t.run, run_id && link(texts.live.run(run_id), `/live/${run_id}`)] as const,
    [
      t.campaign,
      campaign_id && link(texts.campaigns.label(campaign_id), `/campaigns/${campaign_id}`),
    ] as const,
    ...pick(delivery, ['created_at', 'settled_at', 'next_attempt_at']),
    [t.next, isWaiting && t.waits] as const,
  ];
}

/** What an endpoint answered, newest first. It is shown as text, whatever it is. */
const Attempts = ({ of: { attempts, attempt_count } }: { readonly of: Delivery }): JSX.Element => (
  <>
    <h3>{t.attempts(attempts.length, attempt_count)}</h3>
    <ol class="facts">
      {attempts.toReversed().map(({ number, at, status, duration_ms, error, answer }) => (
        <li key={number} class="entry">
          <p class="speaker">
            <Badge tone={error === null ? 'delivered' : 'failed'}>{status ?? t.noAnswer}</Badge>
            {t.attempt(number)} {shown('created_at', at)}
            <span class="quiet at">{t.took(duration_ms)}</span>
          </p>
          {error !== null && <p class="text">{error}</p>}
          {answer && <pre tabIndex={0}>{answer}</pre>}
        </li>
      ))}
    </ol>
  </>
);
