import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { diagrams, svgOf } from '../../scripts/generate/diagrams.ts';
import contract from '../../generated/contract.json' with { type: 'json' };
import { requestTransitions } from '../../src/approvals/approval-requests/rules.ts';
import { policyTransitions } from '../../src/approvals/rules.ts';
import { serviceTransitions, transitions } from '../../src/campaigns/lifecycle/rules.ts';
import { admissionRules } from '../../src/telephony/calls/permission-rules.ts';
import { callTransitions, effects, liveTransitions } from '../../src/telephony/calls/flow-rules.ts';
import { transferTransitions } from '../../src/telephony/transfers/transition-rules.ts';
import { executionTransitions } from '../../src/tools/tool-executions/rules.ts';
import type { Transition } from '../../src/transition.ts';
import { testRunTransitions } from '../../src/workflows/runs/rules.ts';
import { versionTransitions } from '../../src/workflows/versions/rules.ts';

const { schemas } = contract.components;
const outcomes = schemas.RunOutcome.enum;

const drawn = Object.fromEntries(
  await Promise.all(
    diagrams().map(async (diagram) => [diagram.name, await svgOf(diagram)] as const),
  ),
);

/** The words of the picture, without its title and description. */
const wordsOf = (svg: string): string[] =>
  [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text = '']) =>
    text.replaceAll('&#160;', '').replaceAll('\u00a0', '').trim(),
  );
const descriptionOf = (svg: string): string => /<desc [^>]*>([^<]*)</.exec(svg)?.[1] ?? '';

const tables: Readonly<Record<string, readonly Readonly<Record<string, Transition<string>>>[]>> = {
  'approval-policy': [policyTransitions],
  'approval-request': [requestTransitions],
  'workflow-version': [versionTransitions],
  campaign: [transitions, serviceTransitions],
  run: [callTransitions, testRunTransitions],
  call: [liveTransitions],
  'run-transfer': [transferTransitions],
  'tool-execution': [executionTransitions],
};

describe('The diagram', () => {
  test.each([
    ['approval-policy', schemas.ApprovalPolicyStatus.enum],
    ['approval-request', schemas.ApprovalRequestStatus.enum],
    ['workflow-version', schemas.VersionStatus.enum],
    ['campaign', schemas.CampaignState.enum],
    ['run', [...schemas.RunState.enum, ...outcomes]],
    ['call', [...outcomes, ...admissionRules]],
    ['run-transfer', schemas.RunTransferStatus.enum],
    ['tool-execution', schemas.ToolExecutionStatus.enum],
  ])('%s has every state of the contract', (name, states) => {
    const words = wordsOf(drawn[name] ?? '');

    expect(states.filter((state) => !words.includes(state))).toEqual([]);
  });

  test.each(Object.entries(tables))('%s has every transition of its tables', (name, of) => {
    const svg = drawn[name] ?? '';
    const words = wordsOf(svg);
    const description = descriptionOf(svg);

    const all = of.flatMap((table) => Object.values(table));
    expect(all.length).toBeGreaterThan(0);
    for (const { from, to, by, when, another } of all) {
      for (const cause of [...by, ...(when ? [when] : [])]) expect(words).toContain(cause);
      for (const state of from)
        expect(description).toContain(
          another ? `From ${state}, another one is created as ${to}:` : `From ${state} to ${to}:`,
        );
      if (from.length === 0) expect(description).toContain(`Created as ${to}:`);
    }
  });

  test.each(['run', 'call'])('%s has every report of an end', (name) => {
    const words = wordsOf(drawn[name] ?? '').join(' ');

    const ends = Object.entries(effects).filter(([, { to }]) => to === 'completed');
    expect(ends.filter(([event]) => !words.includes(event))).toEqual([]);
  });

  test.each(Object.entries(drawn))(
    '%s is the committed one, the same each time, without a script or a fixed colour',
    async (name, svg) => {
      const file = new URL(`../../generated/diagrams/${name}.svg`, import.meta.url);

      expect(readFileSync(file, 'utf8')).toBe(svg);
      expect(svg).not.toMatch(/<script|href|on\w+=|"black"|"white"/);
      expect(svg.match(/<(path|polygon|polyline|ellipse)\b/g)?.length).toBeGreaterThan(3);
    },
  );
});
