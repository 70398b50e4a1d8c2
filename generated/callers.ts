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
  createCatalogEntry: 'session';
  getCatalogEntry: 'session';
  updateCatalogEntry: 'session';
  listActiveCatalogEntries: 'any';
  getKnowledgeBasePricing: 'session';
  updateKnowledgeBasePricing: 'session';
  getOrganizationLimits: 'any';
  updateOrganizationLimits: 'session';
  listAuditEvents: 'session';
}
