import path from "node:path";
import { OperatorError } from "../../packages/embedded-postgres/src/host.mjs";
import { install } from "../../scripts/install.mjs";
import { readSecrets, readSettings } from "../../scripts/supervisor/settings.mjs";
import { installMissing, mailPackages } from "../../scripts/system-packages.mjs";
import { findSandbox, readAddress, runBeside } from "./beside-sandbox.mjs";

// `npm run sandbox:mail`: runs Postfix, Dovecot and Rspamd for the running sandbox on this machine, until Ctrl-C.

function say(ports, whose) {
  console.log(`The sandbox's mail servers run ${whose}. Log in with a mailbox's address and password:

  IMAP        localhost, port ${ports.imaps} (TLS) or ${ports.imap} (STARTTLS)
  Submission  localhost, port ${ports.submissions} (TLS) or ${ports.submission} (STARTTLS)
  Sieve       localhost, port ${ports.sieve} (STARTTLS)
  Mail from other hosts arrives on port ${ports.smtp}.

Mail to other hosts stays on this machine: it appears in the outbox.`);
}

async function main() {
  const settings = await readSettings({ isDevelopment: false });
  const { supervisor, databaseUrl } = findSandbox(settings);
  const held = readAddress(path.join(settings.dataDir, "mail/address.json"));
  if (held) {
    return say(held.ports, `in process ${held.pid}`);
  }
  if (process.getuid?.() !== 0) {
    throw new OperatorError("The mail servers need root: sudo npm run sandbox:mail.");
  }
  await install({ log: (line) => console.error(line) });
  const missing = installMissing(mailPackages);
  if (missing) {
    throw new OperatorError(`The mail servers are not installed here: ${missing}.`);
  }
  const secrets = readSecrets(settings);
  process.exitCode = await runBeside({
    name: "mail servers",
    entry: "sandbox/mail/src/entry/sandbox-mail.ts",
    env: {
      ...process.env,
      ENCRYPTION_KEY: secrets.ENCRYPTION_KEY,
      ENCRYPTION_KEYS_RETIRED: secrets.ENCRYPTION_KEYS_RETIRED,
      DATABASE_URL: databaseUrl,
      DATA_DIR: settings.dataDir,
    },
    supervisor,
    onReady: ({ ports }) => say(ports, "until Ctrl-C"),
  });
}

try {
  await main();
} catch (error) {
  console.error(error.publicMessage ?? error);
  process.exitCode = error.exitCode ?? 1;
}
