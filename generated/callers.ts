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
  listVoiceProfiles: 'any';
  getVoiceProfile: 'any';
  listStories: 'any';
  getStory: 'any';
  setStoryItemVersion: 'any';
  getModelsCacheDir: 'any';
  migrateModels: 'any';
  getModelMigrationProgress: 'any';
  listCatalogEntries: 'session';
  getCatalogEntry: 'session';
  updateCatalogEntry: 'session';
  listActiveCatalogEntries: 'any';
  getKnowledgeBasePricing: 'session';
  updateKnowledgeBasePricing: 'session';
}
