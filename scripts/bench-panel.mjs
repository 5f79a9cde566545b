import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { startSandbox } from "../sandbox/testing.mjs";
import { findBrowser } from "./browser.mjs";
import { install } from "./install.mjs";
import { node, root } from "./project.mjs";

// Runs bench/panel.ts against PANEL_URL and API_URL, or against its own sandbox.

const browser = findBrowser();
if (!browser) {
  console.error("Chromium was not found. Set CHROMIUM to its path.");
  process.exit(1);
}
await install({ needsAll: true, log: (line) => console.error(line) });
const { PANEL_URL, API_URL } = process.env;
const sandbox = PANEL_URL && API_URL ? undefined : await startSandbox({ parent: tmpdir() });
const env = {
  ...process.env,
  CHROMIUM: browser,
  PANEL_URL: sandbox?.panelUrl ?? PANEL_URL,
  API_URL: sandbox?.apiUrl ?? API_URL,
};
const bench = spawn(node, ["bench/panel.ts", ...process.argv.slice(2)], { cwd: root, env, stdio: "inherit" });
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(name, () => bench.kill(/** @type {NodeJS.Signals} */ (name)));
}
const code = await new Promise((resolve) => bench.once("close", resolve));
await sandbox?.stop();
process.exit(code ?? 1);
