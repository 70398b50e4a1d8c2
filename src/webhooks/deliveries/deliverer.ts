import { randomUUID } from 'node:crypto';
import type { App } from '../../app.ts';
import { later, type Moment, msBetween } from '../../moment.ts';
import * as endpoints from '../endpoints/queries.ts';
import { type Sign, signerOf } from '../endpoints/secrets.ts';
import type { Resolve } from '../endpoints/names.ts';
import { composeDue } from '../events/compose.ts';
import { createPoster, type Posted, postsPerHost, postTimeoutMs } from './post.ts';
import * as deliveries from './queries.ts';
import { giveUpDisabled, record, type Tried } from './record.ts';
import { verdictOn, webhookId } from './rules.ts';

/** Makes and sends the events of this process's share. */
export interface Deliverer {
  /** Sends what is due; done when nothing is and nothing is under way. */
  deliver(): Promise<void>;
  /** Begins nothing more, gives back what was not begun and waits for what was. */
  stop(): Promise<void>;
}

export interface DelivererOptions {
  readonly timeoutMs?: number;
  readonly resolve?: Resolve;
}

/** After this time a delivery counts as lost with the process that took it. */
const leaseMs = 60_000;
const postsAtOnce = 50;
/** How many deliveries are taken at once, in all and for one endpoint: what a slow one has taken nobody else can send. */
const handful = 400;
const handfulOfEndpoint = 100;
/** What is written down together: so many tries, or those of so many milliseconds. */
const recordedTogether = 100;
const recordedWithinMs = 20;
/** While something slow is under way, what falls due meanwhile is looked for this often. */
const lookEveryMs = 1000;

interface Taken extends deliveries.TakenDelivery {
  readonly lease: string;
  readonly until: Moment;
}

interface Target {
  readonly url: string;
  /** Null where the secret cannot be read. */
  readonly sign: Sign | null;
}

/** What is in hand for one endpoint. */
interface Lane {
  target: Target;
  readonly waiting: Taken[];
  posting: number;
}

const unreadable: Posted = {
  status: null,
  duration_ms: 0,
  answer: null,
  error: "The endpoint's secret cannot be read. Rotate it.",
};

export function createDeliverer(app: App, options: DelivererOptions = {}): Deliverer {
  const { timeoutMs = postTimeoutMs } = options;
  const poster = createPoster({ allowPrivate: app.config.webhookAllowPrivate, ...options });
  const lanes = new Map<number, Lane>();
  let tried: Tried[] = [];
  let inHand = 0;
  let posting = 0;
  let stopping = false;
  let again = false;
  let running: Promise<void> | undefined;
  let wake = (): void => {};

  const signal = (withinMs: number): Promise<void> =>
    new Promise((done) => {
      const timer = setTimeout(end, withinMs);
      function end(): void {
        clearTimeout(timer);
        wake = () => {};
        done();
      }
      wake = end;
    });

  /** Until something was tried, and then until that is worth writing down. */
  async function change(): Promise<void> {
    if (tried.length === 0) await signal(lookEveryMs);
    if (tried.length > 0 && tried.length < recordedTogether && posting > 0)
      await signal(recordedWithinMs);
  }

  async function run(): Promise<void> {
    do {
      again = false;
      for (;;) {
        const [written, made, taken] = await Promise.all([
          writeDown(),
          stopping ? 0 : composeDue(app),
          stopping ? 0 : take(),
        ]);
        if (made + taken > 0) continue;
        if (posting > 0) await change();
        else if (written === 0 && tried.length === 0) break;
      }
    } while (again);
  }

  async function writeDown(): Promise<number> {
    if (tried.length === 0) return 0;
    const batch = tried;
    tried = [];
    try {
      const disabled = await record(app, batch);
      for (const id of disabled) drop(id);
    } catch (error) {
      // Written down with the next ones, unless somebody else has taken the deliveries by then.
      tried = [...batch, ...tried];
      throw error;
    }
    return batch.length;
  }

  /** What is in hand for an endpoint that is disabled by now was given up with the rest. */
  function drop(endpointId: number): void {
    inHand -= lanes.get(endpointId)?.waiting.splice(0).length ?? 0;
  }

  async function take(): Promise<number> {
    const limit = handful - inHand;
    if (limit < handful / 4) return 0;
    const now = app.now();
    const lease = randomUUID();
    const until = later(now, leaseMs);
    const full = [...lanes].filter(([, lane]) => lane.waiting.length > handfulOfEndpoint / 4);
    const rows = await deliveries.take(app.db, {
      now,
      until,
      lease,
      full: full.map(([id]) => id),
      limit,
      perEndpoint: handfulOfEndpoint,
    });
    if (rows.length === 0) return 0;
    const targets = await targetsOf([...new Set(rows.map((row) => row.endpoint_id))], now);
    for (const row of rows) {
      const target = targets.get(row.endpoint_id);
      if (!target) continue;
      laneTo(row.endpoint_id, target).waiting.push({ ...row, lease, until });
      inHand += 1;
    }
    begin();
    return rows.length;
  }

  function laneTo(endpointId: number, target: Target): Lane {
    const lane = lanes.get(endpointId) ?? { target, waiting: [], posting: 0 };
    lane.target = target;
    lanes.set(endpointId, lane);
    return lane;
  }

  /** Where to post to, by endpoint; disabled ones get nothing. */
  async function targetsOf(
    ids: readonly number[],
    now: Moment,
  ): Promise<ReadonlyMap<number, Target>> {
    const rows = await endpoints.listWithSecrets(app.db, ids);
    const disabled = rows.filter(({ status }) => status === 'disabled').map(({ id }) => id);
    if (disabled.length > 0) await giveUpDisabled(app, disabled);
    return new Map(
      rows
        .filter(({ status }) => status === 'enabled')
        .map((row) => [row.id, { url: row.url, sign: signerOrNull(row, now) }]),
    );
  }

  function signerOrNull(
    row: Parameters<typeof signerOf>[1] & { readonly id: number },
    now: Moment,
  ): Sign | null {
    try {
      return signerOf(app.secrets, row, now);
    } catch (error) {
      app.log.error({ err: error, endpoint_id: row.id }, 'a webhook secret cannot be read');
      return null;
    }
  }

  /** Begins as many posts as there is room for, some to each endpoint. */
  function begin(): void {
    for (const [id, lane] of lanes) {
      while (posting < postsAtOnce && lane.posting < postsPerHost) {
        const next = lane.waiting.shift();
        if (!next) break;
        void post(lane, next);
      }
      if (lane.posting === 0 && lane.waiting.length === 0) lanes.delete(id);
    }
  }

  async function post(lane: Lane, taken: Taken): Promise<void> {
    const at = app.now();
    // Too late to be sure that nobody else has taken it before the answer is there: it comes back by itself.
    const isLost = msBetween(at, taken.until) < timeoutMs;
    lane.posting += 1;
    posting += 1;
    if (!isLost) {
      const { id, endpoint_id, lease } = taken;
      const posted = await send(lane.target, taken);
      tried.push({ id, endpoint_id, lease, at, posted });
      if (verdictOn(posted.status) === 'gone') drop(endpoint_id);
    }
    lane.posting -= 1;
    posting -= 1;
    inHand -= 1;
    if (!isLost) begin();
    if (posting === 0 || tried.length === 1 || tried.length >= recordedTogether) wake();
  }

  async function send({ url, sign }: Target, { event_id, body }: Taken): Promise<Posted> {
    if (!sign) return unreadable;
    // The receiver compares it with its own clock, which the simulation does not move.
    const headers = sign(webhookId(event_id), body, new Date());
    return poster.post({ url, headers, body });
  }

  return {
    deliver() {
      again = true;
      wake();
      running ??= run().finally(() => {
        running = undefined;
      });
      return running;
    },
    async stop() {
      stopping = true;
      const left = [...lanes.values()].flatMap((lane) => lane.waiting.splice(0));
      inHand -= left.length;
      wake();
      await running?.catch(() => {});
      if (tried.length > 0) await writeDown();
      if (left.length > 0) await deliveries.giveBack(app.db, left, app.now());
      await poster.close();
    },
  };
}
