/** A quota of an organization, named as in its limits. */
export type OrganizationQuota = keyof typeof quotas;

/** What each quota counts, and how to make room. */
const quotas = {
  api_key_limit: ['API keys that are not archived', 'Archive one'],
  webhook_endpoint_limit: ['webhook endpoints', 'Delete one'],
  workflow_limit: ['workflows that are not archived', 'Archive one'],
  source_limit: ['sources of contacts', 'Use one that was uploaded before'],
  source_bytes_limit: ['bytes of sources', 'Use a source that was uploaded before'],
  voice_bytes_limit: ['bytes of samples, avatars and generations', 'Delete some and wait an hour'],
  unfinished_contact_limit: [
    'contacts of unfinished campaigns',
    'Wait until a campaign is completed, cancel one',
  ],
  voice_profile_limit: ['voice profiles', 'Delete one'],
  story_limit: ['stories', 'Delete one'],
  content_bytes_limit: [
    'bytes of workflows, runs and other content',
    'Delete runs, campaigns, generations or workflows, or have updateRetention remove what is old',
  ],
  member_limit: ['members and open invitations', 'Remove one'],
} as const;

export interface Usage {
  readonly quota: string;
  readonly used: number;
  readonly limit: number;
}

interface Exceeded {
  readonly quota: OrganizationQuota;
  readonly limit: number;
}

const isQuota = (name: string): name is OrganizationQuota => name in quotas;

/** The first quota that is exceeded when `adding` is added to each usage. */
export function exceededOf(usages: readonly Usage[], adding: number): Exceeded | undefined {
  for (const { quota, used, limit } of usages)
    if (used + adding > limit && isQuota(quota)) return { quota, limit };
  return undefined;
}

/** The error message: what happened and what to do. */
export function sentenceOf({ quota, limit }: Exceeded): string {
  const [things, advice] = quotas[quota];
  return `The organization's limit of ${limit} ${things} is reached. ${advice}, or ask the operator to raise the limit.`;
}
