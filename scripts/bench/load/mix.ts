import type { Operation } from '../../conformance/contract.ts';
import { left } from '../../conformance/tables.ts';

/** What an operation is to a client, and to the table of the results. */
export type Group = 'get' | 'list' | 'change' | 'create' | 'delete' | 'stream' | 'file' | 'log-in';

/** The share of each group in 1,000 requests: clients read more than they write. */
const shares: Readonly<Record<Group, number>> = {
  get: 480,
  list: 320,
  change: 90,
  create: 60,
  delete: 20,
  stream: 10,
  file: 15,
  'log-in': 5,
};

/** Operations that clients use more, or less, than others of their group; 1 otherwise. */
const weights: Readonly<Record<string, number>> = {
  getRun: 20,
  getCampaign: 20,
  getCampaignProgress: 20,
  getWorkflow: 10,
  getCurrentUser: 10,
  listRuns: 10,
  listCampaigns: 10,
  listCampaignRuns: 10,
  listCampaignContacts: 10,
  listWorkflows: 5,
  markRunConsent: 20,
  initiateCall: 20,
  addCampaignContacts: 5,
  exportRuns: 0.2,
  getCampaignReport: 0.2,
  exportStory: 0.1,
  exportVoiceProfile: 0.1,
  signUp: 0.2,
};

/** Operations whose subject can be used once. */
const consuming =
  /^(?:delete|archive|cancel|accept|decline|revoke|start|pause|resume|redial|disable|remove(?!DoNot)|hangUp)/;

/** What hashes passwords or ends sessions. */
const logIns = [
  'logIn',
  'signUp',
  'logOut',
  'logOutEverywhere',
  'setPassword',
  'requestPasswordReset',
  'confirmPasswordReset',
  'requestEmailChange',
  'confirmEmailChange',
];
const streams = ['streamGenerationProgress', 'streamVoiceModelDownload', 'streamCampaignProgress'];
const files = [
  'createCampaignSource',
  'importVoiceProfile',
  'createVoiceSample',
  'createGenerationFromRecording',
  'setVoiceProfileAvatar',
  'exportRuns',
  'getCampaignReport',
  'exportVoiceProfile',
  'exportStory',
  'getCampaignSourceFile',
];

export function groupOf({ id, method }: Pick<Operation, 'id' | 'method'>): Group {
  if (logIns.includes(id)) return 'log-in';
  if (streams.includes(id)) return 'stream';
  if (files.includes(id) || id.endsWith('Audio') || id.endsWith('Avatar')) return 'file';
  if (method === 'GET') return id.startsWith('list') ? 'list' : 'get';
  if (method === 'DELETE') return 'delete';
  return id.startsWith('create') ? 'create' : 'change';
}

export const needsOwnSubject = ({ id }: Pick<Operation, 'id'>): boolean => consuming.test(id);

/** Whether its success would change the server for everybody; only its refusals are sent. */
export const isRefusalOnly = ({ id }: Pick<Operation, 'id'>): boolean => id in left;

export interface Mix {
  /** An operation for a number from 0 up to 1. */
  pick(at: number): Operation;
}

export function mixOf(operations: readonly Operation[]): Mix {
  const sums = new Map<Group, number>();
  const own = ({ id }: Operation): number => weights[id] ?? 1;
  for (const operation of operations) {
    const group = groupOf(operation);
    sums.set(group, (sums.get(group) ?? 0) + own(operation));
  }
  let total = 0;
  const ends = operations.map((operation) => {
    const group = groupOf(operation);
    total += (shares[group] * own(operation)) / (sums.get(group) ?? 1);
    return { operation, end: total };
  });
  return {
    pick(at) {
      const found = ends.find(({ end }) => at * total < end) ?? ends.at(-1);
      if (!found) throw new Error('There are no operations.');
      return found.operation;
    },
  };
}
