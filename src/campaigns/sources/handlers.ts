import { Readable } from 'node:stream';
import type { Some } from '../../http/contract.ts';
import { upload } from './upload.ts';

export const campaignSources = {
  async createCampaignSource({ body, query, caller }, app) {
    return upload(app, {
      organization_id: caller.organization_id,
      created_by: caller.kind === 'session' ? caller.user_id : null,
      body: body instanceof Readable ? body : new Readable().wrap(body),
      skip: query.on_invalid === 'skip',
    });
  },
} satisfies Some<'createCampaignSource'>;
