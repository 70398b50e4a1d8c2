import { loadContract } from '../../src/http/operations.ts';

/** Statuses that an operation declares and no test reaches, each with its reason. The list only shrinks. */
const exceptions: Record<string, string> = {};

/** The declared statuses that are not among those reached, and the exceptions that are not needed. */
export function unreached(reached: ReadonlySet<string>): string[] {
  const declared = Object.values(loadContract().document.paths).flatMap((item) =>
    Object.values(item as Record<string, { operationId?: string; responses?: object }>)
      .filter((operation) => operation.operationId !== undefined)
      .flatMap(({ operationId, responses }) =>
        Object.keys(responses ?? {}).map((status) => `${operationId} ${status}`),
      ),
  );
  const missing = declared.filter((name) => !reached.has(name) && !(name in exceptions));
  const needless = Object.keys(exceptions).filter((name) => reached.has(name));
  return [...missing, ...needless];
}
