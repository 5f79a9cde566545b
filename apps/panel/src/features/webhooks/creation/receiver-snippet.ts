export const receiverFrameworks = ["node", "express", "hono", "next"] as const;
export type ReceiverFramework = (typeof receiverFrameworks)[number];

type Place = {
  secret: string;
  port: string;
  path: string;
  /** The receiver is reached directly, at that port. */
  isDirect: boolean;
};

const rejects = `const { status, reason } = error instanceof WebhookVerificationError ? error : { status: 500 };`;
const head = `import { verify, WebhookVerificationError } from "@zonepost/webhook-signing";`;
const works = `console.log(event.type, event.id); // in production, store the event, and ignore IDs that you already have`;

/** As in the recipes of `examples/recipes`, shortened. */
const snippets: Record<ReceiverFramework, (place: Place) => string> = {
  node: ({ secret, port }) => `// npm install @zonepost/webhook-signing
// node receiver.mjs
import { createServer } from "node:http";
${head}

const secret = "${secret}";

createServer(async (request, response) => {
  try {
    const body = Buffer.concat(await request.toArray());
    await verify({ headers: request.headers, body, secret });
    const event = JSON.parse(body.toString());
    ${works}
    response.writeHead(204).end();
  } catch (error) {
    ${rejects}
    response.writeHead(status).end(reason);
  }
}).listen(${port});`,
  express: ({ secret, port, path }) => `// npm install express @zonepost/webhook-signing
// node receiver.mjs
import express from "express";
${head}

const secret = "${secret}";
const app = express();

// The raw bytes: an express.json() for all routes must come after this one.
app.post("${path}", express.raw({ type: () => true, limit: "1mb" }), async (request, response) => {
  try {
    await verify({ headers: request.headers, body: request.body, secret });
    const event = JSON.parse(request.body.toString());
    ${works}
    response.sendStatus(204);
  } catch (error) {
    ${rejects}
    response.status(status).end(reason);
  }
});
app.listen(${port});`,
  hono: ({ secret, port, path }) => `// npm install hono @hono/node-server @zonepost/webhook-signing
// node receiver.mjs
import { serve } from "@hono/node-server";
import { Hono } from "hono";
${head}

const secret = "${secret}";
const app = new Hono();

app.post("${path}", async (c) => {
  try {
    const body = new Uint8Array(await c.req.arrayBuffer());
    await verify({ headers: c.req.raw.headers, body, secret });
    const event = JSON.parse(new TextDecoder().decode(body));
    ${works}
    return c.body(null, 204);
  } catch (error) {
    ${rejects}
    return c.text(reason ?? "", status);
  }
});
serve({ fetch: app.fetch, port: ${port} });`,
  next: ({ secret, port, path, isDirect }) => `// npm install @zonepost/webhook-signing
// npx next dev${isDirect ? ` --port ${port}` : ""}
// app${path === "/" ? "" : path}/route.js
${head}

const secret = "${secret}";

export async function POST(request) {
  try {
    const body = new Uint8Array(await request.arrayBuffer());
    await verify({ headers: request.headers, body, secret });
    const event = JSON.parse(new TextDecoder().decode(body));
    ${works}
    return new Response(null, { status: 204 });
  } catch (error) {
    ${rejects}
    return new Response(reason, { status });
  }
}`,
};

/** A receiver that works when pasted, with the published signing package, and the endpoint's secret, port and path. */
export function receiverSnippet(
  { url, secret = "whsec_…" }: { url: string; secret?: string },
  framework: ReceiverFramework = "node",
): string {
  const { port, pathname } = new URL(url);
  // Without a port in the URL, a proxy is in front of the receiver.
  return snippets[framework]({ secret, port: port || "8080", path: pathname, isDirect: port !== "" });
}
