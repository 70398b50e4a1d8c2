import type { JSX } from 'preact';
import { api, type Schemas } from '../api.ts';
import { Items, type Listed, useGetList } from '../list.tsx';
import { Act } from '../forms.tsx';
import { texts } from '../texts.ts';

const t = texts.campaigns;

/** The calls of a campaign, and all that is known of them as a file. */
export function Report({ id }: { readonly id: number }): JSX.Element {
  const list = useGetList('/api/v1/runs', { params: { query: { campaign_id: id } } }, 10_000);
  return (
    <>
      <div class="buttons">
        <Act operation="getCampaignReport" label={t.download} act={() => download(id)} />
      </div>
      <Runs list={list} />
    </>
  );
}

/** The browser keeps the file, on disk where it is large, and saves it. */
async function download(campaign_id: number): Promise<void> {
  const { data } = await api.GET('/api/v1/campaign/{campaign_id}/report', {
    params: { path: { campaign_id } },
    headers: { accept: 'text/csv' },
    parseAs: 'blob',
  });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(data);
  link.download = `campaign-${campaign_id}.csv`;
  link.click();
  URL.revokeObjectURL(link.href);
}

export const Runs = ({ list }: { readonly list: Listed<Schemas['WorkflowRunSummary']> }) => (
  <Items
    list={list}
    caption={t.runs}
    none={t.noRuns}
    columns={[
      'to_number',
      'created_at',
      'attempt_number',
      'outcome',
      'call_disposition',
      'duration_seconds',
    ]}
    to={({ id }) => `/live/${id}`}
  />
);
