import { expect, test } from 'vitest';
import { demoUser } from '../../src/demo/accounts.ts';
import { seedDemo } from '../../src/demo/seed.ts';
import { startServer } from '../support/server.ts';
import { toolsPath } from './given.ts';

test('The demo has tools with secrets, one that needs an approval and one of an MCP server, and calls of them', async () => {
  const server = await startServer({ demo: true });
  const { app } = server;
  await seedDemo(app);
  const login = await server.send('POST', '/api/v1/auth/login', { body: demoUser });

  const token = login.body.access_token;
  const { body } = await server.send('GET', toolsPath, { token });

  expect(body.items).toMatchObject([
    { name: 'search_articles', mcp_status: 'accepted', has_secret: true },
    { name: 'move_appointment', needs_approval: true },
    { name: 'find_appointments', has_secret: true, needs_approval: false },
  ]);
  const executions = await server.send('GET', '/api/v1/tool-executions', { token });
  expect(executions.body.items).toMatchObject([
    { status: 'failed', decision: 'declined' },
    { tool_name: 'submit_result', tool_id: null },
    { tool_name: 'find_appointments' },
    { tool_name: 'submit_result' },
    { status: 'succeeded' },
  ]);
  await server.close();
}, 60_000);
