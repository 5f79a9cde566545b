import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import {
  startEmbeddedServer,
  stopLeftBehind,
} from "../../packages/embedded-postgres/src/embedded-server.mjs";

/** Starts the embedded PostgreSQL, and restarts it on the same port and address whenever its process ends. */
export async function startDatabase({ dataDir, output, runFile, signal }) {
  const folder = path.join(dataDir, "postgres");
  let isStopping = false;
  let server = await startEmbeddedServer({ dataDir: folder, log: output.say, signal }).catch(
    async (error) => {
      // Stopped before we knew whether the running one can be adopted: it uses our folder.
      if (signal.aborted) {
        await stopLeftBehind({ dataDir: folder });
      }
      throw error;
    },
  );
  runFile.setPort("postgres", server.port);
  runFile.add("postgres", server.pid);
  const { url, port, adopted } = server;

  async function startAgain() {
    for (let delayMs = 500; !isStopping; delayMs = Math.min(delayMs * 2, 30_000)) {
      output.say(`postgres ended; starting it again in ${delayMs / 1000} s`);
      await delay(delayMs);
      if (isStopping) {
        return;
      }
      try {
        server = await startEmbeddedServer({ dataDir: folder, port, log: output.say, signal });
        runFile.add("postgres", server.pid);
        output.say("postgres is back");
        return watch();
      } catch (error) {
        output.say(error.publicMessage ?? String(error));
      }
    }
  }
  function watch() {
    const { pid, exited } = server;
    exited.then(() => {
      runFile.remove("postgres", pid);
      if (!isStopping) {
        startAgain();
      }
    });
  }
  watch();

  return {
    url,
    adopted,
    async stop(graceMs) {
      isStopping = true;
      await server.stop({ graceMs });
      await stopLeftBehind({ dataDir: folder });
    },
  };
}
