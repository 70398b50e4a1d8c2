// Written by `make generate`. Do not edit.
export const contractVersion = '0.3.0-dev';
