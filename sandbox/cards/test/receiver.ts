import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";

const withinMs = 60_000;
/** Instead of a status: no answer. */
export const hang = 0;

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** A webhook endpoint that verifies every notice with the SDK. */
export async function startReceiver(secret: string) {
  const events: Stripe.Event[] = [];
  const refused: string[] = [];
  let answers: number[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk as Buffer);
    }
    const status = answers.shift() ?? 200;
    try {
      const body = Buffer.concat(chunks);
      const event = Stripe.webhooks.constructEvent(body, request.headers["stripe-signature"] ?? "", secret);
      events.push(event);
    } catch (error) {
      refused.push(String(error));
    }
    if (status !== hang) {
      response.writeHead(status).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/inbound`,
    events,
    /** Notices that the SDK doesn't accept. */
    refused,
    /** The statuses of the next answers. */
    answerNext(...statuses: number[]) {
      answers = statuses;
    },
    /** The event of this type about this object. */
    async waitFor(type: string, id: string, count = 1): Promise<Stripe.Event> {
      const deadline = performance.now() + withinMs;
      for (;;) {
        const found = events.filter(
          (event) => event.type === type && (event.data.object as { id?: string }).id === id,
        );
        const last = found[count - 1];
        if (last) {
          return last;
        }
        if (performance.now() > deadline) {
          throw new Error(
            `${type} of ${id} did not arrive; got ${events.map((event) => event.type).join(", ")}`,
          );
        }
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    typesAbout: (id: string) =>
      events.filter((event) => (event.data.object as { id?: string }).id === id).map((event) => event.type),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
