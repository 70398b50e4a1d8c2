// Written by `make generate`. Do not edit.
export const contractVersion = '0.4.0-dev';
export const worldNow = '2026-01-05T14:30:00.000Z';
