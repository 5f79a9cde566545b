import { createServer, type IncomingMessage } from "node:http";
import { parseEvent } from "@zonepost/schema";
import { verify, WebhookVerificationError } from "@zonepost/webhook-signing";

const port = Number(process.env.PORT ?? 4100);
const secret = process.env.WEBHOOK_SECRET ?? process.argv[2];
if (!secret) {
  console.error(`Create a webhook endpoint with the URL http://127.0.0.1:${port}/ in the panel,`);
  console.error("then start again with its secret: npm run example:receiver -- whsec_…");
  console.error("PORT in the environment sets another port.");
  process.exit(1);
}

// A delivery can arrive more than once. In production, store the ids with your data, in the same transaction.
const seenIds = new Set<string>();

const server = createServer(async (request, response) => {
  try {
    const { body } = await verify({ headers: request.headers, body: await readBody(request), secret });
    response.writeHead(204).end();
    const event = parseEvent(body);
    if (seenIds.has(event.id)) {
      return void console.log("duplicate ignored:", event.id);
    }
    seenIds.add(event.id);
    if (seenIds.size > 10_000) {
      seenIds.delete(String(seenIds.values().next().value));
    }
    console.log(event.type, event.id, "name" in event.data ? event.data.name : event.data.paymentId);
  } catch (error) {
    console.error(
      response.headersSent ? "accepted, but" : "refused:",
      error instanceof Error ? error.message : error,
    );
    const { status, reason } =
      error instanceof WebhookVerificationError ? error : { status: 400, reason: "unreadable" };
    if (!response.headersSent) {
      response.writeHead(status, { "content-type": "text/plain" }).end(reason);
    }
  }
});

async function readBody(request: IncomingMessage, maxBytes = 1_048_576): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= maxBytes) {
      chunks.push(chunk);
    }
  }
  if (size > maxBytes) {
    throw new Error(`the body is longer than ${maxBytes} bytes`);
  }
  return Buffer.concat(chunks);
}

server.on("error", (error) => {
  console.error(`${error.message}. PORT in the environment sets another port.`);
  process.exit(1);
});
server.listen(port, "127.0.0.1", () => {
  const address = server.address();
  console.log(`Listening on http://127.0.0.1:${typeof address === "object" ? address?.port : port}/`);
  console.log("Publish a DS record in the panel: each verified event is one line here.");
});
