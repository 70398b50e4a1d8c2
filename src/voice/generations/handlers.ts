import { v7 as uuid } from 'uuid';
import { makeChange } from '../../audit/actions.ts';
import { mustFit } from '../../billing/quotas/actions.ts';
import type { VoiceApp } from '../context.ts';
import { pageOf } from '../../db/page.ts';
import { conflict, invalid, limitReached } from '../../errors.ts';
import { streamChanges } from '../../fairness/stream-changes.ts';
import { tagged } from '../../http/etag.ts';
import {
  type OperationRequest,
  type HandlersFor,
  type Success,
  withPreparation,
} from '../../http/contract.ts';
import { checkAll, usableEngine } from '../engines/engines.ts';
import { namedEngine, voiceOf } from '../engines/rules.ts';
import * as queries from './queries.ts';
import { generateQueue } from './queue.ts';
import { hasEnded, maxWaiting, maxSeconds } from './rules.ts';
import { generation, generationEvent } from './views.ts';
import { rm } from 'node:fs/promises';
import { AudioFault } from '../audio/faults.ts';
import { refer } from '../files/files.ts';
import * as versions from '../versions/queries.ts';

export const generations = {
  async listGenerations({ query, caller }, app) {
    return pageOf(await queries.list(app.db, caller.organization_id, query), query, generation);
  },

  createGeneration: {
    before: async (_, { engines }) => checkAll(engines),
    work: create,
  },

  async getGeneration({ params, caller }, app) {
    return shown(await queries.get(app.db, caller.organization_id, params.generation_id));
  },

  async cancelGeneration({ params, ...call }, app) {
    const canceled = await makeChange(
      call,
      app,
      async ({ trx, organization_id, at, mustMatch, record }) => {
        const row = await queries.lock(trx, organization_id, params.generation_id);
        mustMatch(row);
        if (row.status === 'canceled') return row;
        if (hasEnded(row.status)) throw notCancelable(row.status);
        await queries.cancel(trx, row.id, at);
        const after = { status: 'canceled' };
        await record('generation.canceled', row.id, { before: { status: row.status }, after });
        return queries.get(trx, organization_id, row.id);
      },
    );
    await app.afterCommit(({ generator }) => generator.abort(canceled.id));
    return shown(canceled);
  },

  async deleteGeneration({ params, ...call }, app) {
    await makeChange(call, app, async ({ trx, organization_id, mustMatch, record }) => {
      const row = await queries.lockForDeletion(trx, organization_id, params.generation_id);
      mustMatch(row);
      const story_ids = await queries.storiesWith(trx, { generation_id: row.id });
      if (story_ids.length > 0) throw inUse(story_ids);
      await queries.remove(trx, row.id);
      await record('generation.deleted', row.id, { before: audited(row) });
    });
    await app.afterCommit(({ generator }) => generator.abort(params.generation_id));
  },

  async streamGeneration({ params, headers, caller, signal }, app) {
    const { organization_id } = caller;
    const { generation_id } = params;
    let last = await queries.get(app.db, organization_id, generation_id);
    const looks = app.polls.generations.follow(`${organization_id}/${generation_id}`, {
      first: last,
      look: () => queries.find(app.db, organization_id, generation_id),
      signal,
    });
    return streamChanges(looks, {
      lastEventId: headers['last-event-id'],
      show(row) {
        last = row ?? { ...last, status: 'canceled' };
        const data = generationEvent(last);
        return { data, state: data, isLast: hasEnded(last.status) };
      },
    });
  },
} satisfies HandlersFor<
  | 'listGenerations'
  | 'createGeneration'
  | 'getGeneration'
  | 'cancelGeneration'
  | 'deleteGeneration'
  | 'streamGeneration',
  VoiceApp
>;

async function create(
  { body, ...call }: OperationRequest<'createGeneration'>,
  app: VoiceApp,
): Promise<Success<'createGeneration'>> {
  if (body.text.trim() === '')
    throw invalid(['body', 'text'], 'Must contain something to speak.', body.text);
  const created = await makeChange(call, app, async ({ trx, organization_id, at, record }) => {
    const profile = await queries.profileFor(trx, organization_id, body.profile_id);
    const engine = await usableEngine(app.engines, namedEngine(body.engine, profile));
    const id = uuid();
    await queries.insert(trx, {
      id,
      organization_id,
      profile_id: profile.id,
      text: body.text,
      language: body.language ?? profile.language,
      seed: engine.supportsSeed ? (body.seed ?? null) : null,
      instruct: engine.supportsInstruct ? (body.instruct ?? null) : null,
      engine: engine.id,
      model: body.model ?? null,
      voice: voiceOf(engine.id, profile),
      status: 'queued',
      created_at: at,
    });
    await mustFit(trx, organization_id, ['content_bytes_limit']);
    if ((await queries.waiting(trx, organization_id)) > maxWaiting) throw tooMany();
    const row = await queries.get(trx, organization_id, id);
    await record('generation.created', id, { after: audited(row) });
    return row;
  });
  await app.afterCommit(({ jobs }) => jobs.wake(generateQueue));
  return shown(created);
}

const shown = (row: queries.GenerationRow) => tagged(generation(row), row);

/** Audit events contain no texts that are spoken. */
const audited = ({ profile_id, language, engine, status, text }: queries.GenerationRow) => ({
  profile_id,
  language,
  engine,
  status,
  characters: text.length,
});

const tooMany = () =>
  limitReached('queued_generations', {
    limit: maxWaiting,
    detail: `${maxWaiting} generations of the organization are queued, the maximum. Try again when some of them have ended.`,
  });

const notCancelable = (state: string) =>
  conflict(
    'generation_not_cancelable',
    `The generation is ${state}. Only one that is queued or running can be canceled.`,
    { state },
  );

const inUse = (story_ids: readonly string[]) =>
  conflict('generation_in_use', 'Items of stories show the generation. Remove them first.', {
    story_ids,
  });

export const generationRecordings = {
  createGenerationFromRecording: withPreparation('createGenerationFromRecording', {
    // Decoding takes seconds, in which no transaction is open.
    async before({ body, caller, signal }, app) {
      const { organization_id } = caller;
      await queries.getProfile(app.db, organization_id, body.profile_id);
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
