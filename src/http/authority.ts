import type { AnyCaller } from '../caller.ts';
import type { ServedApp } from './context.ts';
import type { Operation } from './operations.ts';

interface Request {
  readonly params: Readonly<Record<string, unknown>>;
  readonly caller: AnyCaller | undefined;
}

interface Steps<Call extends Request> {
  readonly before: ((call: Call, app: ServedApp) => Promise<unknown>) | undefined;
  readonly work: (call: Call, app: ServedApp, found?: unknown) => Promise<unknown>;
}

/** Has an operation that may act on the call of its path look at the caller's authority first. */
export function withAuthority<Call extends Request>(
  { callAuthority: authority, path }: Operation,
  { before, work }: Steps<Call>,
): Steps<Call> {
  if (authority === undefined || !path.includes('{run_id}')) return { before, work };
  return {
    async before(call, app) {
      const { caller, params } = call;
      if (caller)
        await app.effects.callActedOn(app, { authority, caller, run_id: Number(params['run_id']) });
      return before?.(call, app);
    },
    work,
  };
}
