import type { Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { notFound } from '../../errors.ts';

/** What an item needs to know of its generation, which is locked against deletion until the transaction ends. */
export const lockPlayable = (trx: Transaction<Database>, organizationId: number, id: string) =>
  trx
    .selectFrom('generations as generation')
    .select(['generation.id', 'generation.status', 'generation.duration'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('generation_versions')
            .select('id')
            .whereRef('generation_id', '=', 'generation.id')
            .where('is_default', '=', true),
        )
        .$castTo<boolean>()
        .as('has_default_version'),
    )
    .where('generation.organization_id', '=', organizationId)
    .where('generation.id', '=', id)
    .forKeyShare('generation')
    .executeTakeFirstOrThrow(() => notFound('Generation', 'generation_id'));
