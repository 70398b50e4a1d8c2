import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { api, may } from '../api.ts';
import { useAction, useLoad } from '../hooks.ts';
import { Act, Field, Form } from '../forms.tsx';
import { Badge, Fault } from '../parts.tsx';
import { go, idIn, Link } from '../router.tsx';
import { texts, words } from '../texts.ts';
import { type AgentProps, useGraph, VersionChoice } from './definition.tsx';
import { GraphView } from './graph-view.tsx';

const t = texts.agents;

/** A conversation by text with a version: that of the address, or a new one. */
export function Talk({ latest, path: [run] }: AgentProps): JSX.Element {
  const { id, version_number } = latest.workflow;
  const runId = idIn(run);
  const [version, setVersion] = useState(version_number);
  const start = () => {
    const body = { mode: 'text', version_number: version } as const;
    const init = { params: { path: { workflow_id: id } }, body };
    return api.POST('/api/v1/workflow/{workflow_id}/runs', init);
  };
  if (runId !== undefined) return <Conversation key={runId} id={runId} />;
  return (
    <>
      <p>{t.talkAbout}</p>
      <VersionChoice
        label={t.versionLabel}
        latest={latest}
        value={version}
        onInput={(each) => setVersion(Number(each))}
      />
      <Act
        operation="createTestRun"
        label={t.start}
        isMain
        act={start}
        done={({ data }) => go(`/agents/${id}/talk/${data.id}`)}
      />
    </>
  );
}

interface Line {
  readonly role: string;
  readonly text: string;
}

function Conversation({ id }: { readonly id: number }): JSX.Element {
  const params = { path: { run_id: id } };
  const {
    data: run,
    error,
    reload,
  } = useLoad(
    `talk ${id}`,
    async (signal) => (await api.GET('/api/v1/runs/{run_id}', { params, signal })).data,
    10_000,
  );
  const { workflow_id = 0, version_number, ended_at, outcome } = run ?? {};
  const { graph, error: fault } = useGraph(workflow_id, version_number ?? undefined);
  const [lines, setLines] = useState<readonly Line[]>();
  const [at, setAt] = useState<string | null>(null);
  const [looked, setLooked] = useState<number>();
  const [text, setText] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const placeOf = (node: string | null): number | undefined => {
    const place = graph?.nodes.findIndex((each) => each.id === node) ?? -1;
    return place === -1 ? undefined : place;
  };
  const turn = useAction(async () => {
    const said = text.trim();
    const body = said === '' ? {} : { text: said };
    const { data } = await api.POST('/api/v1/runs/{run_id}/turns', { params, body });
    const way = data.path.map((each) => graph?.nodes[placeOf(each) ?? -1]?.name ?? each);
    const more = [
      { role: 'caller', text: said },
      { role: 'mark', text: t.way(way, data.tool_calls) },
      { role: 'agent', text: data.agent_text },
    ];
    setLines((before = []) => [...before, ...more.filter((line) => line.text !== '')]);
    setAt(data.node_id);
    setLooked(undefined);
    // Somebody may have typed on meanwhile.
    setText((typed) => (typed === text ? '' : typed));
    if (data.is_ended) reload();
  });
  useEffect(() => {
    if (!run || !graph || lines) return;
    setLines(run.transcript ?? []);
    // The agent speaks first.
    if (!run.transcript?.length && run.ended_at === null) turn.run();
  }, [run, graph]);
  useEffect(() => list.current?.scrollTo(0, list.current.scrollHeight), [lines]);
  const end = may('hangUpRun') ? 'hangUpRun' : 'submitRunResult';
  const hangUp = (): Promise<unknown> =>
    end === 'hangUpRun'
      ? api.POST('/api/v1/runs/{run_id}/hang-up', { params })
      : api.POST('/api/v1/runs/{run_id}/result', { params, body: {} });
  return (
    <>
      <Fault error={error ?? fault} />
      <div class="title">
        <h3>{t.conversation(id, version_number ?? 0)}</h3>
        {outcome && <Badge tone={outcome}>{words(outcome)}</Badge>}
        {run && !ended_at && (
          <Act operation={end} label={t.end} isDangerous act={hangUp} done={reload} />
        )}
        <Link to={`/agents/${workflow_id}/talk`}>{t.again}</Link>
      </div>
      <div class="halves">
        <section class="talk">
          <ol ref={list} tabIndex={0} aria-label={texts.call.transcript} aria-live="polite">
            {lines?.map(({ role, ...line }, index) => (
              <li key={index} class={`entry ${role}`} dir="auto">
                {role !== 'mark' && (
                  <p class="speaker">{role === 'agent' ? texts.call.agent : texts.call.caller}</p>
                )}
                <p class="text">{line.text}</p>
              </li>
            ))}
          </ol>
          <Fault error={turn.error} />
          {run && !ended_at && (
            <Form class="form instruct" onSubmit={turn.run}>
              <Field
                label={t.say}
                placeholder={t.silence}
                isOptional
                maxLength={2000}
                value={text}
                onInput={setText}
              />
              <button class="main" type="submit" disabled={turn.isRunning}>
                {texts.call.send}
              </button>
            </Form>
          )}
        </section>
        {graph && (
          <GraphView
            label={t.graph(version_number ?? 0)}
            graph={graph}
            node={looked ?? placeOf(at)}
            onChoose={setLooked}
            toneOf={(each) => (each === at ? t.here : undefined)}
          />
        )}
      </div>
    </>
  );
}
