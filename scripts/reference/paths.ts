export const operationPath = (id: string): string => `/docs/operations/${id}`;
export const eventPath = (name: string): string => `/docs/events/${name}`;
export const guidePath = (name: string): string => `/docs/guides/${name}`;
export const tagPath = (name: string): string => `/docs/tags/${name}`;
export const releasePath = (version: string): string => `/docs/changelog/${version}`;
export const changesPath = (id: string): string => `/docs/changes/${id}`;
export const problemPath = (code: string): string => `/problems/${code}`;

/** The name of a tag as a heading: "do-not-call" is "Do not call", "api-keys" is "API keys". */
export const tagTitle = (name: string): string =>
  `${name.slice(0, 1).toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`.replace(/^Api /, 'API ');
