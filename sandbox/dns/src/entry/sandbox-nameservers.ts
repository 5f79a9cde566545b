import { readEnv } from "../env.ts";
import { NameserversUnavailableError, startNameservers } from "../start-nameservers.ts";

// Runs the sandbox's nameservers for hosted zones until it is stopped.

let stopEarly = false;
let stop = () => {
  stopEarly = true;
};
for (const name of ["SIGTERM", "SIGINT", "SIGHUP"]) {
  process.on(name, () => stop());
}
process.on("disconnect", () => stop());

try {
  const nameservers = await startNameservers({ ...readEnv(), log: (line) => console.error(line) });
  let isStopping = false;
  stop = () => {
    if (!isStopping) {
      isStopping = true;
      void nameservers.close().then(() => process.exit(0));
    }
  };
  process.send?.({ type: "ready" });
  if (stopEarly) {
    stop();
  }
} catch (error) {
  console.error(error instanceof NameserversUnavailableError ? error.message : error);
  process.exit(1);
}
