/** A receiver that works when pasted: Node, with the published signing package and the secret in place. */
export function receiverSnippet(secret: string): string {
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
}).listen(8080);`;
}
