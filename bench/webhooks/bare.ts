import { randomUUID } from "node:crypto";
import { concurrency, createSend } from "./send.ts";

// Signs and sends, without a queue or a log: the limit of this machine.

const send = createSend();

process.on("message", async ({ count, body }: { count: number; body: string }) => {
  let left = count;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (left > 0) {
        left -= 1;
        await send({ id: randomUUID(), endpoint: 0, body });
      }
    }),
  );
  process.send?.({ type: "done" });
});
process.on("SIGTERM", () => process.exit(0));
process.on("disconnect", () => process.exit(0));
process.send?.({ type: "ready" });
