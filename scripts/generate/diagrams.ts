import { instance } from '@viz-js/viz';
import { requestTransitions } from '../../src/approvals/approval-requests/rules.ts';
import { policyTransitions } from '../../src/approvals/rules.ts';
import { serviceTransitions, transitions } from '../../src/campaigns/lifecycle/rules.ts';
import { admissionRules } from '../../src/telephony/calls/permission-rules.ts';
import {
  callTransitions,
  effects,
  type Ending,
  hungUp,
  liveTransitions,
  type Outcome,
  toMachine,
} from '../../src/telephony/calls/flow-rules.ts';
import { transferTransitions } from '../../src/telephony/transfers/transition-rules.ts';
import { executionTransitions } from '../../src/tools/tool-executions/rules.ts';
import type { Transition } from '../../src/transition.ts';
import { testRunTransitions } from '../../src/workflows/runs/rules.ts';
import { versionTransitions } from '../../src/workflows/versions/rules.ts';

type Table = Readonly<Record<string, Transition<string>>>;

/** A diagram as text of Graphviz, with what it says in words. */
export interface Diagram {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly dot: string;
}

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly causes: readonly string[];
  readonly another: boolean;
}

/** Where what is created comes from. */
const start = 'start';

const causesOf = ({ by, when }: Transition<string>): string[] => [...by, ...(when ? [when] : [])];

/** The edges of tables, those between the same states as one. */
function edgesOf(...tables: readonly Table[]): Edge[] {
  const edges = new Map<string, Edge>();
  for (const transition of tables.flatMap((table) => Object.values(table))) {
    const { from, to, another = false } = transition;
    for (const state of from.length === 0 ? [start] : from) {
      const key = `${state} ${to} ${another}`;
      const causes = [...(edges.get(key)?.causes ?? []), ...causesOf(transition)];
      edges.set(key, { from: state, to, causes: [...new Set(causes)], another });
    }
  }
  return [...edges.values()];
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const head = [
  'bgcolor=transparent ranksep=0.35 nodesep=0.3',
  'node [shape=box style=rounded fontname=Arial fontsize=13 height=0.4 margin="0.12,0.06"]',
  'edge [fontname=Arial fontsize=11 arrowsize=0.7]',
];
const startNode = `${start} [shape=point width=0.12 label=""]`;

/** The node of another thing that is created. */
const anotherOf = (state: string): string => `another_${state}`;

function edgeText({ from, to, causes, another }: Edge): string {
  // The space keeps the text off the line.
  const text = causes.map((cause) => `&#160;${escape(cause)}&#160;<br align="left"/>`).join('');
  return `${from} -> ${another ? anotherOf(to) : to} [label=<${text}>]`;
}

/** The nodes of the others that edges lead to. */
const othersOf = (edges: readonly Edge[]): string[] =>
  [...new Set(edges.flatMap(({ to, another }) => (another ? [to] : [])))].map(
    (state) =>
      `${anotherOf(state)} [label=<${state}<br/><font point-size="11">another one</font>> style="rounded,dashed"]`,
  );

const sentence = ({ from, to, causes, another }: Edge): string => {
  const ways = causes.join(', ');
  if (from === start) return `Created as ${to}: ${ways}.`;
  return another
    ? `From ${from}, another one is created as ${to}: ${ways}.`
    : `From ${from} to ${to}: ${ways}.`;
};

const described = (edges: readonly Edge[]): string => edges.map(sentence).join(' ');

const graph = (lines: readonly string[]): string =>
  `digraph {\n${[...head, ...lines].map((line) => `  ${line}`).join('\n')}\n}\n`;

function machine(name: string, title: string, ...tables: readonly Table[]): Diagram {
  const edges = edgesOf(...tables);
  return {
    name,
    title,
    description: described(edges),
    dot: graph([startNode, ...othersOf(edges), ...edges.map(edgeText)]),
  };
}

interface Row {
  readonly name: string;
  readonly text: string;
}

/** A node with a line for each row. */
function list(id: string, heading: string, rows: readonly Row[]): string {
  const cells = rows.map(({ name, text }) => {
    const words = text
      .split('\n')
      .map((line) => `${escape(line)}<br align="left"/>`)
      .join('');
    const cell = text === '' ? '' : `<td align="left"><font point-size="11">${words}</font></td>`;
    return `<tr><td align="left" valign="top">${escape(name)}</td>${cell}</tr>`;
  });
  const width = rows.some(({ text }) => text !== '') ? ' colspan="2"' : '';
  return `${id} [label=<<table border="0" cellborder="0" cellspacing="0" cellpadding="2"><tr><td${width}><b>${escape(heading)}</b></td></tr>${cells.join('')}</table>>]`;
}

/** The outcomes, with the reports that lead to each. */
function outcomes(): Row[] {
  const reports = new Map<Outcome, string[]>();
  const add = (outcome: Outcome, text: string): void => {
    reports.set(outcome, [...(reports.get(outcome) ?? []), text]);
  };
  const endings = Object.entries(effects).filter(
    (entry): entry is [string, Ending] => entry[1].to === 'completed',
  );
  for (const [event, { outcome }] of endings) add(outcome, event);
  add(toMachine.outcome, 'completed, by a machine');
  add(hungUp.outcome, 'hangUpRun, cancelCampaign');
  return [...reports].map(([name, events]) => ({ name, text: wrapped(events) }));
}

/** Words in lines of about thirty characters. */
function wrapped(words: readonly string[]): string {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < 30)
      lines.splice(-1, 1, `${last}, ${word}`);
    else lines.push(word);
  }
  return lines.join(',\n');
}

const told = (rows: readonly Row[]): string =>
  rows.map(({ name, text }) => `${name} after ${text.replaceAll('\n', ' ')}`).join('; ');

function run(): Diagram {
  const going = Object.entries(effects).flatMap(([event, { to }]) =>
    to === 'running' ? [event] : [],
  );
  const ends: Row[] = outcomes();
  const reported: Table = {
    progress: { from: ['initialized'], to: 'running', by: [], when: going.join(', ') },
    end: { from: ['initialized', 'running'], to: 'completed', by: [], when: 'a report of the end' },
  };
  const edges = edgesOf(callTransitions, testRunTransitions, reported);
  return {
    name: 'run',
    title: 'The states of a run',
    description: `${described(edges)} The outcome is ${told(ends)}.`,
    dot: graph([startNode, list('completed', 'completed', ends), ...edges.map(edgeText)]),
  };
}

function call(): Diagram {
  const ends = outcomes();
  const { queue, ...others } = liveTransitions;
  const later = edgesOf(others);
  const edge = (from: string, to: string, causes: readonly string[]): Edge => ({
    from,
    to,
    causes,
    another: false,
  });
  const first = [edge(start, 'rules', queue.by), edge('rules', queue.to, ['all allow it'])];
  const checks = admissionRules.map((name) => ({ name, text: '' }));
  return {
    name: 'call',
    title: 'The flow of a call',
    description: `${described(edgesOf({ queue }))} Each of these rules must allow it: ${admissionRules.join(', ')}. ${described(later)} The outcome is ${told(ends)}.`,
    dot: graph([
      startNode,
      list('rules', 'rules', checks),
      list('ended', 'ended', ends),
      ...[...first, ...later].map(edgeText),
    ]),
  };
}

/** Who takes part in a call, and in which order. It follows from no table. */
const callPath = (): Diagram => ({
  name: 'call-path',
  title: 'How a call travels',
  description:
    '1. Your program sends initiateCall to the platform, which checks its rules, queues the call and keeps its records. 2. The platform has the carrier dial. 3. The carrier rings the person, and they speak. 4. Carrier and agent runtime exchange audio. 5. The agent runtime reads the session from the platform, and sends it turns, calls of tools and the result. 6. The platform sends call_ended to your webhooks.',
  dot: graph([
    'splines=line ranksep=0.45 node [height=0.5 width=1.6] edge [fontsize=12]',
    'program [label="Your program"] receiver [label="Your webhooks"]',
    'service [label="Voice Agent Platform\\nrules, queue, records" width=4.9 height=0.7 style="rounded,bold"]',
    'carrier [label="Carrier"] runtime [label="Agent runtime"] person [label="Person"]',
    '{rank=same program -> receiver [style=invis minlen=2]}',
    '{rank=same carrier -> runtime [label=" 4  audio " dir=both minlen=2]}',
    'program -> service [label=" 1  initiateCall "]',
    'service -> receiver [label=" 6  call_ended "]',
    'service -> carrier [label=" 2  dials "]',
    'carrier -> person [label=" 3  rings, speaks " dir=both]',
    'service -> runtime [label=" 5  session, turns, \\l    tools, result \\l" dir=both]',
  ]),
});

/** The diagrams of the documentation, all but the first drawn from the tables that the server decides by. */
export const diagrams = (): Diagram[] => [
  callPath(),
  machine('approval-policy', 'The states of an approval policy', policyTransitions),
  machine('approval-request', 'The states of an approval request', requestTransitions),
  machine('workflow-version', "The states of a workflow's version", versionTransitions),
  machine('campaign', 'The states of a campaign', serviceTransitions, transitions),
  run(),
  call(),
  machine('run-transfer', 'The states of a transfer', transferTransitions),
  machine('tool-execution', 'The states of a call of a tool', executionTransitions),
];

/** The colour of an image that stands alone; inside a page the diagram has the colour of the text around it. */
const colours =
  'svg:root{color:#1f2328}@media (prefers-color-scheme:dark){svg:root{color:#e6edf3}}';

/** The diagram as an SVG without scripts, described for those who do not see it. */
export async function svgOf({ name, title, description, dot }: Diagram): Promise<string> {
  const viz = await instance();
  const drawn = viz.renderString(dot, { format: 'svg', engine: 'dot' });
  const [, width = '0', height = '0'] = /viewBox="0\.00 0\.00 ([\d.]+) ([\d.]+)"/.exec(drawn) ?? [];
  const inside = drawn
    .slice(drawn.indexOf('<g '), drawn.lastIndexOf('</svg>'))
    .replaceAll(/<!--.*?-->\n/gs, '')
    // Of the graph, nodes and edges: the root has the title of all, and ids would clash in a page with two diagrams.
    .replaceAll(/<title>.*?<\/title>\n/g, '')
    .replaceAll(/ id="[^"]*"/g, '')
    .replaceAll(/ (?:xml:space|font-family)="[^"]*"/g, '')
    .replaceAll('"black"', '"currentColor"');
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="diagram-${name}-title diagram-${name}-desc" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" fill="currentColor" font-family="Arial, Helvetica, sans-serif" style="max-width:100%;height:auto">
<title id="diagram-${name}-title">${escape(title)}</title>
<desc id="diagram-${name}-desc">${escape(description)}</desc>
<style>${colours}</style>
${inside}</svg>
`;
}
