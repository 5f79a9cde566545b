import { verify, WebhookVerificationError } from "@zonepost/webhook-signing";
import express from "express";
import { storeEvent } from "./stored-events.ts";

const secret = process.env.WEBHOOK_SECRET ?? "";
const app = express();

// `express.raw` keeps the bytes, which the signature covers. An `express.json()` for all routes must come after this.
app.post("/webhooks", express.raw({ type: () => true, limit: "1mb" }), async (request, response) => {
  try {
    const { body } = await verify<Buffer>({ headers: request.headers, body: request.body, secret });
    await storeEvent(body.toString());
    response.sendStatus(204);
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) {
      throw error;
    }
    console.error(error.message);
    response.status(error.status).send(error.reason);
  }
});

const server = app.listen(Number(process.env.PORT ?? 4100), "127.0.0.1", () => {
  const address = server.address();
  console.log(
    `Listening on http://127.0.0.1:${typeof address === "object" ? address?.port : address}/webhooks`,
  );
});
