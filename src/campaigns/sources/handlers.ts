import { Readable } from 'node:stream';
import type { Some } from '../../http/contract.ts';
import { upload } from './upload.ts';

export const campaignSources = {
  async createCampaignSource({ body, query, caller, requestId }, app) {
    return upload(app, {
      caller,
      requestId,
      body: body instanceof Readable ? body : new Readable().wrap(body),
      skip: query.on_invalid === 'skip',
    });
  },
} satisfies Some<'createCampaignSource'>;
