import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { api, type Schemas, sendFile } from '../api.ts';
import { useAction, useGet, useLoad } from '../hooks.ts';
import { Items } from '../list.tsx';
import { Choice, Field, Form } from '../forms.tsx';
import { Fault } from '../parts.tsx';
import { go, Link } from '../router.tsx';
import { texts } from '../texts.ts';

const t = texts.campaigns;
const sources = '/api/v1/campaign-sources';

/** The contacts of a file, and then the campaign that calls them. */
export function NewCampaign({ sourceId }: { readonly sourceId: string | undefined }): JSX.Element {
  const [uploaded, setUploaded] = useState<Schemas['CampaignSource']>();
  const { rejected = [], rejected_rows = 0 } = uploaded?.id === sourceId ? (uploaded ?? {}) : {};
  const [name, setName] = useState('');
  const take = (source: Schemas['CampaignSource'], file: File): void => {
    setUploaded(source);
    if (name === '') setName(file.name.replace(/\.[^.]*$/, ''));
    go(`/campaigns/new/${source.id}`, true);
  };
  return (
    <section class="detail" aria-label={t.new}>
      <Link to="/campaigns" class="back">
        {t.back}
      </Link>
      <h2>{t.new}</h2>
      <Upload done={take} />
      {rejected_rows > 0 && (
        <Items
          list={{ data: rejected, error: undefined, reload: () => {}, more: undefined }}
          caption={t.rejected(rejected_rows)}
          none=""
          columns={['row', 'column', 'input', 'reason']}
        />
      )}
      {sourceId !== undefined && <Create sourceId={sourceId} name={name} setName={setName} />}
    </section>
  );
}

interface UploadProps {
  readonly done: (source: Schemas['CampaignSource'], file: File) => void;
}

function Upload({ done }: UploadProps): JSX.Element {
  const [file, setFile] = useState<File>();
  const [column, setColumn] = useState('');
  const [sent, setSent] = useState(0);
  const ending = useRef(new AbortController());
  useEffect(() => () => ending.current.abort(), []);
  const { run, isRunning, error } = useAction(async (chosen: File) => {
    setSent(0);
    const named = column.trim() === '' ? {} : { phone_number_column: column };
    const { data } = await sendFile(chosen, setSent).POST(sources, {
      params: { query: { on_invalid: 'skip', ...named } },
      body: chosen,
      // Elsewhere a browser may say that it is a spreadsheet's.
      headers: { 'content-type': 'text/csv' },
      signal: ending.current.signal,
    });
    done(data, chosen);
  });
  return (
    <Form onSubmit={() => file && run(file)}>
      <label>
        {t.file}
        <input
          type="file"
          required
          accept=".csv,text/csv"
          onChange={({ currentTarget }) => setFile(currentTarget.files?.[0])}
        />
      </label>
      <Field
        label={t.column}
        placeholder="phone_number"
        isOptional
        value={column}
        onInput={setColumn}
      />
      {isRunning && file && (
        <p class="left">
          <progress max={file.size} value={sent} aria-label={t.sent} />
          <span class="number">{sent < file.size ? t.bytes(sent, file.size) : t.checking}</span>
        </p>
      )}
      <Fault error={error} />
      <button class="main" type="submit" disabled={isRunning}>
        {t.upload}
      </button>
    </Form>
  );
}

const maxAgents = 1000;

async function loadAgents(signal: AbortSignal): Promise<(readonly [string, string])[]> {
  const agents: (readonly [string, string])[] = [];
  const init = { params: { query: { limit: 200 } }, signal };
  for await (const { id, name } of api.items('/api/v1/workflow', init)) {
    agents.push([String(id), name]);
    if (agents.length >= maxAgents) break;
  }
  return agents;
}

interface CreateProps {
  readonly sourceId: string;
  readonly name: string;
  readonly setName: (name: string) => void;
}

function Create({ sourceId, name, setName }: CreateProps): JSX.Element {
  const agents = useLoad('agents', loadAgents, 60_000).data ?? [];
  const [agent = agents[0]?.[0] ?? '', setAgent] = useState<string>();
  const [calls, setCalls] = useState('');
  const params = { path: { source_id: sourceId } };
  const source = useGet(`${sources}/{source_id}`, { params }, 60_000);
  const create = () => {
    const body = {
      name,
      workflow_id: Number(agent),
      source_type: 'csv',
      source_id: sourceId,
      max_concurrency: calls.trim() === '' ? null : Number(calls),
    } as const;
    return api.POST('/api/v1/campaign', { body });
  };
  const { run, isRunning, error } = useAction(create, ({ data }) => go(`/campaigns/${data.id}`));
  return (
    <Form onSubmit={run}>
      {source.data && <p>{t.stored(t.count(source.data.total_rows))}</p>}
      <Field label={t.name} value={name} maxLength={100} onInput={setName} />
      <Choice label={t.agent} value={agent} onInput={setAgent} options={agents} />
      <Field label={t.atOnce} isNumber isOptional value={calls} onInput={setCalls} />
      <Fault error={error ?? source.error} />
      <button class="main" type="submit" disabled={isRunning}>
        {t.create}
      </button>
    </Form>
  );
}
