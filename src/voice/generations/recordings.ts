import { rm } from 'node:fs/promises';
import { v7 as uuid } from 'uuid';
import { makeChange } from '../../audit/actions.ts';
import type { VoiceApp } from '../context.ts';
import { invalid } from '../../errors.ts';
import { type HandlersFor, withPreparation } from '../../http/contract.ts';
import { tagged } from '../../http/etag.ts';
import { AudioFault } from '../audio/faults.ts';
import { refer } from '../files/files.ts';
import * as versions from '../versions/queries.ts';
import * as queries from './queries.ts';
import { maxSeconds } from './rules.ts';
import { generation } from './views.ts';

export const generationRecordings = {
  createGenerationFromRecording: withPreparation('createGenerationFromRecording', {
    // Decoding takes seconds, in which no transaction is open.
    async before({ body, caller, signal }, app) {
      const { organization_id } = caller;
      await queries.mustHaveProfile(app.db, organization_id, body.profile_id);
      return convert(app, { organization_id, signal }, body.file.path);
    },

    async work({ body, ...call }, app, { file, duration }) {
      return makeChange(call, app, async ({ trx, organization_id, at, record }) => {
        const times = { created_at: at, started_at: at, ended_at: at };
        const profile = await queries.profileFor(trx, organization_id, body.profile_id);
        await refer(trx, organization_id, file.id);
        const id = uuid();
        await queries.insert(trx, {
          id,
          organization_id,
          profile_id: profile.id,
          created_from: 'recording',
          text: body.text ?? '',
          language: body.language ?? profile.language,
          duration,
          ...times,
        });
        await versions.insert(trx, {
          id: uuid(),
          organization_id,
          generation_id: id,
          label: 'Original',
          file_id: file.id,
          duration,
          is_default: true,
          created_at: at,
        });
        const row = await queries.get(trx, organization_id, id);
        const after = { profile_id: profile.id, created_from: row.created_from, duration };
        await record('generation.created', id, { after });
        return tagged(generation(row), row);
      });
    },
  }),
} satisfies HandlersFor<'createGenerationFromRecording', VoiceApp>;

interface Whose {
  readonly organization_id: number;
  readonly signal: AbortSignal;
}

/** Decodes a recording, and stores it as WAV. Throws the validation error for what is none. */
async function convert({ audio, files, spool }: VoiceApp, whose: Whose, source: string) {
  const target = await spool.newPath();
  try {
    const { duration_seconds: duration } = await audio
      .convert(whose, { source, target, maxSeconds })
      .catch((error: unknown) => {
        if (!(error instanceof AudioFault)) throw error;
        throw Object.assign(invalid(['body', 'file'], error.message), { cause: error });
      });
    const spooled = await spool.measure(target);
    return { file: await files.keep(whose.organization_id, spooled, 'audio/wav'), duration };
  } finally {
    await rm(target, { force: true });
  }
}
