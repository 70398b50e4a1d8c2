/** What the contract does not say: the order of acts, and what no stranger should do to a server. */

/** What makes an operation's subject ready for it. */
export const before: Readonly<Record<string, readonly string[]>> = {
  pauseCampaign: ['startCampaign'],
  resumeCampaign: ['startCampaign', 'pauseCampaign'],
  cancelCampaign: ['startCampaign'],
  deleteCampaign: ['startCampaign', 'cancelCampaign'],
  deleteRun: ['submitRunResult'],
  redialCampaign: ['startCampaign', 'cancelCampaign'],
  cancelCampaignStart: ['scheduleCampaignStart'],
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
  version_number: ['listWorkflowVersions', 'items.0.version_number'],
  version_id: ['listGenerationVersions', 'items.0.id'],
  user_id: ['listMembers', 'items.0.id'],
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

/** Members of bodies that fit what was just created: a new workflow has one version. */
export const fitting: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  createTestRun: { version_number: 1 },
  testWorkflow: { version_number: 1 },
};

/** Operations whose success concerns others on the server, removes what is stored, needs a secret, or follows one of these; their refusals are tried. */
export const left: Readonly<Record<string, string>> = {
  migrateModels: 'it moves the models of the server',
  downloadVoiceModel: 'it downloads gigabytes',
  callRunTool: "it sends a request to a server of the organization's",
  testTool: "it sends a request to a server of the organization's",
  importMcpTools: "it reads a server of the organization's",
  acceptToolChange: 'a server has to change a function that was imported',
  acceptToolExecution: 'a call of a tool has to wait',
  declineToolExecution: 'a call of a tool has to wait',
  deleteVoiceModel: 'it deletes a model of the server',
  setSimulationClock: 'it sets the clock of the server',
  updateKnowledgeBasePricing: 'it changes prices for everybody',
  updateOrganizationLimitsAsAdmin: 'it changes limits of an organization',
  updateOrganizationOperatorAsAdmin: 'it changes what an organization may do',
  updateCellAsAdmin: 'it closes a cell for everybody',
  reserveCellAddressAsAdmin: 'it places an organization',
  logOutEverywhere: 'it ends the sessions of all who use the account',
  setPassword: 'it changes the password of the account',
  requestEmailChange: 'it changes the address of the account',
  deleteSession: 'it may end the session that all others use',
  updateMember: 'it changes what a user of the organization may do',
  removeMember: 'it removes a user of the organization',
  updateRetention: 'it removes what the organization stores',
  createErasure: 'it removes what the organization stores about a person',
  suspendOrganizationAsAdmin: 'it stops the calls of an organization',
  sendRunKeys: 'it needs a call that somebody has answered',
  exchangeRunCode: 'it needs a code, which only a carrier brings',
  streamRunSpeech: 'it needs a run whose workflow names a voice, and an engine',
  receiveCarrierCallback: 'only a carrier can sign it',
  createRunTransfer: 'it needs a call that somebody has answered',
  getRunTransfer: 'it needs a call that was answered and transferred',
  cancelRunTransfer: 'it needs a call that was answered and transferred',
  receiveInboundCall: 'only a carrier can sign it',
  receiveTransferCallback: 'only a carrier can sign it',
  receiveRelayCallback: 'only a carrier can sign it',
};
