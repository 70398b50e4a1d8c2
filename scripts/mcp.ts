/**
 * Serves the tools of `/mcp` over standard input and output, for agents that start their servers themselves:
 * `API=http://127.0.0.1:3000/api/v1 API_KEY=vap_... node scripts/mcp.ts`. Drives the server at API by HTTP.
 */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { httpClient } from '../src/mcp/over-http.ts';
import { createMcpServer } from '../src/mcp/server.ts';
import { timestampOf } from '../src/timestamp.ts';

const api = process.env['API'] || 'http://127.0.0.1:3000/api/v1';
const key = process.env['API_KEY'] ?? '';

if (!key.startsWith('vap_') || key.startsWith('vap_run_')) {
  // Standard output belongs to the protocol.
  console.error(
    'Set API_KEY to an API key of the organization, vap_..., one with a connector_name for an agent.',
  );
  process.exitCode = 1;
} else {
  const hands = {
    door: httpClient(api.replace(/\/api\/v1\/?$/, ''), key),
    now: () => timestampOf(new Date()),
  };
  serveStdio(() => createMcpServer('1', hands));
}
