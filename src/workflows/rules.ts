import type { components } from '../../generated/api.ts';
import type { Fault } from '../errors.ts';
import { isBuiltIn } from './built-in-rules.ts';
import { graphFaults, maxFaults } from './graph-rules.ts';
import { type CurrentTool, namedTools } from './tool-rules.ts';
import canonicalize from 'canonicalize';
import { later, type Timestamp } from '../timestamp.ts';

/** New calls use the published version, and an archived workflow places no calls. */
export const canPublish = (status: components['schemas']['WorkflowStatus']): boolean =>
  status === 'active';

/** An archived workflow starts no test runs either. */
export const canTest = canPublish;

const copyMark = ' (copy)';
const maxNameLength = 100;

/** The name of a workflow's duplicate, truncated to fit. Counts characters as the contract does. */
export const nameOfCopy = (name: string): string =>
  [...name].slice(0, maxNameLength - copyMark.length).join('') + copyMark;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The voice profile that configurations name, as the database reads it; undefined for anything but a UUID. */
export function voiceProfileOf(
  configurations: Readonly<Record<string, unknown>> | undefined,
): string | undefined {
  const id = configurations?.['voice_profile_id'];
  return typeof id === 'string' && uuid.test(id) ? id : undefined;
}

/** The dispositions that mean an opt-out: `opt_out_dispositions` of the workflow's configurations, if valid. */
export function optOutDispositions(configurations: Readonly<Record<string, unknown>>): unknown[] {
  const said = configurations['opt_out_dispositions'];
  return Array.isArray(said) ? said : [];
}

/** Whether calls are hung up for who answered them: `on_answered_by` of the workflow's configurations, if valid. */
export const hangsUpFor = (
  configurations: Readonly<Record<string, unknown>>,
  answeredBy: components['schemas']['SubmittedAnsweredBy'],
): boolean => {
  const said = new Map(Object.entries(configurations['on_answered_by'] ?? {}));
  return answeredBy !== 'human' && said.get(answeredBy) === 'hang_up';
};

/** The faults that prevent publishing: of the graph, and tools that the organization does not have or whose calls would all fail. */
export function definitionFaults(
  definition: components['schemas']['WorkflowDefinition'],
  tools: readonly Pick<CurrentTool, 'name' | 'mcp_status'>[],
): Fault[] {
  const known = new Map(tools.map((tool) => [tool.name, tool.mcp_status ?? 'accepted']));
  const unusable = namedTools(definition).flatMap(({ name, loc }): Fault[] => {
    const status = known.get(name);
    if (status === 'accepted' || (status === undefined && isBuiltIn(name))) return [];
    const fault = { loc: [...loc], input: name, ctx: {} };
    if (status === undefined) return [{ ...fault, msg: unknown(name), type: 'tool_unknown' }];
    return [{ ...fault, msg: disabled(name), type: 'tool_disabled' }];
  });
  return [...graphFaults(definition), ...unusable].slice(0, maxFaults);
}

const unknown = (name: string) =>
  `There is no tool named "${name}". Create it, or name another one.`;

const disabled = (name: string) =>
  `The tool "${name}" is disabled, because its MCP server has changed or removed the function. Accept the change, or name another tool.`;

type SettingFault = Pick<Fault, 'msg' | 'input'> & { readonly loc: string[] };

/** What happens when a machine answers, as a workflow or a campaign says it; absent members have their defaults. */
export interface MachineSettings {
  readonly enabled?: boolean;
  readonly on_machine?: 'continue' | 'hang_up' | 'leave_message';
  readonly message_url?: string | null;
}

/** The errors of settings at a place in the request that the schema cannot express. */
export function machineFaults(
  settings: MachineSettings | null | undefined,
  at: readonly string[],
): SettingFault[] {
  if (!settings) return [];
  const { enabled = true, on_machine = 'continue', message_url = null } = settings;
  const fault = (member: string, msg: string, input: unknown): SettingFault[] => [
    { loc: [...at, member], msg, input },
  ];
  if (!enabled && on_machine !== 'continue')
    return fault('on_machine', 'Must be `continue` if machines are not detected.', on_machine);
  if (on_machine === 'leave_message')
    return message_url === null
      ? fault('message_url', 'Is required with `leave_message`.', null)
      : [];
  return message_url === null
    ? []
    : fault('message_url', 'Is allowed only with `leave_message`.', message_url);
}

type Settings = Readonly<Record<string, unknown>>;

/** What counts for calls that began before a time. */
export interface FormerSettings {
  readonly until: Timestamp;
  readonly settings: Settings;
}

/** No call lasts so long. */
const keptMs = 24 * 60 * 60_000;
/** How many changes are told apart; after that, calls between two of them have the older settings. */
export const maxFormer = 10;

interface Change {
  readonly former: Settings;
  readonly sent: Settings;
  /** The settings by which a call reaches others, or is hung up. */
  readonly reaching: readonly string[];
  readonly isPerson: boolean;
  readonly now: Timestamp;
}

/**
 * What is kept for calls in progress when settings are replaced: after a person nothing, because what a person sets counts for
 * all calls; after a key what it has replaced.
 */
export function keptFor(
  before: readonly FormerSettings[],
  { former, sent, reaching, isPerson, now }: Change,
): readonly FormerSettings[] {
  if (isPerson) return [];
  const settings = Object.fromEntries(
    reaching.flatMap((name) => (name in former ? [[name, former[name]]] : [])),
  );
  const isSame = reaching.every((name) => canonicalize(sent[name]) === canonicalize(former[name]));
  const kept = before.filter(({ until }) => later(until, keptMs) > now);
  if (isSame) return kept;
  const last = kept.at(-1);
  if (last && kept.length >= maxFormer) return [...kept.slice(0, -1), { ...last, until: now }];
  return [...kept, { until: now, settings }];
}
