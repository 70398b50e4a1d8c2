import { describe, expect, test } from 'vitest';
import { InvalidRequest } from '../../src/errors.ts';
import { shown } from '../../src/http/bounded-faults.ts';
import { loadContract, type Operation } from '../../src/http/operations.ts';
import { validateBody } from '../../src/http/validate.ts';
import { parseJson } from '../../src/http/json.ts';
import { worstBodies } from '../support/worst-bodies.ts';

const { operations } = loadContract();
const maxBytes = 256 * 1024;
/** Smaller costs cannot be distinguished from noise. */
const floorMs = 30;
const maxAnswerBytes = 64 * 1024;

/** The work on a body before it is known to be valid, and the response to its faults. */
function answerOf(operation: Operation, bytes: Buffer): string {
  try {
    const faults = validateBody(operation, parseJson(bytes));
    return JSON.stringify({ detail: shown(faults) });
  } catch (error) {
    if (!(error instanceof InvalidRequest)) throw error;
    return JSON.stringify({ detail: shown(error.faults) });
  }
}

/** The CPU time of this thread, which other processes hardly affect; the minimum of several runs. */
function cpuMs(work: () => void, times: number): number {
  const costs = Array.from({ length: times }, () => {
    const before = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...costs);
}

describe('Every operation with a body', () => {
  /** Schemas of several operations have one validator, or the same code. */
  const tried = new Set<string>();
  const withJson = operations.filter(({ bodySchema }) => bodySchema !== undefined);

  test.each(withJson.map((operation) => [operation.id, operation] as const))(
    '%s processes the worst body in linear time, with a small response',
    { timeout: 300_000 },
    (_, operation) => {
      const size = Math.min(maxBytes, operation.body?.limit ?? 0);
      const tooCostly: string[] = [];
      const tooLong: string[] = [];

      for (const { kind, of } of worstBodies(operation.bodySchema ?? {}, tried)) {
        let answer = '';
        // What grows by the square of the size would take a sixteenth for a quarter of it.
        const quarter = Buffer.from(of(size / 4));
        const little = cpuMs(() => (answer = answerOf(operation, quarter)), 1);
        if (little < floorMs / 16 && answer.length <= maxAnswerBytes / 4) continue;
        const whole = Buffer.from(of(size));
        const first = cpuMs(() => (answer = answerOf(operation, whole)), 1);
        if (answer.length > maxAnswerBytes) tooLong.push(kind);
        if (first < floorMs) continue;
        const half = Buffer.from(of(size / 2));
        // Far above the bound one run is conclusive, and several would take minutes.
        const isFar = first > 10 * floorMs;
        const [rounds, tries] = isFar ? [1, 1] : [3, 2];
        // Garbage collection also counts as CPU time, but not in every round: the first that is cheap enough decides.
        const costs: string[] = [];
        while (costs.length < rounds) {
          const ofHalf = cpuMs(() => answerOf(operation, half), tries);
          const ofWhole = cpuMs(() => answerOf(operation, whole), tries);
          if (ofWhole <= floorMs || ofWhole <= 3 * ofHalf) break;
          costs.push(`${ofHalf}, ${ofWhole} ms`);
        }
        if (costs.length === rounds) tooCostly.push(`${kind}: ${costs.join('; ')}`);
      }

      expect({ tooCostly, tooLong }).toEqual({ tooCostly: [], tooLong: [] });
    },
  );
});
