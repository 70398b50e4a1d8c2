import type { components } from '../../../generated/api.ts';
import type { Transition } from '../../transition.ts';

type VersionStatus = components['schemas']['VersionStatus'];

export const versionTransitions = {
  create: {
    from: [],
    to: 'draft',
    by: ['createWorkflow', 'duplicateWorkflow', 'updateWorkflow', 'revertWorkflow'],
  },
  publish: { from: ['draft'], to: 'published', by: ['publishWorkflow'] },
  /** A newer draft takes its place. */
  replaceDraft: { from: ['draft'], to: 'archived', by: ['updateWorkflow', 'revertWorkflow'] },
  /** A newer version is published. */
  replacePublished: { from: ['published'], to: 'archived', by: ['publishWorkflow'] },
} as const satisfies Readonly<Record<string, Transition<VersionStatus>>>;
