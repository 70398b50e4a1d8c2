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
  createApprovalPolicy: 'session';
  getApprovalPolicy: 'any';
  revokeApprovalPolicy: 'session';
  disableApprovalPolicy: 'session';
  enableApprovalPolicy: 'session';
  listApprovalPolicyUses: 'any';
  migrateModels: 'any';
  getModelMigrationProgress: 'any';
  listCatalogEntries: 'session';
  getCatalogEntry: 'session';
  updateCatalogEntry: 'session';
  listActiveCatalogEntries: 'any';
  getKnowledgeBasePricing: 'session';
  updateKnowledgeBasePricing: 'session';
}
