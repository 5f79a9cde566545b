import { type ChildProcess, fork } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(import.meta.resolve("@zonepost/mail-host/agent"));
const retryDelayMs = 1_000;

/** Runs the agent in a process of its own, and starts it again whenever it ends. Resolves once it is ready. */
export async function startAgent(options: {
  environment: Record<string, string | undefined>;
  log: (line: string) => void;
}): Promise<{ stop(): Promise<void> }> {
  const { environment, log } = options;
  let isStopping = false;
  let child: ChildProcess;
  let ended: Promise<void>;
  const launch = () => {
    // It ends when the channel closes, so it never outlives this process.
    const started = fork(program, [], { env: environment, stdio: ["ignore", "pipe", "pipe", "ipc"] });
    child = started;
    for (const stream of [started.stdout, started.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => log(text.trimEnd()));
    }
    ended = new Promise((resolve) => started.once("close", () => resolve()));
    void ended.then(async () => {
      if (!isStopping) {
        log("the agent ended; starting it again");
        await delay(retryDelayMs);
        if (!isStopping) {
          launch();
        }
      }
    });
    return started;
  };
  const first = launch();
  await new Promise<void>((resolve, reject) => {
    first.once("message", () => resolve());
    first.once("close", () => reject(new Error("The mail agent did not start.")));
  });
  return {
    async stop() {
      isStopping = true;
      child.kill("SIGTERM");
      await ended;
    },
  };
}
