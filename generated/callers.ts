// Written by `make generate`. Do not edit.
export interface Callers {
  signUp: 'none';
  logIn: 'none';
  logOut: 'session';
  getCurrentUser: 'any';
  listApiKeys: 'session';
  createApiKey: 'session';
  archiveApiKey: 'session';
  reactivateApiKey: 'session';
  listApprovalPolicies: 'any';
  getApprovalPolicy: 'any';
  revokeApprovalPolicy: 'session';
  migrateModels: 'any';
  getModelMigrationProgress: 'any';
  listCatalogEntries: 'session';
  getCatalogEntry: 'session';
  updateCatalogEntry: 'session';
  listActiveCatalogEntries: 'any';
  getKnowledgeBasePricing: 'session';
  updateKnowledgeBasePricing: 'session';
  listWorkflows: 'any';
  getWorkflow: 'any';
  updateWorkflow: 'any';
  listWorkflowVersions: 'any';
  getWorkflowVersion: 'any';
  listWorkflowRuns: 'any';
  getWorkflowRun: 'any';
  markRunConsent: 'session';
  listRuns: 'any';
  listCampaigns: 'any';
  getCampaign: 'any';
  listTelephonyConfigurations: 'any';
  getTelephonyConfiguration: 'any';
  setDefaultOutboundTelephonyConfiguration: 'any';
}
