import type { IncomingMessage, RequestListener } from 'node:http';
import { cellOf, cellOfCredential } from '../db/cell-rules.ts';
import { type Failure, notFound, unavailable } from '../errors.ts';
import type { Answering, OtherCells } from '../http/other-cells.ts';
import { credentialOf } from '../http/security.ts';
import type { CellState } from './context.ts';
import type { Directory } from './directory.ts';
import type { Moved, MovedTo } from './moved.ts';
import { isMoving, settled } from './failures.ts';
import { listAcrossCells, type ServedCell } from './over-cells.ts';

/** The cells of one process: each request is answered by the cell that it names. */
export interface Cells {
  /** Passes each request to its cell. If that cell is away, another one gets the request and refuses it. */
  readonly listener: RequestListener;
  readonly elsewhere: OtherCells;
  /** The reason for which the cell that got a request must refuse it; undefined if there is none. */
  refusal(req: IncomingMessage): Failure | undefined;
  states(): Promise<ReadonlyMap<number, CellState>>;
  add(cell: number, served: ServedCell): void;
}

/** What names a cell in a body. */
interface Named {
  readonly email?: string;
  readonly token?: string;
  readonly run_code?: string;
}

/** An id or a number of a path or a query that names a cell. */
const idIn = /\/([1-9][0-9]{13,15})(?=[/?]|$)/;
/** Carriers' requests have no credential, and name a configuration. */
const configurationIn = /^\/api\/v1\/telephony\/[a-z-]+\/[a-z]+\/([1-9][0-9]{0,15})(?=[/?]|$)/;
const pageOf = /^\/(?!api\/)[^?]*\?(?:.*&)?cell=([0-9]{1,3})(?:&|$)/;

/**
 * The cell that a request names by its credential or, as carriers and operators do, by its URL. Undefined if it names none,
 * so that any cell can answer it; null while its organization is being moved.
 */
export function cellNamedBy(req: IncomingMessage, moved?: Moved): MovedTo {
  const credential = credentialOf(req);
  if (credential) {
    const to = moved?.ofCredential(credential.text);
    return to === undefined ? cellOfCredential(credential.text) : to;
  }
  const url = req.url ?? '';
  const configuration = configurationIn.exec(url)?.[1];
  const to =
    configuration === undefined ? undefined : moved?.ofConfiguration(Number(configuration));
  if (to !== undefined) return to;
  const id = idIn.exec(url)?.[1];
  if (id !== undefined) return cellOf(Number(id));
  const page = pageOf.exec(url)?.[1];
  return page === undefined ? undefined : Number(page);
}

/** Serves each of these cells once it is added. */
export function createCells(cells: readonly number[], directory: Directory): Cells {
  const served = new Map<number, ServedCell>();
  /** The first one answers the requests that any cell can answer. */
  const first = (): ServedCell => served.get(Math.min(...served.keys()))!;
  const { moved } = directory;
  return {
    async states() {
      const states = cells.map(async (cell): Promise<[number, CellState]> => {
        const found = served.get(cell);
        return [cell, found ? stateOf(await found.notReadyBecause()) : unopened];
      });
      return new Map(await Promise.all(states));
    },
    add: (cell, each) => void served.set(cell, each),
    listener(req, res) {
      const named = cellNamedBy(req, moved);
      const { listener } = (typeof named === 'number' ? served.get(named) : undefined) ?? first();
      listener(req, res);
    },
    refusal(req) {
      const named = cellNamedBy(req, moved);
      if (named === null) return isMoving();
      if (named === undefined || served.has(named)) return undefined;
      if (cells.includes(named)) return isAway(named);
      // Otherwise another cell's metrics would be taken for its own.
      return pageOf.test(req.url ?? '') ? notFound('Cell') : undefined;
    },
    elsewhere: {
      async ofBody({ id }, body) {
        const { email = '', run_code = '', token = run_code } = body as Named;
        const cell = await cellFor(id, { email, token });
        return cell === undefined ? undefined : answeringOf(cell);
      },
      cellOf: (organization) => settled(moved.ofOrganization(organization)) ?? cellOf(organization),
      ofCell: (cell) => (cells.includes(cell) ? answeringOf(cell) : undefined),
      pageOf: (query, read) =>
        listAcrossCells(
          cells.toReversed().map((number) => ({ number, served: served.get(number) })),
          query,
          read,
        ),
    },
  };

  function answeringOf(cell: number): Answering {
    const found = served.get(cell);
    if (!found) throw isAway(cell);
    return found.answering;
  }

  /** All of them, if none is ready. */
  async function readyOnes(): Promise<number[]> {
    const looked = await Promise.all(
      Array.from(served, async ([cell, each]) =>
        (await each.notReadyBecause()) === undefined ? [cell] : [],
      ),
    );
    const ready = looked.flat();
    return ready.length > 0 ? ready : [...served.keys()];
  }

  async function cellFor(
    operation: string,
    { email, token }: { readonly email: string; readonly token: string },
  ): Promise<number | undefined> {
    switch (operation) {
      case 'signUp':
        return directory.cellFor(email, await readyOnes());
      case 'logIn':
      case 'requestPasswordReset':
        return directory.cellOf(email);
      case 'confirmPasswordReset':
      case 'confirmEmailChange':
      case 'acceptInvitation':
      case 'exchangeRunCode': {
        const cell = settled(moved.ofCredential(token)) ?? cellOfCredential(token);
        return cells.includes(cell) ? cell : undefined;
      }
      default:
        return undefined;
    }
  }
}

/** The state of a cell that the process is to serve and tries again. */
export const unopened = {
  status: 'not_served',
  reason: 'This process could not open the cell yet.',
} as const satisfies CellState;

/** The state of a cell that cannot work for that reason, if there is one. */
export const stateOf = (reason: string | undefined): CellState => ({
  status: reason === undefined ? 'ready' : 'not_ready',
  reason: reason ?? null,
});

const isAway = (cell: number): Failure =>
  unavailable(`Cell ${cell}, where this belongs, is not served here at the moment.`);
