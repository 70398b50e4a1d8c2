import { isProblem } from '@voice-agent-platform/client';
import type { JSX } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { api, type Schemas } from '../api.ts';
import { Act } from '../forms.tsx';
import { stateOf } from '../session.ts';
import { texts } from '../texts.ts';
import { type AgentProps, Changes } from './definition.tsx';
import { changesOf, graphOf } from './graph.ts';
import { GraphView } from './graph-view.tsx';

const t = texts.agents;
type Finding = Schemas['ValidationFault'];

interface Draft {
  readonly text: string;
  /** Of what it was made from: the newest version then. */
  readonly etag: string;
  readonly version: number;
  readonly isSaved: boolean;
}

/** What is typed, by workflow: it stays while something else is shown. */
const drafts = new Map<number, Draft>();
addEventListener('beforeunload', (event) => {
  // Who logs out, or in as somebody else, leaves nothing.
  const isSession = stateOf().kind === 'user' && sessionStorage.length > 0;
  if (isSession && [...drafts.values()].some(({ isSaved }) => !isSaved)) event.preventDefault();
});

/** The newest definition as text, what prevents its publication, and its publication. */
export function Edit({ latest: { workflow, etag }, reload }: AgentProps): JSX.Element {
  const { id, version_number: newest, workflow_definition } = workflow;
  const params = { path: { workflow_id: id } };
  const field = useRef<HTMLTextAreaElement>(null);
  const [, draw] = useState({});
  const [node, setNode] = useState<number>();
  const [found, setFound] = useState<Schemas['WorkflowValidation']>();
  const [isRefused, setRefused] = useState(false);
  const theirs = useMemo(() => JSON.stringify(workflow_definition, null, 2), [workflow_definition]);
  const fresh = { text: theirs, etag, version: newest, isSaved: true };
  const kept = drafts.get(id);
  // What was saved follows what others save; what was typed does not.
  const draft = kept && (!kept.isSaved || kept.version >= newest) ? kept : fresh;
  const keep = (next: Draft): void => {
    drafts.set(id, next);
    setRefused(false);
    draw({});
  };
  const { definition, fault } = useMemo(() => read(draft.text), [draft.text]);
  const drawn = useRef(workflow_definition);
  drawn.current = definition ?? drawn.current;
  const graph = useMemo(() => graphOf(drawn.current), [drawn.current]);

  const check = async (): Promise<void> => {
    setFound((await api.POST('/api/v1/workflow/{workflow_id}/validate', { params })).data);
  };
  const saveOn = (tag: string) => async (): Promise<void> => {
    setFound(undefined);
    const init = {
      params,
      headers: { 'if-match': tag },
      body: { workflow_definition: drawn.current },
    };
    try {
      const { data, response } = await api.PUT('/api/v1/workflow/{workflow_id}', init);
      // Somebody may have typed on meanwhile.
      const { text } = drafts.get(id) ?? draft;
      const next = response.headers.get('etag') ?? '';
      keep({ text, etag: next, version: data.version_number, isSaved: text === draft.text });
      await check();
    } catch (error) {
      setRefused(isProblem(error, 'precondition_failed'));
      throw error;
    } finally {
      reload();
    }
  };
  const publish = (): Promise<unknown> => {
    const headers = { 'if-match': draft.version > newest ? draft.etag : etag };
    return api.POST('/api/v1/workflow/{workflow_id}/publish', { params, headers });
  };
  const published = (): void => {
    setFound(undefined);
    reload();
  };
  /** Chooses a node, and what has an ID in the text: the field shows its selection when it gets the focus. */
  const goTo = (place: number, of: string | undefined = graph.nodes[place]?.id): void => {
    setNode(place);
    const [from = -1] = [' ', ''].flatMap((space) => {
      const at = of ? draft.text.indexOf(`"id":${space}${JSON.stringify(of)}`) : -1;
      return at === -1 ? [] : [at];
    });
    if (from === -1 || !field.current) return;
    field.current.setSelectionRange(from, from);
    field.current.blur();
    field.current.focus();
    field.current.setSelectionRange(from, draft.text.indexOf('\n', from));
  };
  const lead = ({ loc: [, list, index], ctx }: Finding): void => {
    const { node_id, edge_id } = ctx as { readonly [name in 'node_id' | 'edge_id']?: string };
    const place = Number(index);
    goTo(list === 'edges' ? (graph.edges[place]?.source ?? -1) : place, node_id ?? edge_id);
  };
  const isOutdated = isRefused || draft.version < newest;
  const isIdle = draft.isSaved && !isOutdated;
  return (
    <>
      <div class="buttons">
        <Act
          operation="updateWorkflow"
          label={t.save}
          isMain={!draft.isSaved}
          isDisabled={draft.isSaved || !definition}
          act={saveOn(draft.etag)}
        />
        <Act operation="validateWorkflow" label={t.check} isDisabled={!isIdle} act={check} />
        <Act
          operation="publishWorkflow"
          label={t.publish}
          isMain={isIdle}
          isDisabled={!isIdle || workflow.version_status !== 'draft'}
          act={publish}
          done={published}
        >
          <p>{t.publishSure(newest)}</p>
        </Act>
        <span class="quiet" role="status">
          {fault ?? t.typed(draft, workflow)}
        </span>
      </div>
      {isOutdated && (
        <section class="fault" role="alert">
          <p>{t.outdated(newest)}</p>
          <div class="buttons">
            <Act
              operation="updateWorkflow"
              label={t.saveMine(newest + 1)}
              isDisabled={!definition}
              act={saveOn(etag)}
            />
            <button type="button" class="danger" onClick={() => keep(fresh)}>
              {t.takeTheirs(newest)}
            </button>
          </div>
          <details>
            <summary>{t.mineAndTheirs}</summary>
            <Changes changes={changesOf(workflow_definition, drawn.current)} />
          </details>
        </section>
      )}
      {found && (
        <section aria-label={t.check}>
          <p role="status">{t.found(found)}</p>
          <ul class="ways">
            {[...found.faults, ...found.warnings].map((each, at) => (
              <li key={at}>
                <button type="button" class="link" onClick={() => lead(each)}>
                  {each.msg}
                </button>{' '}
                <code>{each.type}</code>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div class="halves">
        <label>
          {t.asText}
          <textarea
            ref={field}
            rows={30}
            spellcheck={false}
            value={draft.text}
            aria-invalid={!definition}
            onInput={({ currentTarget: { value } }) =>
              keep({ ...draft, text: value, isSaved: false })
            }
          />
        </label>
        <GraphView label={t.preview} graph={graph} node={node} onChoose={goTo} />
      </div>
    </>
  );
}

function read(text: string): {
  readonly definition?: Schemas['WorkflowDefinition'];
  readonly fault?: string;
} {
  try {
    const definition = JSON.parse(text, exact);
    const isObject = Object.prototype.toString.call(definition) === '[object Object]';
    return isObject ? { definition } : { fault: t.noObject };
  } catch (error) {
    return { fault: t.noJson((error as Error).message) };
  }
}

/** What a double does not hold would be saved as another number. */
function exact(_name: string, value: unknown): unknown {
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw new Error(t.tooLarge);
  return value;
}
