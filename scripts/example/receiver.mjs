// Prints the events that it is sent, each only if it was signed with the endpoint's secret.
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
createServer(async (request, response) => {
  try {
    const { type, call } = webhook.verify(await text(request), request.headers);
    console.log(type, call.to_number, call.outcome, call.call_analysis?.call_summary ?? '');
    response.writeHead(204).end();
  } catch (error) {
    console.error(error.message);
    response.writeHead(400).end();
  }
}).listen(process.env.RECEIVER_PORT ?? 8787, '127.0.0.1');
