import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { api, now, type Schemas } from '../api.ts';
import { useEvents } from '../events.ts';
import { Act, Field } from '../forms.tsx';
import { useGet } from '../hooks.ts';
import { Beside, Detail, RowLink, Rows, Title, useGetList } from '../list.tsx';
import { Badge, Facts, pick, shown } from '../parts.tsx';
import { idIn } from '../router.tsx';
import type { ScreenProps } from '../screen.ts';
import { texts, words } from '../texts.ts';
import { DeliveryRows, everyMs } from './deliveries.tsx';

const t = texts.events;
const one = '/api/v1/webhooks/endpoints/{endpoint_id}';
const deliveries = '/api/v1/webhooks/deliveries';
const dayMs = 86_400_000;

type Endpoint = Schemas['WebhookEndpoint'];

const toneOf = ({ status }: Endpoint): string => (status === 'enabled' ? 'active' : 'failed');

/** The endpoints, and one of them: `/events/endpoints/1`. */
export function Endpoints({ path: [id] }: Pick<ScreenProps, 'path'>): JSX.Element {
  const chosen = idIn(id);
  const list = useGetList('/api/v1/webhooks/endpoints', {}, everyMs);
  return (
    <Beside
      choose={t.chooseEndpoint}
      list={
        <section class="list" aria-label={t.parts.endpoints}>
          <Rows list={list} none={t.noEndpoints}>
            {(each) => (
              <RowLink
                key={each.id}
                to={`/events/endpoints/${each.id}`}
                isChosen={each.id === chosen}
              >
                <span class="text">{each.url}</span>
                <Badge tone={toneOf(each)}>{words(each.status)}</Badge>
                <span class="quiet text">{each.description}</span>
                <span class="quiet">{each.disabled_reason && words(each.disabled_reason)}</span>
              </RowLink>
            )}
          </Rows>
        </section>
      }
    >
      {chosen !== undefined && <OneEndpoint key={chosen} id={chosen} />}
    </Beside>
  );
}

function OneEndpoint({ id }: { readonly id: number }): JSX.Element {
  const params = { path: { endpoint_id: id } };
  const { data, error, reload } = useGet(one, { params }, everyMs);
  const list = useGetList(deliveries, { params: { query: { endpoint_id: id } } }, everyMs);
  const newest = { endpoint_id: id, status: 'delivered', limit: 1 } as const;
  const last = useGet(deliveries, { params: { query: newest } }, everyMs).data?.items[0];
  useEvents(({ type }) => type === 'webhook_endpoint_disabled' && reload());
  return (
    <Detail label={t.endpoint(id)} back={['/events/endpoints', t.allEndpoints]} error={error}>
      {data && (
        <>
          <Title status={data.status} tone={toneOf(data)}>
            {data.url}
          </Title>
          {data.disabled_reason && <p>{t.why(data.disabled_reason)}</p>}
          <Actions of={data} done={reload} />
          <Facts
            of={[
              ...pick(data, ['description', 'disabled_at']),
              [t.newest, list.data && list.data.length > 0 && t.counts(list.data)],
              [t.last, shown('settled_at', last?.settled_at)],
              [t.receives, data.events.map(words).join(', ')],
              ...pick(data, ['previous_secret_expires_at', 'created_at']),
            ]}
          />
          <h3>{t.parts.deliveries}</h3>
          <DeliveryRows
            list={list}
            none={t.noDeliveries}
            to={`/events/deliveries/all/${id}`}
            isOfOne
          />
        </>
      )}
    </Detail>
  );
}

interface ActionsProps {
  readonly of: Endpoint;
  readonly done: () => void;
}

function Actions({ of: { id, status, disabled_at }, done }: ActionsProps): JSX.Element {
  const params = { path: { endpoint_id: id } };
  const [said, setSaid] = useState('');
  const [typed, setTyped] = useState<string>();
  // What was missed begins then, also after it is enabled again.
  const missedFrom = useRef<string | number>(now() - dayMs);
  missedFrom.current = disabled_at ?? missedFrom.current;
  const from = typed ?? localOf(missedFrom.current);
  const replay = async (): Promise<void> => {
    const body = { created_after: new Date(from).toISOString() };
    const { data } = await api.POST(`${one}/replay`, { params, body });
    setSaid(t.replayed(data.replayed_count));
  };
  const isDisabled = status === 'disabled';
  const turn = isDisabled ? 'enable' : 'disable';
  return (
    <>
      <div class="buttons">
        <Act
          key={turn}
          operation={`${turn}WebhookEndpoint`}
          label={t[turn]}
          isMain={isDisabled}
          isDangerous={!isDisabled}
          act={() => api.POST(`${one}/${turn}`, { params })}
          done={done}
        >
          {!isDisabled && <p>{t.disableSure}</p>}
        </Act>
        <Act
          operation="testWebhookEndpoint"
          label={t.test}
          act={async () => setSaid(t.tested((await api.POST(`${one}/test`, { params })).data))}
        />
        <Act
          operation="replayWebhookEvents"
          label={t.replayMany}
          isDisabled={isDisabled}
          act={replay}
          done={done}
        >
          <p>{t.replaySure}</p>
          <Field label={t.from} type="datetime-local" value={from} onInput={setTyped} />
        </Act>
      </div>
      <p class="text" role="status">
        {said}
      </p>
    </>
  );
}

/** A time as a field of the browser has it: without a zone, as it is here. */
function localOf(time: string | number): string {
  const date = new Date(time);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
