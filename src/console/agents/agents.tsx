import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { api, may } from '../api.ts';
import type { ScreenProps } from '../screen.ts';
import { useLoad } from '../hooks.ts';
import { Beside, RowLink, Rows, Tabs, useGetList } from '../list.tsx';
import { Find } from '../forms.tsx';
import { Badge, Fault } from '../parts.tsx';
import { go, idIn, Link } from '../router.tsx';
import { texts, words as asWords } from '../texts.ts';
import { type AgentProps, Changes, useGraph, VersionChoice } from './definition.tsx';
import { Edit } from './edit.tsx';
import { changesOf } from './graph.ts';
import { GraphView } from './graph-view.tsx';
import { Talk } from './talk.tsx';

const t = texts.agents;
const everyMs = 10_000;

export function Agents({ path: [id, ...path] }: ScreenProps): JSX.Element {
  const chosen = idIn(id);
  const [words, setWords] = useState('');
  const name = words.trim();
  const query = { sort: 'name', ...(name !== '' && { name }) } as const;
  const list = useGetList('/api/v1/workflow', { params: { query } }, everyMs);
  return (
    <>
      <h1 class="unseen">{t.title}</h1>
      <Beside
        choose={t.choose}
        list={
          <section class="list" aria-label={t.title}>
            <div class="find">
              <Find label={t.find} placeholder={t.find} value={words} onInput={setWords} />
            </div>
            <Rows list={list} none={name === '' ? t.none : texts.live.noneFound}>
              {(each) => (
                <RowLink key={each.id} to={`/agents/${each.id}`} isChosen={each.id === chosen}>
                  <span dir="auto">{each.name}</span>
                  <Badge tone={each.status}>
                    {asWords(each.status === 'active' ? each.version_status : each.status)}
                  </Badge>
                  <span class="quiet">
                    {t.versions(each.version_number, each.published_version_number)}
                  </span>
                  <span class="quiet">{t.runs(each.total_runs)}</span>
                </RowLink>
              )}
            </Rows>
          </section>
        }
      >
        {chosen !== undefined && <Agent key={chosen} id={chosen} path={path} />}
      </Beside>
    </>
  );
}

const parts: readonly {
  readonly name: keyof typeof t.parts;
  readonly isThere: () => boolean;
  readonly Part: (props: AgentProps) => JSX.Element;
}[] = [
  { name: 'graph', isThere: () => true, Part: Look },
  { name: 'edit', isThere: () => may('updateWorkflow'), Part: Edit },
  { name: 'talk', isThere: () => may('createTestRun'), Part: Talk },
];

function Agent({
  id,
  path: [name, ...path],
}: {
  readonly id: number;
  readonly path: readonly string[];
}): JSX.Element {
  const params = { path: { workflow_id: id } };
  const latest = useLoad(
    `agent ${id}`,
    async (signal) => {
      const init = { params: { ...params, query: { limit: 200 } }, signal };
      const [{ data, response }, versions] = await Promise.all([
        api.GET('/api/v1/workflow/{workflow_id}', { params, signal }),
        api.GET('/api/v1/workflow/{workflow_id}/versions', init),
      ]);
      const etag = response.headers.get('etag') ?? '';
      return { workflow: data, etag, versions: versions.data.items };
    },
    everyMs,
  );
  const there = parts.filter(({ isThere }) => isThere());
  const part = there.find((each) => each.name === name) ?? there[0]!;
  const { workflow } = latest.data ?? {};
  return (
    <section class="detail" aria-label={workflow?.name ?? texts.live.agent(id)}>
      <Link to="/agents" class="back">
        {t.back}
      </Link>
      <header>
        <h2 dir="auto">{workflow?.name ?? texts.live.agent(id)}</h2>
        {workflow && (
          <p class="quiet">
            {t.state(
              workflow.version_number,
              workflow.version_status === 'draft',
              workflow.published_version_number,
            )}
          </p>
        )}
      </header>
      <Tabs
        label={t.title}
        tabs={there.map((each) => [`/agents/${id}/${each.name}`, t.parts[each.name]])}
        current={`/agents/${id}/${part.name}`}
      />
      <Fault error={latest.error} />
      {latest.data && (
        <part.Part
          latest={latest.data}
          path={part.name === name ? path : []}
          reload={latest.reload}
        />
      )}
    </section>
  );
}

/** The graph of a version, and what differs from another: `/agents/3/graph/2/1/4` is node 4 of version 2 beside version 1. */
function Look({ latest, path: [shown, compared, place] }: AgentProps): JSX.Element {
  const { id, version_number } = latest.workflow;
  const [version, other] = [idIn(shown) ?? version_number, idIn(compared)];
  const [now, former] = [useGraph(id, version), useGraph(id, other)];
  const [after, before] = [now.data?.workflow_definition, former.data?.workflow_definition];
  const changes = useMemo(() => after && before && changesOf(before, after), [after, before]);
  const to = (...parts: readonly (string | number | undefined)[]): void =>
    go(`/agents/${id}/graph/${parts.map((each) => each || '-').join('/')}`);
  return (
    <>
      <div class="halves">
        <VersionChoice
          label={t.versionLabel}
          latest={latest}
          value={version}
          onInput={(each) => to(each, other)}
        />
        <VersionChoice
          label={t.compared}
          latest={latest}
          value={other}
          isOptional
          onInput={(each) => to(version, each)}
        />
      </div>
      <Fault error={now.error ?? former.error} />
      {now.graph && (
        <GraphView
          label={t.graph(version)}
          graph={now.graph}
          node={place === undefined ? undefined : Number(place) - 1}
          onChoose={(node) => to(version, other, node + 1)}
          toneOf={(each) => changes?.find(({ of }) => of[0] === 'nodes' && of[1] === each)?.kind}
        />
      )}
      {changes && <Changes changes={changes} />}
    </>
  );
}
