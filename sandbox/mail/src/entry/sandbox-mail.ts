import { rmSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { readEnv } from "../env.ts";
import { MailUnavailableError } from "../servers/folders.ts";
import { startMailHost } from "../servers/start-mail-host.ts";

// Runs the sandbox's mail servers next to a running database until it is stopped. Its address file tells the supervisor
// where they are.

let stopEarly = false;
let stop = () => {
  stopEarly = true;
};
for (const name of ["SIGTERM", "SIGINT", "SIGHUP"]) {
  process.on(name, () => stop());
}
process.on("disconnect", () => stop());

try {
  const env = readEnv();
  const dataDir = path.resolve(env.DATA_DIR);
  const addressFile = path.join(dataDir, "mail/address.json");
  const removeAddress = () => rmSync(addressFile, { force: true });
  let isDown = false;
  let writeAddress = async () => {};
  const host = await startMailHost({
    databaseUrl: env.DATABASE_URL,
    dataDir,
    redisUrl: env.SANDBOX_MAIL_REDIS_URL,
    agentEnvironment: env.agentEnvironment,
    log: (line) => console.error(line),
    onDown() {
      isDown = true;
      removeAddress();
    },
    onUp() {
      isDown = false;
      console.error("the mail servers run again");
      void writeAddress();
    },
  });
  let isStopping = false;
  stop = () => {
    if (!isStopping) {
      isStopping = true;
      removeAddress();
      void host.close().then(() => process.exit(0));
    }
  };
  writeAddress = async () => {
    await writeFile(`${addressFile}.new`, JSON.stringify({ pid: process.pid, ports: host.ports }));
    if (!isStopping && !isDown) {
      await rename(`${addressFile}.new`, addressFile);
    }
  };
  await writeAddress();
  process.send?.({ type: "ready", ports: host.ports });
  if (stopEarly) {
    stop();
  }
} catch (error) {
  console.error(error instanceof MailUnavailableError ? error.message : error);
  process.exit(1);
}
