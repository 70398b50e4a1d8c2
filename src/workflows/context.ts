import type { Transaction } from 'kysely';
import type { components } from '../../generated/api.ts';
import type { Cause } from '../audit/actions.ts';
import type { AnyCaller } from '../caller.ts';
import type { App } from '../context.ts';
import type { Database, Db } from '../db/connect.ts';
import type { Timestamp } from '../timestamp.ts';
import type { WithHeaders } from '../http/etag.ts';
import type { RunWatch } from './instructions/watch.ts';
import type { RunTools } from './built-in-rules.ts';
import type { CurrentTool } from './tool-rules.ts';

type TelephonyProvider = components['schemas']['TelephonyProvider'];
type CallersCause = Cause & { readonly caller: AnyCaller };

/** The call in which somebody opted out. */
interface OptOut {
  readonly run_id: number;
  readonly phone_number: string;
}

/** A turn as it is posted to an agent runtime. */
interface RuntimePost {
  readonly url: string;
  /** The same each time the turn is sent. */
  readonly id: string;
  readonly body: string;
  readonly secret: {
    readonly organization_id: number;
    readonly secret_encrypted: Buffer;
    readonly previous_secret_encrypted: Buffer | null;
    readonly previous_secret_expires_at: Timestamp | null;
  };
}

/** The agent runtimes that hold text conversations instead of the walker. */
interface AgentRuntimes {
  /** What is wrong with the URL of a runtime; undefined if nothing is. */
  urlFault(url: string): Promise<string | undefined>;
  newSecret(organizationId: number): { readonly secret: string; readonly secret_encrypted: Buffer };
  /** Never throws for a failure of the runtime: it is part of the result. */
  post(request: RuntimePost): Promise<{
    /** Null without a response. */
    readonly status: number | null;
    readonly answer: string | null;
    /** Why there is no usable response; null if there is one. */
    readonly error: string | null;
  }>;
}

/** Effects on telephony, campaigns and webhooks, each in the transaction of the change. */
interface RunEffects {
  /**
   * Call it first in the transaction that stores a result in which somebody wants to be called again; it has no effect
   * for a run that is no call, or whose campaign has ended. Throws if the time is not allowed or the caller may not place
   * the call.
   */
  callBack(
    trx: Transaction<Database>,
    call: {
      readonly caller: AnyCaller;
      readonly organization_id: number;
      readonly run_id: number;
      /** As it was sent. */
      readonly callback_at: string;
      readonly now: Timestamp;
    },
  ): Promise<void>;
  /**
   * In the transaction that stores who answered a call, with its run locked: hangs it up as after a detected machine.
   * Throws if the caller may not.
   */
  hangUpAnswered(
    trx: Transaction<Database>,
    heard: { readonly caller: AnyCaller; readonly run_id: number; readonly now: Timestamp },
  ): Promise<void>;
  analysisSubmitted(trx: Transaction<Database>, runId: number, now: Timestamp): Promise<void>;
  /** In the transaction that deletes a run that has ended, before: removes what higher areas keep of it. */
  runDeleted(
    trx: Transaction<Database>,
    run: { readonly organization_id: number; readonly run_id: number },
  ): Promise<void>;
  /** Call it last in the transaction that stores a result in which the called person opted out. */
  optedOut(trx: Transaction<Database>, cause: CallersCause, out: OptOut): Promise<void>;
  /** After that transaction: resolves when no further call to the number can begin. */
  calledNoMore(
    app: App,
    number: { readonly organization_id: number; readonly phone_number: string },
  ): Promise<void>;
}

/** What this area works with. */
export interface WorkflowsApp extends App {
  readonly effects: App['effects'] & RunEffects;
  readonly callers: { forgetRun(runId: number): void };
  readonly runtimes: AgentRuntimes;
  readonly runWatch: RunWatch;
  readonly speaking: {
    /** The audio of a text while it is made. Throws for what cannot be spoken. */
    speech(
      call: { readonly caller: AnyCaller; readonly signal: AbortSignal },
      body: components['schemas']['StreamRunSpeechRequest'] & { readonly profile_id: string },
    ): Promise<WithHeaders<AsyncGenerator<Buffer>>>;
  };
  readonly lookups: {
    /** The stored form of a phone number in a request. Throws the validation error for a text that is none. */
    numberIn(loc: string[], text: string): string;
    /** Whether the organization has the voice profile; if so, it is not deleted until the transaction ends. */
    hasVoiceProfile(
      trx: Transaction<Database>,
      organizationId: number,
      profileId: string,
    ): Promise<boolean>;
    /** Whom calls of a workflow with these configurations can be transferred to. */
    transferDestinations(
      configurations: Readonly<Record<string, unknown>>,
    ): RunTools['destinations'];
    /** Whether the carrier of a call, or its runtime at a relay, sends keys in it. */
    sendsKeys(call: {
      readonly organization_id: number;
      readonly provider: TelephonyProvider | null;
      readonly credentials_encrypted: Buffer | null;
    }): boolean;
    readonly tools: {
      /** The organization's tools with these names. */
      named(
        db: Db,
        organizationId: number,
        names: readonly string[],
      ): Promise<readonly CurrentTool[]>;
      /** The same; none of them is changed or deleted until the transaction ends. */
      lockNamed(
        trx: Transaction<Database>,
        organizationId: number,
        names: readonly string[],
      ): Promise<readonly CurrentTool[]>;
    };
    /** The run's transfers from this one on, oldest first, a few at a time; without one, the last. */
    listTransfersSince(
      db: Db,
      key: { readonly organization_id: number; readonly run_id: number },
      id: number | undefined,
    ): Promise<readonly components['schemas']['RunTransfer'][]>;
    /** The kinds of objects for whose sake a workflow cannot be deleted; with it locked for that, none is added. */
    usesOfWorkflow(
      trx: Transaction<Database>,
      organizationId: number,
      workflowId: number,
    ): Promise<readonly string[]>;
  };
}
