import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import published from '../../generated/openapi.json' with { type: 'json' };

interface Parameter {
  readonly in?: string;
  readonly name?: string;
  readonly value?: unknown;
}

interface Step {
  readonly stepId: string;
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly successCriteria: readonly { readonly condition: string }[];
  readonly outputs?: Readonly<Record<string, string>>;
}

interface Flow {
  readonly workflows: readonly { readonly workflowId: string; readonly steps: readonly Step[] }[];
}

interface Response {
  readonly links?: Readonly<
    Record<string, { readonly parameters: Readonly<Record<string, string>> }>
  >;
}

const folder = new URL('../../openapi/flows/', import.meta.url);
const workflows = readdirSync(folder).flatMap(
  (file) => (parse(readFileSync(new URL(file, folder), 'utf8')) as Flow).workflows,
);

const linksOf: ReadonlyMap<string, Response['links']> = new Map(
  Object.values(published.paths).flatMap((item) =>
    Object.values(item as Record<string, { operationId?: string; responses?: object }>).flatMap(
      ({ operationId, responses = {} }) =>
        (Object.values(responses) as Response[]).flatMap(({ links }) =>
          operationId !== undefined && links ? [[operationId, links] as const] : [],
        ),
    ),
  ),
);

const asTaken = /^\$steps\.(\w+)\.outputs\.(\w+)$/;

describe('The flow', () => {
  test.each(workflows.map((flow) => [flow.workflowId, flow] as const))(
    '%s follows links of what it creates',
    (_, { steps }) => {
      const byId = new Map(steps.map((step) => [step.stepId, step]));
      const followed = steps.flatMap(({ operationId, parameters = [] }) =>
        parameters
          .filter((parameter) => parameter.in === 'path')
          .map(({ name = '', value }) => {
            const [, stepId = '', output = ''] = asTaken.exec(String(value)) ?? [];
            const earlier = byId.get(stepId);
            const link = linksOf.get(earlier?.operationId ?? '')?.[operationId];
            const taken = earlier?.outputs?.[output];
            return { step: `${stepId} -> ${operationId} (${name})`, taken, link, name };
          }),
      );

      expect(followed.length).toBeGreaterThan(0);
      // An operation on two things is linked from the one that was created last.
      const last = followed.filter(({ link }) => link !== undefined);
      expect(last.length).toBeGreaterThan(0);
      for (const { taken, link, name } of last) expect(link?.parameters[name]).toBe(taken);
      const operations = new Set(last.map(({ step }) => step.split(' -> ')[1]?.split(' ')[0]));
      expect(
        followed.filter(({ step }) => !operations.has(step.split(' -> ')[1]?.split(' ')[0])),
      ).toEqual([]);
    },
  );

  test.each(workflows.map((flow) => [flow.workflowId, flow] as const))(
    '%s says the status of each answer, and more of many',
    (_, { steps }) => {
      const withStatus = steps.filter(({ successCriteria }) =>
        /^\$statusCode == \d{3}$/.test(successCriteria[0]?.condition ?? ''),
      );
      const withMore = steps.filter(({ successCriteria }) => successCriteria.length > 1);

      expect(withStatus).toEqual(steps);
      expect(withMore.length * 3).toBeGreaterThan(steps.length);
    },
  );
});
