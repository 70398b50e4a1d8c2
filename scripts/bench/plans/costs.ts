/** A node of a plan of PostgreSQL, in the names of its JSON. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  /** Of one loop. */
  readonly 'Actual Rows': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
}

export interface Explained {
  readonly query: string;
  readonly plan: PlanNode;
}

/** What a statement cost, with the tables that it reads without an index. */
export interface Cost {
  readonly query: string;
  /** 8 KiB blocks that were read. */
  readonly blocks: number;
  readonly scans: readonly string[];
}

/** A table of so few rows is rightly read as a whole. */
const fewRows = 500;

/** The plans in a log that auto_explain wrote as JSON. */
export const plansIn = (log: string): Explained[] =>
  [...log.matchAll(/plan:\n(\t?\{[\s\S]*?\n\t?\})(?=\n[^\t]|\n*$)/g)].map(([, text = '']) => {
    const { 'Query Text': query, Plan: plan } = JSON.parse(text) as {
      'Query Text': string;
      Plan: PlanNode;
    };
    return { query: query.replace(/\s+/g, ' '), plan };
  });

function* nodesOf(node: PlanNode): Generator<PlanNode> {
  yield node;
  for (const each of node.Plans ?? []) yield* nodesOf(each);
}

export function costOf({ query, plan }: Explained): Cost {
  const scans = [...nodesOf(plan)].flatMap((node) => {
    const read = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
    return node['Node Type'] === 'Seq Scan' && read > fewRows
      ? [`${node['Relation Name']} (${Math.round(read)} rows)`]
      : [];
  });
  return { query, blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], scans };
}

/** The most expensive plan of each statement. */
export function costsOf(plans: readonly Explained[]): ReadonlyMap<string, Cost> {
  const costs = new Map<string, Cost>();
  for (const cost of plans.map(costOf)) {
    const known = costs.get(cost.query);
    if (!known || known.blocks < cost.blocks) costs.set(cost.query, cost);
  }
  return costs;
}
