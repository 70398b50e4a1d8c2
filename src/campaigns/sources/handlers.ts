import { Readable } from 'node:stream';
import type { HandlersFor } from '../../http/contract.ts';
import { uploadsOf } from './places.ts';
import { upload } from './upload.ts';

export const campaignSources = {
  async createCampaignSource({ body, query, caller, requestId }, app) {
    const release = app.inProgress.take(uploadsOf(caller.organization_id));
    try {
      return await upload(app, {
        caller,
        requestId,
        body: body instanceof Readable ? body : new Readable().wrap(body),
        skip: query.on_invalid === 'skip',
      });
    } finally {
      release();
    }
  },
} satisfies HandlersFor<'createCampaignSource'>;
