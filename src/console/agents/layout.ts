import type { Graph } from './graph.ts';

export type Point = readonly [x: number, y: number];

/** Where a graph is drawn: the upper left corners of nodes and labels, and the lines of edges. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly Point[];
  /** Of each edge its points, none where an end is missing, and where its label is, if there is room for one. */
  readonly edges: readonly { readonly line: readonly Point[]; readonly label?: Point }[];
}

export const nodeSize = { width: 176, height: 52 };
export const labelSize = { width: 128, height: 20 };
const [gap, rowGap, loopWidth, thin, sweeps] = [20, 22, 40, 4, 12];
/** Edges that would pass more rows than this in all, the longest ones, are drawn straight and without labels. */
const maxPassed = 10_000;

/** A node in its row, or an edge that passes it, with its label or without. */
interface Item {
  readonly row: number;
  readonly width: number;
  readonly above: Item[];
  readonly below: Item[];
  x: number;
}

/**
 * Draws a graph in rows: edges lead down, except those that close a cycle. Labels have rows of their own, and an edge that
 * passes a row has a place in it, so nothing lies on anything. Nodes without edges come last. The time grows with the number
 * of nodes and edges and of the rows that these pass, which are sorted a few times.
 */
export function layoutOf({ nodes, edges }: Graph): Layout {
  const { order, visited } = orderOf({ nodes, edges });
  const links = edges.flatMap(({ source, target, label }, edge) => {
    if (source === -1 || target === -1 || source === target) return [];
    const isBack = order[source]! > order[target]!;
    const [top, bottom] = isBack ? [target, source] : [source, target];
    return [{ edge, label, isBack, top, bottom, way: [] as Item[] }];
  });
  const layers = nodes.map(() => 0);
  for (const { top, bottom } of links.toSorted((a, b) => order[a.top]! - order[b.top]!))
    layers[bottom] = Math.max(layers[bottom]!, layers[top]! + 1);
  const rows: Item[][] = [];
  const add = (row: number, width: number): Item => {
    while (rows.length <= row) rows.push([]);
    const item = { row, width, above: [], below: [], x: 0 };
    rows[row]!.push(item);
    return item;
  };
  const linked = new Set(links.flatMap(({ top, bottom }) => [top, bottom]));
  const loops = new Set(edges.map(({ source, target }) => (source === target ? source : -1)));
  const across = Math.max(3, Math.ceil(nodes.length ** 0.5));
  const floor = Math.max(0, ...layers) + 1;
  const items: Item[] = [];
  let alone = 0;
  for (const node of visited) {
    const layer = linked.has(node) ? layers[node]! : floor + Math.floor(alone++ / across);
    items[node] = add(layer * 2, nodeSize.width + (loops.has(node) ? loopWidth * 2 : 0));
  }
  let passed = 0;
  const passes = ({ top, bottom }: (typeof links)[0]): number =>
    (layers[bottom]! - layers[top]!) * 2;
  for (const link of links.toSorted((a, b) => passes(a) - passes(b))) {
    const last = passes(link) - 1;
    passed += last;
    if (passed > maxPassed) break;
    // What a label says is of interest where its edge begins.
    const named = link.label === '' ? -1 : link.isBack ? last - 1 : 0;
    let above = items[link.top]!;
    for (let at = 0; at <= last; at += 1) {
      const width = at === named ? labelSize.width : thin;
      const next = at === last ? items[link.bottom]! : add(above.row + 1, width);
      above.below.push(next);
      next.above.push(above);
      if (at < last) link.way.push(next);
      above = next;
    }
  }
  for (let sweep = 0; sweep <= sweeps; sweep += 1)
    for (const row of sweep % 2 === 0 ? rows : rows.toReversed())
      arrange(row, sweep % 2 === 0 ? 'above' : 'below');
  const all = rows.flat();
  const shift = gap - Math.min(0, ...all.map(({ x, width }) => x - width / 2));
  for (const item of all) item.x += shift;

  let height = rowGap;
  const sizes = rows.map((row, index) => {
    const isPassed = index % 2 === 1 && row.every(({ width }) => width === thin);
    const size = index % 2 === 0 ? nodeSize.height : isPassed ? 0 : labelSize.height;
    height += size + rowGap;
    return { top: height - size - rowGap, bottom: height - rowGap };
  });
  const corner = ({ x, row }: Item, { width }: { readonly width: number }): Point => [
    x - width / 2,
    sizes[row]!.top,
  ];
  const drawn: Layout['edges'][number][] = edges.map(({ source, target }) => {
    if (source !== target || source === -1) return { line: [] };
    const [x, y] = corner(items[source]!, nodeSize);
    return { line: [14, 38].map((from): Point => [x + nodeSize.width, y + from]) };
  });
  for (const { edge, isBack, top, bottom, way } of links) {
    const points = [items[top]!, ...way, items[bottom]!].flatMap(({ x, row }): Point[] => [
      [x, sizes[row]!.top],
      [x, sizes[row]!.bottom],
    ]);
    const line = points.slice(1, -1);
    const named = way.find(({ width }) => width > thin);
    const label = named && { label: corner(named, labelSize) };
    drawn[edge] = { line: isBack ? line.toReversed() : line, ...label };
  }
  const width = Math.max(0, ...all.map((item) => item.x + item.width / 2)) + gap;
  return { width, height, nodes: items.map((item) => corner(item, nodeSize)), edges: drawn };
}

/** The nodes from starts on, and the place of each in an order in which edges lead on, except those that close a cycle. */
function orderOf({ nodes, edges }: Graph): { order: number[]; visited: number[] } {
  const entered = new Set(edges.map(({ source, target }) => (source === target ? -1 : target)));
  const next = Map.groupBy(edges, ({ source }) => source);
  const rank = (node: number): number =>
    nodes[node]!.type === 'startCall' ? 0 : entered.has(node) ? 2 : 1;
  const order: number[] = [];
  const visited = new Set<number>();
  let place = nodes.length;
  for (const root of [...nodes.keys()].toSorted((a, b) => rank(a) - rank(b))) {
    const path = visited.has(root) ? [] : [{ node: root, at: 0 }];
    for (let last = path.at(-1); last; last = path.at(-1)) {
      visited.add(last.node);
      const target = next.get(last.node)?.[last.at]?.target;
      last.at += 1;
      if (target === undefined) order[path.pop()!.node] = place -= 1;
      else if (target !== -1 && !visited.has(target)) path.push({ node: target, at: 0 });
    }
  }
  return { order, visited: [...visited] };
}

/** Orders a row by where its items are linked to, and puts each as near to there as the widths of the others allow. */
function arrange(row: Item[], side: 'above' | 'below'): void {
  for (const item of row)
    if (item[side].length > 0)
      item.x = item[side].reduce((sum, { x }) => sum + x, 0) / item[side].length;
  row.sort((a, b) => a.x - b.x);
  const blocks: { sum: number; items: (readonly [Item, number])[] }[] = [];
  let offset = 0;
  for (const [index, item] of row.entries()) {
    if (index > 0) offset += (row[index - 1]!.width + item.width) / 2 + gap;
    let block: (typeof blocks)[0] = { sum: item.x - offset, items: [[item, offset]] };
    // What would lie on what is before it shares its shift.
    for (let last = blocks.at(-1); last; last = blocks.at(-1)) {
      if (last.sum / last.items.length <= block.sum / block.items.length) break;
      blocks.pop();
      block = { sum: last.sum + block.sum, items: [...last.items, ...block.items] };
    }
    blocks.push(block);
  }
  for (const { sum, items } of blocks)
    for (const [item, from] of items) item.x = sum / items.length + from;
}
