import type { HandlersFor } from '../../http/contract.ts';
import { currentDirectory } from './queries.ts';

export const modelCache = {
  async getModelsCacheDir(_call, app) {
    return { path: await currentDirectory(app.db, app.config) };
  },
} satisfies HandlersFor<'getModelsCacheDir'>;
