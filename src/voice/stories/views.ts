import type { components } from '../../../generated/api.ts';
import type { ItemRow } from '../story-items/queries.ts';
import { storyItem } from '../story-items/views.ts';
import type { StoryRow } from './queries.ts';

export const storyDetail = (
  { id, name, description, created_at, updated_at }: StoryRow,
  items: readonly ItemRow[],
): components['schemas']['StoryDetail'] => ({
  id,
  name,
  description,
  created_at,
  updated_at,
  item_count: items.length,
  items: items.map(storyItem),
});
