import { spawn } from "node:child_process";
import { constants } from "node:os";

// Runs a command that doesn't watch for its parent: `node leash.mjs COMMAND [arguments]`. When the supervisor
// disappears or requests a stop, the command and its children end with us, as one process group.

const [command = "", ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
const end = () => process.kill(-process.pid, "SIGKILL");
process.once("disconnect", end);
for (const name of /** @type {const} */ (["SIGTERM", "SIGINT"])) {
  process.once(name, () => child.kill(name));
}
child.on("message", (message) => process.send?.(message));
child.once("error", (error) => {
  console.error(`${command} cannot be started: ${error.message}`);
  process.exit(1);
});
child.once("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal ?? "SIGTERM"]));
