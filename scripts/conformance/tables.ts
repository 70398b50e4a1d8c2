/** What the contract does not say: the order of acts, and what no stranger should do to a server. */

/** What makes an operation's subject ready for it. */
export const before: Readonly<Record<string, readonly string[]>> = {
  pauseCampaign: ['startCampaign'],
  resumeCampaign: ['startCampaign', 'pauseCampaign'],
  cancelCampaign: ['startCampaign'],
  redialCampaign: ['startCampaign', 'cancelCampaign'],
  cancelCampaignStart: ['setCampaignStart'],
  unarchiveApiKey: ['archiveApiKey'],
  unarchiveWorkflow: ['archiveWorkflow'],
  enableApprovalPolicy: ['disableApprovalPolicy'],
  enableWebhookEndpoint: ['disableWebhookEndpoint'],
  getVoiceProfileAvatar: ['setVoiceProfileAvatar'],
  deleteVoiceProfileAvatar: ['setVoiceProfileAvatar'],
};

/** What follows the creation of something before it can be used. */
export const after: Readonly<Record<string, readonly string[]>> = {
  createWorkflow: ['publishWorkflow'],
};

/** Where an id comes from if no operation that creates it links to it: an operation and a member of its answer. */
export const sources: Readonly<Record<string, readonly [operation: string, member: string]>> = {
  key_id: ['createApiKey', 'id'],
  source_id: ['createCampaignSource', 'source_id'],
  version_number: ['listWorkflowVersions', 'items.0.version_number'],
  version_id: ['listGenerationVersions', 'items.0.id'],
  contact_id: ['listCampaignContacts', 'items.0.id'],
  delivery_id: ['listWebhookDeliveries', 'items.0.id'],
  organization_id: ['getOrganizationLimits', 'organization_id'],
};

/** Members of bodies, and the path parameter that identifies the same. */
export const members: Readonly<Record<string, string>> = {
  workflow_id: 'workflow_id',
  source_id: 'source_id',
  telephony_configuration_id: 'config_id',
  profile_id: 'profile_id',
};

/** Operations whose success concerns everybody on the server, or needs a secret; their refusals are tried. */
export const left: Readonly<Record<string, string>> = {
  migrateModels: 'it moves the models of the server',
  downloadVoiceModel: 'it downloads gigabytes',
  deleteVoiceModel: 'it deletes a model of the server',
  setSimulationClock: 'it sets the clock of the server',
  updateKnowledgeBasePricing: 'it changes prices for everybody',
  updateOrganizationLimits: 'it changes limits of an organization',
  updateOrganizationOperator: 'it changes what an organization may do',
  logOutEverywhere: 'it ends the sessions of all who use the account',
  setPassword: 'it changes the password of the account',
  requestEmailChange: 'it changes the address of the account',
  receiveCarrierCallback: 'only a carrier can sign it',
  receiveInboundCall: 'only a carrier can sign it',
};
