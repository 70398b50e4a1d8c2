import { inTurn, toEnd } from '../../fairness/fair-slots.ts';

/** The endpoint of a delivery. */
export interface Place {
  readonly organization_id: number;
  readonly endpoint_id: number;
}

export interface Limits {
  /** Maximum number of requests in progress that are not late. */
  readonly quick: number;
  /** Maximum number of requests to endpoints that were late last time; requests that become late count here too. */
  readonly slow: number;
  readonly total: number;
  readonly perOrganization: number;
  readonly perEndpoint: number;
  /** Maximum number of deliveries that this process has taken and not sent yet. */
  readonly waiting: number;
  readonly waitingPerOrganization: number;
  /** Maximum number waiting per request that the endpoint may have in progress. */
  readonly waitingPerPost: number;
}

export const defaultLimits: Limits = {
  quick: 150,
  slow: 50,
  total: 400,
  perOrganization: 50,
  perEndpoint: 10,
  waiting: 800,
  waitingPerOrganization: 200,
  waitingPerPost: 8,
};

/** A request in progress. */
export interface Sending<Item> extends Place {
  readonly item: Item;
  isLate: boolean;
  /** Whether it counts as slow. */
  isSlow: boolean;
}

/** How many deliveries of an endpoint to take. */
export interface Portion extends Place {
  count: number;
}

/** What is known about an endpoint from its responses. */
interface Trust {
  /** How many requests it may have in progress. */
  readonly allowance: number;
  readonly isSlow: boolean;
}

interface Lane<Item> extends Place {
  readonly waiting: Item[];
  posting: number;
}

interface Organization<Item> {
  readonly lanes: Map<number, Lane<Item>>;
  posting: number;
}

/** Maximum number of remembered endpoints; a forgotten one starts again with an allowance of one. */
const maxRemembered = 10_000;

export type Scheduler<Item> = ReturnType<typeof createScheduler<Item>>;

/**
 * Decides which delivery is sent next: organizations take turns, and within each its endpoints. An endpoint starts with
 * one request at a time; each response doubles its allowance, each timeout halves it. Endpoints that were late have a
 * limit of their own, so that any number of them leaves room for the others. Has no clock and does no I/O.
 */
export function createScheduler<Item>(limits: Limits = defaultLimits) {
  /** In order of their turns, as are each organization's endpoints. */
  const organizations = new Map<number, Organization<Item>>();
  const trusts = new Map<number, Trust>();
  let quick = 0;
  let slow = 0;

  const trustIn = (endpointId: number): Trust =>
    trusts.get(endpointId) ?? { allowance: 1, isSlow: false };

  function remember(endpointId: number, trust: Trust): void {
    toEnd(trusts, endpointId, trust);
    const [oldest] = trusts.keys();
    if (trusts.size > maxRemembered && oldest !== undefined) trusts.delete(oldest);
  }

  function organizationOf(id: number): Organization<Item> {
    const organization = organizations.get(id) ?? { lanes: new Map(), posting: 0 };
    organizations.set(id, organization);
    return organization;
  }

  function laneTo({ organization_id, endpoint_id }: Place): Lane<Item> {
    const { lanes } = organizationOf(organization_id);
    const lane = lanes.get(endpoint_id) ?? {
      organization_id,
      endpoint_id,
      waiting: [],
      posting: 0,
    };
    lanes.set(endpoint_id, lane);
    return lane;
  }

  const findLane = ({ organization_id, endpoint_id }: Place): Lane<Item> | undefined =>
    organizations.get(organization_id)?.lanes.get(endpoint_id);

  function beginOf(organization: Organization<Item>): Sending<Item> | undefined {
    if (organization.posting >= limits.perOrganization) return undefined;
    const begun = inTurn(organization.lanes, beginIn);
    if (begun) organization.posting += 1;
    return begun;
  }

  function beginIn(lane: Lane<Item>): Sending<Item> | undefined {
    const { organization_id, endpoint_id, waiting, posting } = lane;
    const { allowance, isSlow } = trustIn(endpoint_id);
    const hasRoom = isSlow ? slow < limits.slow : quick < limits.quick;
    if (!hasRoom || posting >= allowance) return undefined;
    const item = waiting.shift();
    if (item === undefined) return undefined;
    lane.posting += 1;
    if (isSlow) slow += 1;
    else quick += 1;
    return { organization_id, endpoint_id, item, isSlow, isLate: false };
  }

  function forgetIfEmpty({ organization_id, endpoint_id, waiting, posting }: Lane<Item>): void {
    if (waiting.length > 0 || posting > 0) return;
    const organization = organizationOf(organization_id);
    organization.lanes.delete(endpoint_id);
    if (organization.lanes.size === 0) organizations.delete(organization_id);
  }

  /** Removes and returns what waits for an endpoint. */
  function drop(place: Place): Item[] {
    const lane = findLane(place);
    const dropped = lane?.waiting.splice(0) ?? [];
    if (lane) forgetIfEmpty(lane);
    return dropped;
  }

  const waitingIn = (organizationId: number): number =>
    sum([...(organizations.get(organizationId)?.lanes.values() ?? [])].map(waitingOf));

  const waiting = (): number => sum([...organizations.keys()].map(waitingIn));

  /** How many more deliveries to take for an endpoint; none while more than a quarter of its limit waits. */
  function wantedBy(place: Place): number {
    const { allowance, isSlow } = trustIn(place.endpoint_id);
    const isKnown = trusts.has(place.endpoint_id);
    const limit = isSlow || !isKnown ? 1 : allowance * limits.waitingPerPost;
    const present = findLane(place)?.waiting.length ?? 0;
    return present > limit / 4 ? 0 : limit - present;
  }

  return {
    waiting,
    /** Whether more deliveries of the endpoint would be taken. */
    hasRoom: (place: Place): boolean => wantedBy(place) > 0,
    inProgress: (): number => quick + slow,

    /** Adds deliveries of an endpoint. One that is failing and not maxRemembered starts as slow. */
    add(place: Place, items: readonly Item[], isFailing: boolean): void {
      const { endpoint_id } = place;
      if (isFailing && !trusts.has(endpoint_id))
        remember(endpoint_id, { allowance: 1, isSlow: true });
      laneTo(place).waiting.push(...items);
    },

    /** Starts the next request; undefined if none may start. */
    next: (): Sending<Item> | undefined =>
      quick + slow < limits.total ? inTurn(organizations, beginOf) : undefined,

    /** Records that a request is late and frees its place. Removes and returns what waits for its endpoint. */
    late(sending: Sending<Item>): Item[] {
      sending.isLate = true;
      if (!sending.isSlow) {
        sending.isSlow = true;
        quick -= 1;
        slow += 1;
      }
      remember(sending.endpoint_id, { ...trustIn(sending.endpoint_id), isSlow: true });
      return drop(sending);
    },

    /** Records that a request has ended: whether there was a response, or undefined if nothing was sent. */
    ended(sending: Sending<Item>, isAnswered: boolean | undefined): void {
      const { organization_id, endpoint_id, isLate, isSlow } = sending;
      if (isSlow) slow -= 1;
      else quick -= 1;
      const { allowance } = trustIn(endpoint_id);
      if (isAnswered !== undefined)
        remember(endpoint_id, {
          allowance:
            isAnswered || !isLate
              ? Math.min(limits.perEndpoint, allowance * 2)
              : Math.max(1, Math.floor(allowance / 2)),
          isSlow: isLate,
        });
      organizationOf(organization_id).posting -= 1;
      const lane = laneTo(sending);
      lane.posting -= 1;
      forgetIfEmpty(lane);
    },

    drop,

    /** Removes what waits for an endpoint, without its organization. */
    dropEndpoint(endpoint_id: number): void {
      for (const organization_id of organizations.keys()) drop({ organization_id, endpoint_id });
    },

    /** Removes and returns everything that waits. */
    dropAll: (): Item[] =>
      [...organizations.values()].flatMap(({ lanes }) => [...lanes.values()].flatMap(drop)),

    /**
     * Divides the free room among endpoints with due deliveries: one for each organization in turn, until all have what
     * they want. Returns how many to take, in the order they were assigned.
     */
    portions(due: readonly Place[]): Portion[] {
      let room = limits.waiting - waiting();
      const shares = [...Map.groupBy(due, (place) => place.organization_id)].map(
        ([organizationId, places]) => ({
          room: limits.waitingPerOrganization - waitingIn(organizationId),
          portions: places.map((place) => ({ ...place, count: 0, wanted: wantedBy(place) })),
        }),
      );
      const given = new Map<number, Portion>();
      for (let isFull = false; !isFull && room > 0;) {
        isFull = true;
        for (const share of shares) {
          const portion = share.portions.find(({ count, wanted }) => count < wanted);
          if (!portion || share.room <= 0 || room <= 0) continue;
          portion.count += 1;
          // The organization's other endpoints come first.
          share.portions.push(...share.portions.splice(share.portions.indexOf(portion), 1));
          share.room -= 1;
          room -= 1;
          isFull = false;
          given.set(portion.endpoint_id, portion);
        }
      }
      return [...given.values()].map(({ organization_id, endpoint_id, count }) => ({
        organization_id,
        endpoint_id,
        count,
      }));
    },
  };
}

const waitingOf = ({ waiting }: { readonly waiting: readonly unknown[] }): number => waiting.length;
const sum = (counts: readonly number[]): number => counts.reduce((one, other) => one + other, 0);
