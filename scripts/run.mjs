import { spawn } from "node:child_process";
import { constants } from "node:os";
import { install } from "./install.mjs";
import { node, nodeArguments } from "./project.mjs";

// Runs a TypeScript file under the newer Node: `node scripts/run.mjs FILE [arguments]`.

const [file, ...rest] = process.argv.slice(2);
if (!file) {
  console.error("Usage: node scripts/run.mjs FILE [arguments]");
  process.exit(2);
}
await install({ log: (line) => console.error(line) }).catch((error) => {
  console.error(error.publicMessage ?? error);
  process.exit(1);
});

const child = spawn(node, [...nodeArguments(file), ...rest], { stdio: "inherit" });
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  // A terminal already sends SIGINT to both processes.
  process.on(
    name,
    () => (name === "SIGINT" && process.stdin.isTTY) || child.kill(/** @type {NodeJS.Signals} */ (name)),
  );
}
child.once("error", (error) => {
  console.error(`${node} cannot be started: ${error.message}`);
  process.exit(1);
});
child.once("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal ?? "SIGTERM"]));
