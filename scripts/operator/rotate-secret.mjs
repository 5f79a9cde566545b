import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import {
  readSecretsFile,
  retiredNames,
  secretsPath,
  secretWithRetired,
  writeSecretsFile,
} from "../supervisor/secrets-file.mjs";
import {
  readCommandSettings,
  readEncryptionKeys,
  run,
  runCommand,
  withDatabase,
  wrong,
} from "./operator-command.mjs";

// `npm run secrets:rotate -- encryption` and `auth`: makes a new secret, and keeps the previous one as retired, so that
// nothing is lost and no one is signed out. `auth --at-once`, for a leak, keeps none and ends all sessions.
// `npm run secrets:forget -- encryption` and `auth`: removes the retired ones.

const names = { encryption: "ENCRYPTION_KEY", auth: "AUTH_SECRET" };
const [verb = "", ...rest] = process.argv.slice(2);

function readArguments() {
  const usage =
    verb === "rotate"
      ? "npm run secrets:rotate -- encryption, or npm run secrets:rotate -- auth [--at-once]"
      : "npm run secrets:forget -- encryption, or npm run secrets:forget -- auth";
  try {
    const { values, positionals } = parseArgs({
      args: rest,
      allowPositionals: true,
      options: verb === "rotate" ? { "at-once": { type: "boolean", default: false } } : {},
    });
    const [which = ""] = positionals;
    const isAtOnce = values["at-once"] === true;
    if (positionals.length === 1 && names[which] && !(isAtOnce && which === "encryption")) {
      return { name: names[which], isAtOnce };
    }
  } catch {
    // An unknown option.
  }
  throw wrong(`Choose the secret: ${usage}.`);
}

const say = (lines) => process.stdout.write(`${lines.join("\n")}\n`);

/** Stores the secrets in the file, or says what to set if the environment has them. Returns the lines to print. */
function store(dataDir, name, changed) {
  if (process.env[name]) {
    return [
      "Set these where Zonepost runs, on each machine, and restart it:",
      ...Object.entries(changed).map(([each, value]) => `${each}=${value}`),
    ];
  }
  writeSecretsFile(dataDir, { ...readSecretsFile(dataDir), ...changed });
  return [`Changed ${Object.keys(changed).join(" and ")} in ${secretsPath(dataDir)}. Restart Zonepost.`];
}

async function rotate({ name, isAtOnce }, settings, signal) {
  const before = secretWithRetired(name, readSecretsFile(settings.dataDir));
  const retiredName = retiredNames[name];
  if (!before[name]) {
    throw wrong(
      `There is no ${name} in ${secretsPath(settings.dataDir)} yet. Run this where the installation runs.`,
    );
  }
  const retired = [before[name], ...before[retiredName].split(",")].filter(Boolean).join(",");
  const value = randomBytes(32).toString("base64");
  say(store(settings.dataDir, name, { [name]: value, [retiredName]: isAtOnce ? "" : retired }));
  if (name === "ENCRYPTION_KEY") {
    say(["Then run: npm run secrets:rewrap"]);
  }
  if (isAtOnce) {
    const failure = "The sessions weren't ended; run the command again";
    const count = await withDatabase(settings, signal, ({ env }) =>
      run("apps/api/src/entry/end-sessions.ts", [], { env, signal, failure }),
    );
    say([`All sessions have ended (${count.trim()}). Everyone signs in again.`]);
  }
}

async function forget({ name }, settings, signal) {
  const retiredName = retiredNames[name];
  const before = secretWithRetired(name, readSecretsFile(settings.dataDir));
  if (!before[retiredName]) {
    say([`${retiredName} is empty already.`]);
    return;
  }
  if (name === "ENCRYPTION_KEY") {
    const keys = readEncryptionKeys(settings.dataDir);
    const failure = "Nothing was removed";
    await withDatabase(settings, signal, ({ env }) =>
      run("apps/api/src/entry/rewrap-secrets.ts", ["--none-left"], {
        env: { ...env, ...keys },
        signal,
        failure,
      }),
    );
  }
  if (process.env[name] || process.env[retiredName]) {
    say([`Remove ${retiredName} where Zonepost runs, on each machine, and restart it.`]);
  } else {
    say(store(settings.dataDir, name, { [retiredName]: "" }));
  }
}

await runCommand(async (signal) => {
  const input = readArguments();
  const settings = await readCommandSettings(signal);
  await (verb === "rotate" ? rotate : forget)(input, settings, signal);
});
