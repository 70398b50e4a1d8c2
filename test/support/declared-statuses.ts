import { loadContract } from '../../src/http/operations.ts';

/** Statuses that an operation declares and no test reaches, each with its reason. The list only shrinks. */
const exceptions: Record<string, string> = {};

/** Every operation answers these the same way, and the tests of `test/http` reach them on some operation. */
const common = new Set(['413', '415', '429', '500', '503']);

/** The declared statuses that are not among those reached, and the exceptions that are not needed. */
export function unreached(reached: ReadonlySet<string>): string[] {
  const declared = Object.values(loadContract().document.paths).flatMap((item) =>
    Object.values(item as Record<string, { operationId?: string; responses?: object }>)
      .filter((operation) => operation.operationId !== undefined)
      .flatMap(({ operationId, responses }) =>
        Object.keys(responses ?? {}).map((status) => `${operationId} ${status}`),
      ),
  );
  const missing = declared.filter(
    (name) => !reached.has(name) && !(name in exceptions) && !common.has(name.split(' ')[1] ?? ''),
  );
  const unreachedCommon = [...common].filter(
    (status) => ![...reached].some((name) => name.endsWith(` ${status}`)),
  );
  const needless = Object.keys(exceptions).filter((name) => reached.has(name));
  return [...missing, ...unreachedCommon, ...needless];
}
