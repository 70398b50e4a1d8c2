import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import { operationOf, schemasOf } from './contract.ts';
import { callerOf, send } from './database.ts';
import { operationId, readTask } from './tasks.ts';

/** Fastify as its guide recommends: the contract's schemas validate requests and serialize responses. */
const { statement, view } = await readTask();
const operation = operationOf(operationId);
const fastify = Fastify({
  ajv: { customOptions: { coerceTypes: true, removeAdditional: false, strict: false } },
});
fastify.route({
  method: operation.method,
  url: operation.path.replace(/\{(\w+)\}/g, ':$1'),
  schema: schemasOf(operation),
  handler: async (request, reply) => {
    const now = new Date().toISOString();
    const caller = await callerOf(request.headers, now);
    const asked = {
      ...caller,
      ...(request.params as object),
      ...(request.body as object),
      now,
      request_id: randomUUID(),
    };
    reply.code(operation.status);
    return view(await send(statement, asked));
  },
});
console.log(await fastify.listen({ port: 0, host: '127.0.0.1' }));
process.on('SIGTERM', () => process.exit(0));
