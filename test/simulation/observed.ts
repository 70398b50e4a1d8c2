import type {
  AcceptedRequest,
  Forbidden,
  Limit,
  Removal,
  RequestedTransfer,
  ServerError,
  TokenUse,
} from '../../scripts/chaos/history.ts';
import type { Answer } from './api.ts';

type Rule = Omit<Forbidden, 'answered_at'>;
type About = Pick<Forbidden, 'campaign_id' | 'prefix'>;

/** A request that allows again what was forbidden. */
interface Allowing {
  readonly about: About;
  readonly sent_at: number;
  answered_at: number;
}

/** What the clients know: what may not happen any longer, and what was promised to them. */
export interface Observed {
  readonly forbidden: Forbidden[];
  readonly requests: AcceptedRequest[];
  readonly serverErrors: ServerError[];
  readonly transfers: RequestedTransfer[];
  readonly uses: TokenUse[];
  readonly removals: Removal[];
  /** The campaign of each number that belongs to one. */
  readonly campaignOf: Map<string, number>;
  forbid(rule: Rule, answer: Pick<Answer, 'sent_at' | 'answered_at'>): void;
  /** To be called before a request that allows something; its `answered_at` is set by the caller. */
  allow(about: About, sentAt: number): Allowing;
  limit(campaignId: number, calls: number | null): void;
  limits(organizationId: number): Limit[];
}

const isAbout = (rule: About, about: About): boolean =>
  about.campaign_id !== undefined
    ? rule.campaign_id === about.campaign_id
    : rule.prefix === about.prefix;

export function createObserved(): Observed {
  const forbidden: Forbidden[] = [];
  const allowed: Allowing[] = [];
  /** The highest limit that a campaign ever had; none is Infinity. */
  const limits = new Map<number, number>();
  return {
    forbidden,
    requests: [],
    serverErrors: [],
    transfers: [],
    uses: [],
    removals: [],
    campaignOf: new Map(),
    forbid(rule, { sent_at, answered_at }) {
      // A request that allows it may have come after the one that forbids it, and before its response.
      const since = allowed
        .filter(
          (each) => rule.by !== 'cancel' && isAbout(rule, each.about) && each.answered_at > sent_at,
        )
        .map((each) => each.sent_at);
      forbidden.push({
        ...rule,
        answered_at,
        ...(since.length > 0 && { allowed_at: Math.min(...since) }),
      });
    },
    allow(about, sentAt) {
      for (const rule of forbidden)
        if (rule.by !== 'cancel' && isAbout(rule, about)) rule.allowed_at ??= sentAt;
      const allowing = { about, sent_at: sentAt, answered_at: Infinity };
      allowed.push(allowing);
      return allowing;
    },
    limit(campaignId, calls) {
      limits.set(campaignId, Math.max(limits.get(campaignId) ?? 0, calls ?? Infinity));
    },
    limits: (organization_id) =>
      [...limits]
        .filter(([, calls]) => calls !== Infinity)
        .map(([campaign_id, calls]) => ({ organization_id, campaign_id, calls })),
  };
}
