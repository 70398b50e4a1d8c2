import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { api, type Schemas } from '../api.ts';
import { type Loaded, useLoad } from '../hooks.ts';
import { Table } from '../charts.tsx';
import { Choice } from '../forms.tsx';
import { Badge } from '../parts.tsx';
import { texts, words } from '../texts.ts';
import { type Change, type Graph, graphOf } from './graph.ts';

const t = texts.agents;

export interface AgentProps {
  readonly latest: {
    readonly workflow: Schemas['Workflow'];
    readonly etag: string;
    readonly versions: readonly Schemas['WorkflowVersionSummary'][];
  };
  /** What follows the name of the part in the address. */
  readonly path: readonly string[];
  readonly reload: () => void;
}

type Version = Schemas['WorkflowVersion'] | undefined;

/** The definition of a version, which never changes, and its graph. */
export function useGraph(
  id: number,
  number: number | undefined,
): Loaded<Version> & { readonly graph: Graph | undefined } {
  const loaded = useLoad<Version>(
    `version ${id} ${number}`,
    async (signal) => {
      if (number === undefined) return undefined;
      const init = { params: { path: { workflow_id: id, version_number: number } }, signal };
      return (await api.GET('/api/v1/workflow/{workflow_id}/versions/{version_number}', init)).data;
    },
    3_600_000,
  );
  const { data } = loaded;
  return { ...loaded, graph: useMemo(() => data && graphOf(data.workflow_definition), [data]) };
}

interface VersionChoiceProps extends Pick<AgentProps, 'latest'> {
  readonly label: string;
  readonly value: number | undefined;
  readonly onInput: (version: string) => void;
  readonly isOptional?: boolean;
}

export const VersionChoice = ({
  latest,
  value,
  isOptional,
  ...rest
}: VersionChoiceProps): JSX.Element => (
  <Choice
    {...rest}
    value={String(value ?? '')}
    options={[
      ...(isOptional ? [['', t.noVersion] as const] : []),
      ...latest.versions.map(
        (each) =>
          [
            String(each.version_number),
            `${each.version_number} · ${words(each.version_status)}`,
          ] as const,
      ),
    ]}
  />
);

/** What differs, with both values beside each other. */
export const Changes = ({ changes }: { readonly changes: readonly Change[] }): JSX.Element => (
  <Table
    caption={t.changes(changes.length)}
    head={[t.part, t.before, t.after]}
    rows={changes.map(({ of: [list, id], kind, ...values }) => [
      <>
        <Badge tone={kind}>{kind}</Badge> {t.partOf(list)} <strong dir="auto">{id}</strong>
      </>,
      <p class="text">{values.before.join('\n')}</p>,
      <p class="text">{values.after.join('\n')}</p>,
    ])}
  />
);
