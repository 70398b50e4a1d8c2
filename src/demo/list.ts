import { readFileSync } from 'node:fs';
import type { components } from '../../generated/api.ts';
import type { OperationId } from '../http/contract.ts';

/** `openapi/shared/world.yaml` describes the members. */
export interface DemoRequest {
  readonly do: OperationId;
  readonly at?: string;
  readonly by?: string;
  readonly as?: string;
  readonly id?: string;
  readonly params?: object;
  readonly body?: object;
}

/** The calls that a campaign made since `at`: to all contacts, or to those of these rows. */
export interface DemoCalls {
  readonly calls: string;
  readonly at: string;
  readonly rows?: readonly number[];
  readonly max_retries?: number;
  /** When the next attempts are due; of each contact only the first was made. */
  readonly retry_at?: string;
  /** Whether the dialer looks at the campaign after them: it completes it, or its circuit breaker pauses it. */
  readonly dial?: boolean;
}

export interface DemoSample {
  readonly id?: string;
  readonly profile: string;
  readonly reference_text: string;
  readonly seconds: number;
}

export interface DemoGeneration {
  readonly as: string;
  readonly id?: string;
  readonly profile: string;
  readonly columns: { readonly text: string; readonly duration: number };
  readonly versions: readonly {
    readonly id?: string;
    readonly label: string;
    readonly effects_chain: readonly components['schemas']['Effect'][];
  }[];
}

export interface Conversation {
  readonly disposition: string;
  readonly summary: string;
  readonly successful: boolean;
  readonly gathered: Record<string, unknown>;
  readonly said: readonly (readonly [role: 'agent' | 'caller', text: string, kind?: 'keys'])[];
}

export interface DemoRun {
  readonly workflow: string;
  readonly at: string;
  readonly as?: string;
  readonly name: string;
  readonly to_number: string;
  readonly conversation?: Conversation;
  /** Of a call without a conversation. */
  readonly outcome?: NonNullable<components['schemas']['RunOutcome']>;
}

type Requests = Record<
  | 'platform'
  | 'voices'
  | 'stories'
  | 'workflows'
  | 'afterCalls'
  | 'approvals'
  | 'webhooks'
  | 'atLast',
  readonly DemoRequest[]
>;

interface DemoList extends Requests {
  readonly campaigns: readonly (DemoRequest | DemoCalls)[];
  readonly samples: readonly DemoSample[];
  readonly generations: readonly DemoGeneration[];
  readonly runs: readonly DemoRun[];
}

/** What the demo is made of, as `openapi/shared/world.yaml` lists it. */
export const list = JSON.parse(
  readFileSync(new URL('../../generated/demo.json', import.meta.url), 'utf8'),
) as DemoList;
