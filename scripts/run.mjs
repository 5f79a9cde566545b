import { spawn } from "node:child_process";
import { constants } from "node:os";
import { install } from "./install.mjs";
import { node, nodeArguments } from "./project.mjs";
import { installMissing } from "./system-packages.mjs";

// Runs a TypeScript file under the newer Node: `node scripts/run.mjs [--needs PROGRAM] FILE [arguments]`. A missing
// program is installed from the Debian package of the same name.

const given = process.argv.slice(2);
const program = given[0] === "--needs" ? given.splice(0, 2)[1] : undefined;
const [file, ...rest] = given;
if (!file) {
  console.error("Usage: node scripts/run.mjs [--needs PROGRAM] FILE [arguments]");
  process.exit(2);
}
const missing = program && installMissing({ [program]: program });
if (missing) {
  console.error(`${file} needs ${program}: ${missing}`);
  process.exit(1);
}
await install({ needsAll: true, log: (line) => console.error(line) }).catch((error) => {
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
