import { expect, test } from 'vitest';
import {
  type ForeignKey,
  planOf,
  type Table,
} from '../../../src/privacy/organization-deletions/plan-rules.ts';

const table = (name: string, is_indexed = true): Table => ({ name, parts: [name], is_indexed });
const key = (child: string, parent: string, more: Partial<ForeignKey> = {}): ForeignKey => ({
  child,
  parent,
  columns: [['parent_id', 'id']],
  nullable: [],
  deferrable: false,
  ...more,
});
const order = (...[tables, keys]: Parameters<typeof planOf>) =>
  planOf(tables, keys).steps.map((step) => step.table.name);

test('Tables come before those that they refer to', () => {
  expect(order([table('a'), table('b'), table('c')], [key('b', 'a'), key('c', 'b')])).toEqual([
    'c',
    'b',
    'a',
  ]);
});

test('A table that refers to itself has to wait for nobody else', () => {
  const self = key('a', 'a', { nullable: ['parent_id'] });

  expect(planOf([table('a')], [self]).steps).toMatchObject([{ itself: self, via: undefined }]);
});

test('A circle is released first where its key is deferrable, and has no order otherwise', () => {
  const [there, back] = [key('a', 'b'), key('b', 'a', { deferrable: true })];

  expect(planOf([table('a'), table('b')], [there, back]).release).toEqual([back]);
  expect(order([table('a'), table('b')], [there, back])).toEqual(['a', 'b']);
  expect(() => planOf([table('a'), table('b')], [there, key('b', 'a')])).toThrow(
    'No order of a, b.',
  );
});

test('A parent finds the rows of a table without an index, if every row has one', () => {
  const [always, sometimes] = [key('b', 'a'), key('c', 'a', { nullable: ['parent_id'] })];
  const tables = [table('a'), table('b', false), table('c', false)];

  const { steps } = planOf(tables, [key('b', 'organizations'), always, sometimes]);

  expect(steps.map((step) => [step.table.name, step.via])).toEqual([
    ['b', always],
    ['c', undefined],
    ['a', undefined],
  ]);
});
