import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { api, type Schemas } from '../api.ts';
import { useGet, useStream } from '../hooks.ts';
import { Detail, Tabs, Title } from '../list.tsx';
import { Act, Choice } from '../forms.tsx';
import { Fault } from '../parts.tsx';
import { texts } from '../texts.ts';
import { Contacts } from './contacts.tsx';
import { Progress } from './progress.tsx';
import { Report } from './report.tsx';

export type Campaign = Schemas['Campaign'];

const t = texts.campaigns;
const one = '/api/v1/campaign/{campaign_id}';
const verbs: Readonly<Record<string, 'start' | 'pause' | 'resume'>> = {
  created: 'start',
  running: 'pause',
  paused: 'resume',
};

interface Props {
  readonly id: number;
  /** What follows the campaign's ID in the address. */
  readonly path: readonly string[];
}

export function OneCampaign({ id, path: [name = '', which = ''] }: Props): JSX.Element {
  const tab = Object.hasOwn(t.tabs, name) ? name : '';
  const params = { path: { campaign_id: id } };
  const { data, error, reload } = useGet(one, { params }, 5000);
  const [progress, setProgress] = useState<Schemas['CampaignProgress']>();
  useStream(`${one}/progress/stream`, { params }, setProgress);
  // A stream can be refused: nobody has any number of them.
  const read = useGet(`${one}/progress`, { params }, 10_000).data;
  const newest = progress && !(read && read.at > progress.at) ? progress : read;
  const state = newest?.state ?? data?.state;
  useEffect(reload, [state]);
  const at = `/campaigns/${id}`;
  const campaign = data && state && { ...data, state };
  return (
    <Detail label={t.label(id)} back={['/campaigns', t.back]} error={error}>
      {!data && error === undefined && <p class="quiet">{texts.loading}</p>}
      {campaign && (
        <>
          <header>
            <Title status={state}>{data.name}</Title>
            <p class="quiet">{`${data.workflow_name} · ${t.label(id)}`}</p>
          </header>
          <Acts campaign={campaign} reload={reload} />
          <Tabs
            label={t.label(id)}
            current={tab === '' ? at : `${at}/${tab}`}
            tabs={Object.entries(t.tabs).map(([each, text]) => [each ? `${at}/${each}` : at, text])}
          />
          {tab === '' && newest && <Progress campaign={campaign} progress={newest} />}
          {tab === 'contacts' && <Contacts id={id} which={which} />}
          {tab === 'report' && <Report id={id} />}
        </>
      )}
    </Detail>
  );
}

interface ActsProps {
  readonly campaign: Campaign;
  readonly reload: () => void;
}

/** What a person can do with a campaign in its state. */
function Acts({ campaign: { id, state, total_rows }, reload }: ActsProps): JSX.Element | null {
  const [calls, setCalls] = useState('finish');
  const [refused, setRefused] = useState<unknown>();
  const verb = verbs[state];
  const params = { path: { campaign_id: id } };
  const query = calls === 'hang_up' ? ({ calls: 'hang_up' } as const) : {};
  // What was refused stays to be read when its button goes: somebody else was faster.
  const tell = (answer: Promise<unknown>): Promise<unknown> =>
    answer.then(() => setRefused(undefined), setRefused).finally(reload);
  return (
    <>
      <Fault error={refused} />
      {verb && (
        <div class="buttons">
          <Act
            key={verb}
            operation={`${verb}Campaign`}
            label={t[verb]}
            isMain={verb !== 'pause'}
            act={() => tell(api.POST(`${one}/${verb}`, { params }))}
          >
            {verb === 'start' && <p>{t.startSure(total_rows)}</p>}
          </Act>
          <Act
            operation="cancelCampaign"
            label={t.cancel}
            isDangerous
            act={() => api.POST(`${one}/cancel`, { params: { ...params, query } })}
            done={reload}
          >
            <p>{t.cancelSure}</p>
            <Choice label={t.calls} value={calls} onInput={setCalls} options={t.endings} />
          </Act>
        </div>
      )}
    </>
  );
}
