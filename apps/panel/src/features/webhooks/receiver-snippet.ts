/** A receiver that works when pasted: Node, with the published signing package, and the endpoint's secret and port. */
export function receiverSnippet({ url, secret = "whsec_…" }: { url: string; secret?: string }): string {
  // Without a port in the URL, a proxy is in front of the receiver.
  const port = new URL(url).port || "8080";
  return `// npm install @zonepost/webhook-signing
import { createServer } from "node:http";
import { verify } from "@zonepost/webhook-signing";

const secret = "${secret}";

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    const { event, body } = await verify({
      headers: request.headers,
      body: Buffer.concat(chunks).toString("utf8"),
      secret,
    });
    console.log(event, JSON.parse(body));
    response.writeHead(204).end();
  } catch (error) {
    response.writeHead(400).end(error.reason);
  }
}).listen(${port});`;
}
