import { pino } from "pino";
import { readEnv } from "../env.ts";
import { startCards } from "../index.ts";

const log = pino({ name: "cards" });

try {
  const env = readEnv();
  log.level = env.LOG_LEVEL;
  const cards = await startCards({
    databaseUrl: env.DATABASE_URL,
    host: env.HOST,
    port: env.CARDS_PORT,
    secretKey: env.STRIPE_SECRET_KEY,
    controlSecret: env.CARDS_CONTROL_SECRET,
    webhook: { url: env.CARDS_WEBHOOK_URL, secret: env.STRIPE_WEBHOOK_SECRET },
    log(entry) {
      if (entry.event === "error") {
        log.error({ err: entry.error }, "a request failed");
      } else {
        log.debug(entry, entry.event);
      }
    },
  });

  let stopping = false;
  const stop = async (why: string) => {
    if (stopping) {
      return;
    }
    stopping = true;
    log.info({ why }, "stopping");
    await cards.close();
    process.exit(0);
  };
  process.on("SIGTERM", () => void stop("SIGTERM"));
  process.on("SIGINT", () => void stop("SIGINT"));
  process.on("disconnect", () => void stop("parent is gone"));

  log.info({ port: cards.port, host: env.HOST }, "listening");
  process.send?.({ type: "ready", port: cards.port });
} catch (error) {
  log.fatal({ err: error }, error instanceof Error ? error.message : "the card processor could not start");
  process.exit(1);
}
