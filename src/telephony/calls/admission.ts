import type { Transaction } from 'kysely';
import type { components } from '../../../generated/api.ts';
import { approvalFor } from '../../approvals/actions.ts';
import type { Caller } from '../../caller.ts';
import type { Database, Db } from '../../db/connect.ts';
import {
  conflict,
  Failure,
  organizationSuspended,
  type ProblemCode,
  tooManyCalls,
} from '../../errors.ts';
import type { Secrets } from '../../db/secrets.ts';
import type { Timestamp } from '../../timestamp.ts';
import { keepPublished, publishedVersion, type PublishedVersion } from '../../workflows/placing.ts';
import * as numbers from '../phone-numbers/pool-queries.ts';
import type { CallerNumber } from '../phone-numbers/pool-rules.ts';
import { mustBeOpen } from '../calling-hours/admission.ts';
import * as hours from '../calling-hours/queries.ts';
import { hoursOfWorkflow } from '../calling-hours/rules.ts';
import * as consents from '../consents/queries.ts';
import {
  callerFor,
  callersOf,
  configurationFor,
  deletedConfiguration,
  mustAllowType,
  mustHaveCredentials,
  mustServe,
} from './configuration-checks.ts';
import { nextPaceSlot } from './pace-queries.ts';
import {
  type AdmissionRule,
  admissionRules,
  permissionRules,
  transferRules,
} from './permission-rules.ts';
import * as routes from './route-queries.ts';
import type { Slots } from './slots.ts';

type RuleResult = components['schemas']['CallRuleResult'];
type RefusalCode = components['schemas']['CallRefusalCode'];

/** A single call that somebody requests. */
export interface CallInput {
  readonly workflow_id: number;
  /** In E.164; empty for a SIP URI that has none. */
  readonly to_number: string;
  /** Called instead of the number, which is the one in it. */
  readonly sip_uri?: string;
  readonly from_number: string | undefined;
  readonly telephony_configuration_id: number | undefined;
  /** That of the called person; undefined: unknown. */
  readonly timezone: string | undefined;
  readonly initial_context: Readonly<Record<string, unknown>>;
  readonly external_id: string | null;
  readonly metadata: components['schemas']['Metadata'];
}

interface Asked {
  readonly input: CallInput;
  readonly caller: Caller;
  readonly now: Timestamp;
  readonly slots: Slots;
  readonly secrets: Secrets;
}

/** A request to place the call: what it relies on stays as it is until the transaction ends. */
type PlacingRequest = Asked & { readonly lock: true; readonly db: Transaction<Database> };
/** A request to tell what would happen; others may change it meanwhile. */
type PreviewRequest = Asked & { readonly lock: false; readonly db: Db };
type Request = PlacingRequest | PreviewRequest;

/** What the rules find out about the call. */
interface Known {
  readonly workflow: PublishedVersion;
  readonly configuration: routes.CallingConfiguration;
  /** The numbers that the call can be made from; empty: none is needed. */
  readonly callers: readonly CallerNumber[];
  /** The one that it is made from. Null: none. */
  readonly from: CallerNumber | null;
  /** Null: none is needed. */
  readonly approval_policy_id: string | null;
  /** The events of calls before their end that the organization has chosen. */
  readonly chosenEvents: readonly string[];
}

type Found = Partial<Known>;

interface Rule {
  /** What rules before it must have found out. */
  readonly needs: readonly (keyof Known)[];
  /** Throws the error that the call is refused with. */
  readonly check: (request: Request, known: Known) => Promise<Found | void>;
}

const rule = <Need extends keyof Known = never>(
  needs: readonly Need[],
  check: (request: Request, known: Pick<Known, Need>) => Promise<Found | void>,
): Rule => ({ needs, check });

/**
 * How each rule is checked of a single call. Slots come after what is only read, because every call of the organization
 * waits for their lock. No rule before them locks anything.
 */
const checks: Readonly<Record<AdmissionRule, Rule>> = {
  workflow_published: rule([], async ({ db, ...request }) => ({
    workflow: await publishedVersion(db, workflowOf(request)),
  })),
  telephony_configuration: rule([], async ({ db, caller, input }) => ({
    configuration: await configurationFor(
      db,
      caller.organization_id,
      input.telephony_configuration_id,
    ),
  })),
  caller_number: rule(['configuration'], async ({ db, input }, { configuration }) => ({
    callers: await callersOf(db, configuration, input.from_number),
  })),
  credentials: rule(['configuration'], async ({ secrets }, { configuration }) =>
    mustHaveCredentials(configuration, secrets),
  ),
  destination: rule(['configuration'], async ({ input }, { configuration }) => {
    // Calling codes and countries are of numbers.
    if (input.sip_uri === undefined) mustServe(configuration, input.to_number);
  }),
  number_type: rule(['configuration'], async ({ input }, { configuration }) => {
    if (input.sip_uri === undefined) mustAllowType(configuration, input.to_number);
  }),
  do_not_call: rule([], async ({ db, caller, input, now }) => {
    const asked = { number: input.to_number, now };
    if (await routes.isOnDoNotCallList(db, caller.organization_id, asked))
      throw conflict(
        'number_on_do_not_call_list',
        "The number is on the organization's do-not-call list; no call was placed.",
        { param: 'to_number' },
      );
  }),
  prior_consent: rule(['workflow'], async ({ db, caller, input, now }, { workflow }) => {
    const { organization_id } = caller;
    const { require_prior_consent: purpose } = workflow;
    const consent = { organization_id, phone_number: input.to_number, purpose, now };
    if (purpose !== null && (await consents.isLacking(db, consent)))
      throw conflict(
        'no_prior_consent',
        `The number has no consent in force for the purpose ${purpose}; no call was placed.`,
        { purpose, param: 'to_number' },
      );
  }),
  hours: rule(['workflow'], async ({ db, caller, input, now }, { workflow }) => {
    const organization = await hours.inForce(db, caller.organization_id);
    mustBeOpen(
      { organization, workflow: hoursOfWorkflow(workflow.calling_hours) },
      input.timezone,
      now,
    );
  }),
  slots: rule([], async (request) => {
    const { organization_id } = request.caller;
    const { limit, free, chosenEvents, suspension } = request.lock
      ? await request.slots.lock(request.db, organization_id)
      : await request.slots.look(request.db, organization_id);
    // The request may have come just before.
    if (suspension) throw organizationSuspended(suspension);
    if (free === 0) throw tooManyCalls(limit);
    return { chosenEvents };
  }),
  daily_cap: rule(['callers'], async (request, { callers }) => ({
    from: callerFor(
      request.lock ? await numbers.withCounts(request.db, callers) : callers,
      request.input.to_number,
      request.now,
    ),
  })),
  approval: rule([], async ({ db, lock, caller, input, now }) => ({
    approval_policy_id: await approvalFor(db, {
      caller,
      action: {
        action_type: 'call_initiate',
        workflow_id: input.workflow_id,
        to_number: input.sip_uri === undefined ? input.to_number : null,
      },
      now,
      lock,
    }),
  })),
};

const workflowOf = ({
  caller: { organization_id },
  input: { workflow_id },
}: Pick<Asked, 'caller' | 'input'>) => ({
  organization_id,
  workflow_id,
  param: 'workflow_id',
});

async function pass(
  request: PlacingRequest,
  rules: readonly AdmissionRule[],
  before: Found = {},
): Promise<Known> {
  const found = { ...before };
  // A rule that finds nothing throws, so what the next ones need is known.
  for (const name of rules) Object.assign(found, await checks[name].check(request, found as Known));
  return found as Known;
}

/** What the call is placed with, if every rule allows it; throws the error of the first that does not. */
export const admit = (request: PlacingRequest): Promise<Known> => pass(request, admissionRules);

/** As `admit`, of a number that somebody in a call is to be connected with. It takes no slot, but is counted. */
export async function admitTransfer(
  request: PlacingRequest,
): Promise<Pick<Known, 'from' | 'approval_policy_id'>> {
  const counted = transferRules.indexOf('daily_cap');
  const found = await pass(request, transferRules.slice(0, counted));
  const { suspension } = await request.slots.lock(request.db, request.caller.organization_id);
  if (suspension) throw organizationSuspended(suspension);
  return pass(request, transferRules.slice(counted), found);
}

/**
 * The workflow's published version as it is now; it and the configuration stay until the transaction ends. Whoever changes
 * or deletes them waits for that, so call it when nothing else is left to wait for.
 */
export async function keepRoute(request: PlacingRequest, known: Known): Promise<PublishedVersion> {
  const workflow = await keepPublished(request.db, workflowOf(request), known.workflow);
  if (!(await routes.keep(request.db, known.configuration.id))) throw deletedConfiguration();
  return workflow;
}

/** What each rule says about the call, without changing or locking anything. */
export async function preview(
  request: PreviewRequest,
): Promise<components['schemas']['CallPreview']> {
  const known: Found = {};
  const results: RuleResult[] = [];
  for (const name of admissionRules) {
    const { needs, check } = checks[name];
    const isKnown = needs.every((need) => known[need] !== undefined);
    results.push(
      isKnown
        ? await resultOf(name, async () => {
            Object.assign(known, await check(request, known as Known));
          })
        : { ...passed(name), status: 'unknown' },
    );
  }
  const is_accepted = results.every(({ status }) => status === 'passed');
  const { configuration, from } = known;
  const turn = configuration && (await nextPaceSlot(request.db, configuration.id, request.now));
  results.push(paceResult(turn, request.now));
  return {
    is_accepted,
    place_at: is_accepted ? (turn ?? request.now) : null,
    telephony_configuration_id: configuration?.id ?? null,
    from_number: from?.phone_number ?? null,
    rules: results,
  };
}

const passed = (name: RuleResult['rule']): RuleResult => ({
  rule: name,
  status: 'passed',
  code: null,
  message: null,
  until: null,
});

/** Whether a rule refuses a requested call with the code. */
const isRefusalOf = (name: AdmissionRule, code: ProblemCode): code is RefusalCode =>
  (permissionRules[name].admission.refuses as readonly ProblemCode[]).includes(code);

async function resultOf(name: AdmissionRule, check: () => Promise<void>): Promise<RuleResult> {
  try {
    await check();
    return passed(name);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { code, detail, members = {} } = error.problem;
    if (!isRefusalOf(name, code)) throw error;
    const until = members['opens_at'] ?? members['resets_at'];
    return {
      ...passed(name),
      status: 'refused',
      code,
      message: detail,
      until: typeof until === 'string' ? until : null,
    };
  }
}

/** Calls beyond the pace are accepted and wait for their turn. */
function paceResult(turn: Timestamp | undefined, now: Timestamp): RuleResult {
  if (turn === undefined) return { ...passed('pace'), status: 'unknown' };
  if (turn <= now) return passed('pace');
  const message = 'Calls before it use the calls per second of the telephony configuration.';
  return { ...passed('pace'), status: 'later', message, until: turn };
}
