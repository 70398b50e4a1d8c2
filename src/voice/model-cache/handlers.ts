import type { HandlersFor } from '../../http/contract.ts';
import { recordChange } from '../../audit/actions.ts';
import type { VoiceApp } from '../context.ts';
import { cursorAt, limitOf, positionAfter } from '../../db/page.ts';
import { notFound } from '../../errors.ts';
import { later } from '../../timestamp.ts';
import { mustBeIdle, mustBeOperator, operates } from '../model-events/actions.ts';
import { isModelId, pathBelow } from '../models/rules.ts';
import { claimDeletion, currentDirectory, endDeletion } from './queries.ts';
import { setAside, sweepDeleted } from './remove.ts';
import { listModelIds, scanModel } from './scan.ts';

/** A deletion holds its claim while it renames a directory. */
const claimMs = 60_000;

export const modelCache = {
  async listVoiceModels({ query }, app) {
    const after = positionAfter(query, ([id]) =>
      typeof id === 'string' && isModelId(id) ? id : undefined,
    );
    const cache = await currentDirectory(app.db, app.config);
    const rest = (await listModelIds(cache)).filter((id) => after === undefined || id > after);
    const items: Awaited<ReturnType<typeof scanModel>>[] = [];
    // One after the other, so that one request does not take all threads of the file system.
    for (const id of rest.slice(0, limitOf(query))) items.push(await scanModel(cache, id));
    const last = items.at(-1);
    return {
      items,
      next_cursor: cursorAt(rest.length > items.length && last ? [last.model_id] : undefined),
    };
  },

  async deleteVoiceModel({ params, caller, requestId }, app) {
    await mustBeOperator(app, caller.organization_id);
    const name = params.model_id.replaceAll('--', '/');
    const cache = await currentDirectory(app.db, app.config);
    await claim(app, name);
    let wasThere = false;
    try {
      wasThere = await setAside(cache, name);
    } finally {
      await app.db.transaction().execute(async (trx) => {
        await endDeletion(trx, name);
        if (!wasThere) return;
        await recordChange(
          trx,
          { caller, requestId, at: app.now() },
          {
            action: 'voice_model.deleted',
            organization_id: null,
            subject_id: params.model_id,
            before: { name },
            after: null,
          },
        );
      });
    }
    if (!wasThere) throw notFound('Model', 'model_id');
    await sweepDeleted(cache, app.log);
  },

  async getModelsCacheDir({ caller }, app) {
    const path = await currentDirectory(app.db, app.config);
    if (await operates(app, caller.organization_id)) return { path };
    const { dataDir, modelsRoots = [] } = app.config;
    return { path: pathBelow([dataDir, ...modelsRoots], path) };
  },
} satisfies HandlersFor<'listVoiceModels' | 'deleteVoiceModel' | 'getModelsCacheDir', VoiceApp>;

const claim = (app: VoiceApp, name: string) =>
  app.db.transaction().execute(async (trx) => {
    const now = app.now();
    await mustBeIdle(trx, { name, now });
    await claimDeletion(trx, { name, expires_at: later(now, claimMs) });
  });
