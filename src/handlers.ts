import { approvals } from './approvals/handlers.ts';
import { approvalRequests } from './approvals/approval-requests/handlers.ts';
import { audit } from './audit/handlers.ts';
import { apiKeys } from './auth/api-keys/handlers.ts';
import { emailChanges } from './auth/accounts/email-handlers.ts';
import { passwords } from './auth/accounts/password-handlers.ts';
import { auth } from './auth/handlers.ts';
import { sessions } from './auth/sessions/handlers.ts';
import { organizationInvitations } from './auth/invitations/handlers.ts';
import { organizationMembers } from './auth/members/handlers.ts';
import { billing } from './billing/handlers.ts';
import { usageReports } from './billing/usage/handlers.ts';
import { organizations } from './billing/organizations/handlers.ts';
import { campaignContacts } from './campaigns/contacts/handlers.ts';
import { campaignCallBacks } from './campaigns/contact-callbacks/handlers.ts';
import { campaignLifecycle } from './campaigns/lifecycle/handlers.ts';
import { campaignProgresses } from './campaigns/progress/handlers.ts';
import { cells } from './cells/handlers.ts';
import { campaigns } from './campaigns/handlers.ts';
import { campaignRecords } from './campaigns/records/handlers.ts';
import { campaignSources } from './campaigns/sources/handlers.ts';
import { organizationDeletions } from './privacy/organization-deletions/handlers.ts';
import type { Handlers } from './http/contract.ts';
import { erasureHandlers } from './privacy/erasures/handlers.ts';
import { personalData } from './privacy/personal-data/handlers.ts';
import { calls } from './telephony/calls/handlers.ts';
import { simulation } from './telephony/simulation/handlers.ts';
import { consents } from './telephony/consents/handlers.ts';
import { doNotCall } from './telephony/do-not-call/handlers.ts';
import { callingHours } from './telephony/calling-hours/handlers.ts';
import { inboundCalls } from './telephony/inbound-calls/handlers.ts';
import { hangUps } from './telephony/hang-ups/handlers.ts';
import { runKeys } from './telephony/keys/handlers.ts';
import { runTransfers } from './telephony/transfers/handlers.ts';
import { scheduledCalls } from './telephony/scheduled-calls/handlers.ts';
import { telephony } from './telephony/handlers.ts';
import { phoneNumbers } from './telephony/phone-numbers/handlers.ts';
import { organizationRetention } from './privacy/retention/handlers.ts';
import { voiceEffects } from './voice/effects/handlers.ts';
import { voiceEngines } from './voice/engines/handlers.ts';
import { generations, generationRecordings } from './voice/generations/handlers.ts';
import { speech } from './voice/speech/handlers.ts';
import { runSpeech } from './workflows/run-speech/handlers.ts';
import { storyExports } from './voice/exports/handlers.ts';
import { voiceProfileArchives } from './voice/archives/handlers.ts';
import { voiceProfileAvatars } from './voice/avatars/handlers.ts';

import { modelCache } from './voice/model-cache/handlers.ts';
import { modelDownloads } from './voice/model-downloads/handlers.ts';
import { modelMigrations } from './voice/model-migrations/handlers.ts';
import { voiceProfiles } from './voice/profiles/handlers.ts';
import { voiceSamples } from './voice/samples/handlers.ts';
import { stories } from './voice/stories/handlers.ts';
import { storyItems } from './voice/story-items/handlers.ts';
import { generationEffects, generationVersions } from './voice/versions/handlers.ts';

import { toolDecisions, toolExecutions } from './tools/tool-executions/handlers.ts';
import { mcpTools } from './tools/mcp-tools/handlers.ts';

import { toolHandlers } from './tools/handlers.ts';
import { webhookDeliveries } from './webhooks/deliveries/handlers.ts';
import { events } from './webhooks/events/handlers.ts';
import { eventSettings } from './webhooks/settings/handlers.ts';
import { webhookEndpoints } from './webhooks/endpoints/handlers.ts';
import { runConversations } from './workflows/conversations/handlers.ts';
import { workflows } from './workflows/handlers.ts';
import { workflowTestCases } from './workflows/test-cases/handlers.ts';
import { workflowRuns } from './workflows/runs/handlers.ts';
import { runInstructions } from './workflows/instructions/handlers.ts';
import { runSessions } from './workflows/sessions/handlers.ts';
import { workflowVersions } from './workflows/versions/handlers.ts';

const written = {
  ...auth,
  ...apiKeys,
  ...sessions,
  ...passwords,
  ...emailChanges,
  ...organizationMembers,
  ...organizationInvitations,
  ...approvals,
  ...approvalRequests,
  ...organizationRetention,
  ...voiceProfiles,
  ...voiceEffects,
  ...voiceEngines,
  ...generations,
  ...speech,
  ...runSpeech,
  ...generationRecordings,
  ...generationVersions,
  ...generationEffects,
  ...voiceProfileArchives,
  ...voiceProfileAvatars,
  ...voiceSamples,
  ...stories,
  ...storyItems,
  ...storyExports,
  ...modelCache,
  ...modelDownloads,
  ...modelMigrations,
  ...billing,
  ...usageReports,
  ...organizations,
  ...cells,
  ...organizationDeletions,
  ...audit,
  ...workflows,
  ...workflowVersions,
  ...workflowRuns,
  ...runSessions,
  ...runInstructions,
  ...workflowTestCases,
  ...runConversations,
  ...campaigns,
  ...campaignLifecycle,
  ...campaignProgresses,
  ...campaignSources,
  ...campaignRecords,
  ...campaignContacts,
  ...campaignCallBacks,
  ...telephony,
  ...calls,
  ...hangUps,
  ...runKeys,
  ...runTransfers,
  ...inboundCalls,
  ...scheduledCalls,
  ...simulation,
  ...phoneNumbers,
  ...callingHours,
  ...consents,
  ...doNotCall,
  ...toolHandlers,
  ...toolExecutions,
  ...toolDecisions,
  ...mcpTools,
  ...webhookEndpoints,
  ...events,
  ...eventSettings,
  ...webhookDeliveries,
  ...erasureHandlers,
  ...personalData,
} satisfies Partial<Handlers>;

type None<Id extends never> = Id;
/** The compiler names here what the contract has without a handler, and the other way round. */
export type Unmatched = readonly [
  missing: None<Exclude<keyof Handlers, keyof typeof written>>,
  unknown: None<Exclude<keyof typeof written, keyof Handlers>>,
];

/** One handler for every operation of the contract. */
export const handlers = written as typeof written & Handlers;
