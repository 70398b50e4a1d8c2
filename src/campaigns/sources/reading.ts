import type { MessagePort } from 'node:worker_threads';
import type { components } from '../../../generated/api.ts';
import type { Fault } from '../../errors.ts';
import type { PackedRows } from './packed-rows.ts';
import type { RowFault } from './row-rules.ts';

export type Format = components['schemas']['CampaignSourceType'];

/** A file that a thread is to read. */
export interface Order {
  readonly format: Format;
  /** Whether invalid rows are left out instead of rejecting the whole file. */
  readonly skip: boolean;
  /** The column of a CSV file that has the phone number, where it is called otherwise. */
  readonly phoneColumn?: string | undefined;
  readonly form: PackedRows['form'];
  readonly source: { readonly id: string; readonly organization_id: number };
}

/** What is sent to a thread: first a file, with the port of its own over which the rest is sent. */
export interface Delivery {
  readonly order: Order;
  readonly port: MessagePort;
}

/** What the thread receives: the file's bytes, its end, and that a packet of rows is stored, with its memory. */
export type ToThread =
  | Uint8Array<ArrayBuffer>
  | 'end'
  | { readonly stored: ArrayBuffer | undefined };

/** What a file has. */
export interface Summary {
  readonly total_rows: number;
  readonly rejected_rows: number;
  /** The first ones. */
  readonly faults: readonly RowFault[];
  readonly columns: readonly string[];
}

/** What the thread finds. After `begun`, which says that the file has a header, come rows and then the summary. */
export type Found =
  | { readonly kind: 'begun' }
  | { readonly kind: 'rows'; readonly rows: PackedRows }
  | { readonly kind: 'summary'; readonly summary: Summary };

/** What the thread sends: what it finds, that it has room for more bytes, or that it cannot go on. */
export type FromThread =
  | Found
  | { readonly kind: 'wants more' }
  | { readonly kind: 'invalid'; readonly faults: readonly Fault[] }
  | { readonly kind: 'failed'; readonly reason: string };

/** How many chunks of a file may be on the way to its thread. */
export const chunksAhead = 2;
/** How many packets of rows may be on the way to the database, besides the one that is filled. */
export const packetsAhead = 2;
