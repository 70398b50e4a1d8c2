import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { moveFocus } from '../list.tsx';
import { Badge, Members } from '../parts.tsx';
import { texts } from '../texts.ts';
import type { Graph } from './graph.ts';
import { layoutOf, nodeSize, type Point } from './layout.ts';

const t = texts.agents;

interface GraphViewProps {
  readonly label: string;
  readonly graph: Graph;
  readonly node?: number | undefined;
  readonly onChoose: (node: number) => void;
  /** What became of a node, such as `changed`. */
  readonly toneOf?: (id: string) => string | undefined;
}

/** A graph with the details of a node. Arrow keys go from node to node; each says where it leads. */
export function GraphView({ label, graph, node, onChoose, toneOf }: GraphViewProps): JSX.Element {
  const { nodes, edges } = graph;
  const shape = JSON.stringify([nodes.map(({ type }) => type), edges.map(Object.values)]);
  const layout = useMemo(() => layoutOf(graph), [shape]);
  const sheet = useRef<HTMLDivElement>(null);
  const shown = node ?? nodes.findIndex(({ type }) => type === 'startCall');
  useLayoutEffect(() => {
    const [{ current }, [x, y] = [0, 0]] = [sheet, layout.nodes[shown]];
    const { clientWidth = 0, clientHeight = 0 } = current ?? {};
    current?.scrollTo(
      x + (nodeSize.width - clientWidth) / 2,
      y + (nodeSize.height - clientHeight) / 2,
    );
  }, [layout, shown]);
  const leadsOf = (from: number): string[] =>
    edges
      .filter(({ source }) => source === from)
      .map((edge) => t.leads(edge.label || edge.condition, nodes[edge.target]?.name));
  // As they are read: row by row.
  const inOrder = [...layout.nodes.entries()].toSorted(
    ([, a], [, b]) => a[1] - b[1] || a[0] - b[0],
  );
  const lost = edges.filter(({ source, target }) => source === -1 || target === -1).length;
  return (
    <div class="graph">
      <div>
        <div class="sheet" ref={sheet} role="group" aria-label={label} onKeyDown={moveFocus}>
          <div style={{ width: `${layout.width}px` }}>
            <svg width={layout.width} height={layout.height} aria-hidden="true">
              {layout.edges.map(({ line }, at) => {
                const { source, target } = edges[at]!;
                return (
                  <path
                    key={at}
                    class={source === node ? 'lit' : ''}
                    d={pathOf(line, source === target)}
                  />
                );
              })}
            </svg>
            {layout.edges.map(
              ({ label: corner }, at) =>
                corner && (
                  <span key={at} class="way" dir="auto" aria-hidden="true" {...placed(corner)}>
                    {edges[at]!.label}
                  </span>
                ),
            )}
            <ul>
              {inOrder.map(([at, corner]) => {
                const { id, name, type } = nodes[at]!;
                const tone = toneOf?.(id) ?? '';
                return (
                  <li key={at}>
                    <button
                      type="button"
                      class={`node ${tone}`}
                      data-type={type}
                      aria-current={at === node ? 'true' : undefined}
                      title={leadsOf(at).join('\n')}
                      onClick={() => onChoose(at)}
                      {...placed(corner)}
                    >
                      <strong dir="auto">{name}</strong>
                      <span>{t.typeOf(type, tone)}</span>
                    </button>
                  </li>
                );
              })}
            </ul>
          </div>
        </div>
        <p class="quiet">{t.size(nodes.length, edges.length, lost)}</p>
      </div>
      <Node graph={graph} node={shown} onChoose={onChoose} />
    </div>
  );
}

const placed = ([x, y]: Point) => ({ style: { left: `${x}px`, top: `${y}px` } });

/** A line through points, upright at each, and its arrow. A loop leaves its node at the side. */
function pathOf([first, ...rest]: readonly Point[], isLoop: boolean): string {
  const [last, before] = [rest.at(-1), rest.at(-2) ?? first];
  if (!first || !last || !before) return '';
  if (isLoop)
    return `M${first.join()} c44,-16 44,${last[1] - first[1] + 16} 0,${last[1] - first[1]} m7,-5 l-7,5 l8,3`;
  const curves = rest.map(([x, y], at) => {
    const [fromX, fromY] = rest[at - 1] ?? first;
    return `C${fromX},${(fromY + y) / 2} ${x},${(fromY + y) / 2} ${x},${y}`;
  });
  const back = last[1] > before[1] ? -7 : 7;
  return `M${first.join()} ${curves.join(' ')} m-4,${back} l4,${-back} l4,${back}`;
}

interface NodeProps extends Pick<GraphViewProps, 'graph' | 'onChoose'> {
  readonly node: number;
}

/** What a node says and may do, and where the conversation goes on from it. */
function Node({ graph: { nodes, edges }, node, onChoose }: NodeProps): JSX.Element | null {
  const shown = nodes[node];
  if (!shown) return null;
  return (
    <section class="about" aria-label={t.node(shown.name)}>
      <div class="title">
        <h3 dir="auto">{shown.name}</h3>
        <Badge tone="calm">{t.typeOf(shown.type)}</Badge>
        <code>{shown.id}</code>
      </div>
      <Members value={shown.data} />
      <ul class="ways">
        {edges.map(
          (edge, at) =>
            edge.source === node && (
              <li key={at} dir="auto">
                <strong>{edge.label}</strong> →{' '}
                {edge.target === -1 ? (
                  t.nowhere
                ) : (
                  <button type="button" class="link" onClick={() => onChoose(edge.target)}>
                    {nodes[edge.target]!.name}
                  </button>
                )}
                <p class="quiet">{edge.condition}</p>
              </li>
            ),
        )}
      </ul>
    </section>
  );
}
