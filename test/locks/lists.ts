import type { Db } from '../../src/db/connect.ts';
import { claims as others } from './claims.ts';
import { claimsInTurn } from './claims-in-turn.ts';
import { claimsOfCalls } from './claims-of-calls.ts';
import { accountLocks } from './row-locks/accounts.ts';
import { campaignLocks } from './row-locks/campaigns.ts';
import { orders } from './row-locks/orders.ts';
import { telephonyLocks } from './row-locks/telephony.ts';
import { voiceLocks } from './row-locks/voice.ts';
import { webhookLocks } from './row-locks/webhooks.ts';
import { workflowLocks } from './row-locks/workflows.ts';
import { atOnce, heldBy, lockedBehind } from './sessions.ts';
import { lockSites } from './sites.ts';

export { elsewhere } from './claims-in-turn.ts';

/** Every function of the source that locks something. */
export const sites = lockSites();

const locks = [
  ...accountLocks,
  ...campaignLocks,
  ...telephonyLocks,
  ...voiceLocks,
  ...webhookLocks,
  ...workflowLocks,
];

interface Look {
  readonly actual: unknown;
  readonly expected: unknown;
}

interface Case {
  readonly at: string;
  readonly what: string;
  readonly look: (db: Db) => Promise<Look>;
}

const claims: readonly Case[] = [...others, ...claimsOfCalls, ...claimsInTurn].map((claim) => ({
  at: claim.at,
  what: 'takes nothing that another transaction has',
  async look(db) {
    const { before, after, waited } = await atOnce(db, claim);
    const taken = new Set(claim.first ? [] : (before as readonly unknown[]));
    const second = claim.second ?? [];
    return {
      actual: {
        waited,
        twice: after.filter((each) => taken.has(each)),
        ...(claim.second && { after }),
      },
      expected: { waited: claim.waits ?? false, twice: [], ...(claim.second && { after: second }) },
    };
  },
}));

const heldLocks: readonly Case[] = locks.map((lock) => ({
  at: lock.at,
  what: 'holds its lock until the transaction ends',
  async look(db) {
    const { modes } = sites.find(({ at }) => at === lock.at)!;
    const held = await heldBy(db, lock);
    // Where there are several, either.
    return { actual: held, expected: modes.find((mode) => mode === held) ?? modes[0] };
  },
}));

const lockOrders: readonly Case[] = orders.map((order) => ({
  at: order.at,
  what: 'locks rows in their order',
  look: async (db) => ({
    actual: await lockedBehind(db, order),
    expected: { waited: true, locked: 0 },
  }),
}));

export const cases = [...claims, ...heldLocks, ...lockOrders];
