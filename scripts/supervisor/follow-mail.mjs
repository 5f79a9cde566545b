import path from "node:path";
import { readAddress } from "../../sandbox/commands/beside-sandbox.mjs";

const looksEveryMs = 500;
const names = ["smtp", "submission", "submissions", "imap", "imaps", "sieve"];

/**
 * Keeps run.json up to date about the mail servers, which we or `npm run sandbox:mail` may have started: their address
 * file names their process and ports.
 */
export function followMail({ dataDir, runFile }) {
  const file = path.join(dataDir, "mail/address.json");
  let known;
  const look = () => {
    const found = readAddress(file);
    if (found?.pid === known) {
      return;
    }
    if (known !== undefined) {
      runFile.remove("mail", known);
    }
    known = found?.pid;
    for (const name of names) {
      runFile.setPort(name, found?.ports[name]);
    }
    if (known !== undefined) {
      runFile.add("mail", known);
    }
  };
  const timer = setInterval(look, looksEveryMs);
  return { look, isRunning: () => known !== undefined, stop: () => clearInterval(timer) };
}
