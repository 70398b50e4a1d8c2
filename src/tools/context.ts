import type { App } from '../context.ts';

/** What this area works with. */
export type ToolsApp = App;
