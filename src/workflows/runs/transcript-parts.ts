import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { conflict, type Failure } from '../../errors.ts';
import { type Key, runNotFound } from './read-queries.ts';
import { maxTranscriptBytes } from './rules.ts';
import { appending, type StoredTurn } from './transcript-rules.ts';

interface Part {
  /** The index of its first turn. */
  readonly first: number;
  readonly turns: readonly StoredTurn[];
}

/**
 * The turns of a part that are not stored yet, and whether they are the run's first. Locks the run, so that of two parts
 * at once one sees the other's turns. Throws 409 if the part does not fit.
 */
export async function newTurnsOf(trx: Transaction<Database>, key: Key, part: Part) {
  const stored = await lockTurns(trx, key, part);
  const adding = appending(stored, part);
  switch (adding.kind) {
    case 'append':
      return { turns: adding.turns, isFirst: stored.turns === 0 };
    case 'differs':
      throw turnDiffers(adding.index);
    case 'missing':
      throw turnsMissing(part.first, stored.turns);
    case 'final':
      throw transcriptFinal(stored.turns);
  }
}

const lockTurns = (trx: Transaction<Database>, key: Key, { first, turns }: Part) =>
  trx
    .selectFrom('workflow_runs')
    .select([
      sql<number>`coalesce(jsonb_array_length(transcript), 0)`.as('turns'),
      sql<StoredTurn[]>`coalesce((
        select jsonb_agg(turn order by place)
        from jsonb_array_elements(transcript) with ordinality as stored (turn, place)
        where place > ${first}::integer and place <= ${first + turns.length}::integer
      ), '[]')`.as('known'),
      'transcript_is_final as is_final',
    ])
    .where('organization_id', '=', key.organization_id)
    .where('id', '=', key.run_id)
    .where('erased_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(runNotFound);

const param = 'transcript';

const turnDiffers = (index: number): Failure =>
  conflict(
    'transcript_turn_differs',
    `The turn ${index} is stored with other content. Stored turns cannot be changed with \`append\`.`,
    { index, param },
  );

const turnsMissing = (first: number, next_index: number): Failure =>
  conflict(
    'transcript_turns_missing',
    `The first turn has the index ${first}; the next index is ${next_index}. Send the turns before it first.`,
    { next_index, param },
  );

const transcriptFinal = (turns: number): Failure =>
  conflict(
    'transcript_final',
    `The run's transcript was submitted as a whole and has ${turns} turns. Send all of it without \`append\` to replace it.`,
    { param },
  );

export const transcriptTooLarge = (size_bytes: number): Failure =>
  conflict(
    'transcript_too_large',
    `The run's transcript would be ${size_bytes} bytes; the maximum is ${maxTranscriptBytes}.`,
    { limit_bytes: maxTranscriptBytes, size_bytes, param },
  );
