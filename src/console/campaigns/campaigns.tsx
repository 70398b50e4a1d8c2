import type { JSX } from 'preact';
import { may } from '../api.ts';
import { useEvents } from '../events.ts';
import type { ScreenProps } from '../screen.ts';
import { Beside, RowLink, Rows, useGetList } from '../list.tsx';
import { Badge } from '../parts.tsx';
import { idIn, Link } from '../router.tsx';
import { texts, words } from '../texts.ts';
import { OneCampaign } from './campaign.tsx';
import { NewCampaign } from './new-campaign.tsx';

const t = texts.campaigns;

export function Campaigns({ path: [at, ...path] }: ScreenProps): JSX.Element {
  const id = idIn(at);
  const list = useGetList('/api/v1/campaign', {}, 5000);
  useEvents(({ type }) => type.startsWith('campaign_') && list.reload());
  return (
    <>
      <h1 class="unseen">{t.title}</h1>
      <Beside
        choose={t.choose}
        list={
          <section class="list" aria-label={t.title}>
            {may('createCampaign') && (
              <p class="find">
                <Link to="/campaigns/new">{t.new}</Link>
              </p>
            )}
            <Rows list={list} none={t.none}>
              {(each) => (
                <RowLink key={each.id} to={`/campaigns/${each.id}`} isChosen={each.id === id}>
                  <span class="text">{each.name}</span>
                  <Badge tone={each.state}>{words(each.state)}</Badge>
                  <span class="quiet text">{each.workflow_name}</span>
                  <span class="quiet number">{t.of(each.processed_rows, each.total_rows)}</span>
                </RowLink>
              )}
            </Rows>
          </section>
        }
      >
        {at === 'new' && may('createCampaign') ? (
          <NewCampaign sourceId={path[0]} />
        ) : (
          id !== undefined && <OneCampaign key={id} id={id} path={path} />
        )}
      </Beside>
    </>
  );
}
