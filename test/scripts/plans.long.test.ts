import { expect, test } from 'vitest';
import { costOf, costsOf, plansIn, type PlanNode } from '../../scripts/bench/plans/costs.ts';

const node = (more: Partial<PlanNode>): PlanNode => ({
  'Node Type': 'Index Scan',
  'Actual Rows': 1,
  'Shared Hit Blocks': 3,
  'Shared Read Blocks': 1,
  ...more,
});
const scan = node({ 'Node Type': 'Seq Scan', 'Relation Name': 'runs', 'Actual Rows': 1 });

test('The plans of a log are read with their statements', () => {
  const explained = (query: string): string =>
    JSON.stringify({ 'Query Text': query, Plan: node({}) }, undefined, 2).replaceAll('\n', '\n\t');
  const log = [
    'LOG:  checkpoint',
    `LOG:  duration: 0.1 ms  plan:\n\t${explained('select\n  1')}`,
    'ERROR:  no',
    `LOG:  duration: 0.1 ms  plan:\n\t${explained('select 2')}\n`,
  ].join('\n');

  expect(plansIn(log)).toEqual([
    { query: 'select 1', plan: node({}) },
    { query: 'select 2', plan: node({}) },
  ]);
});

test.each([
  [scan, []],
  [{ ...scan, 'Rows Removed by Filter': 9999 }, ['runs (10000 rows)']],
  [node({ Plans: [{ ...scan, 'Actual Rows': 700 }] }), ['runs (700 rows)']],
  [node({ 'Actual Rows': 9999 }), []],
])('Of %j the tables that are read without an index are %j', (plan, scans) => {
  expect(costOf({ query: 'select', plan })).toEqual({ query: 'select', blocks: 4, scans });
});

test('The most expensive plan of a statement counts', () => {
  const plans = [1, 9, 5].map((blocks) => ({
    query: 'select',
    plan: node({ 'Shared Read Blocks': blocks }),
  }));

  expect([...costsOf(plans).values()].map(({ blocks }) => blocks)).toEqual([12]);
});
