import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { verify } from "@zonepost/webhook-signing";

type Received = { event: string | undefined; name: unknown };

/** A third party's receiver on a real socket: it accepts deliveries with a valid signature, and refuses the rest. */
export async function startReceiver() {
  let secret: string[] = [];
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk as Buffer);
    }
    try {
      const { event, body } = await verify({ headers: request.headers, body: Buffer.concat(chunks), secret });
      const { data } = JSON.parse(Buffer.from(body).toString("utf8")) as { data: { name: unknown } };
      received.push({ event, name: data.name });
      response.writeHead(204).end();
    } catch {
      response.writeHead(400).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    host: `127.0.0.1:${port}`,
    received,
    trust: (...shown: string[]) => {
      secret = shown;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
