import fs from "node:fs";
import path from "node:path";
import { OperatorError, reason } from "../../packages/embedded-postgres/src/host.mjs";

// secrets.json in the data folder: what the installation has generated, unless the environment sets it.

/** The secrets that can be rotated, with the variable of the earlier ones, which stay accepted. */
export const retiredNames = {
  AUTH_SECRET: "AUTH_SECRETS_RETIRED",
  ENCRYPTION_KEY: "ENCRYPTION_KEYS_RETIRED",
};

export const secretsPath = (dataDir) => path.join(dataDir, "secrets.json");

/** Empty before the first start. */
export function readSecretsFile(dataDir) {
  const file = secretsPath(dataDir);
  try {
    return JSON.parse(fs.readFileSync(file, "utf8"));
  } catch (cause) {
    if (cause.code === "ENOENT") {
      return {};
    }
    throw new OperatorError(`The secrets in ${file} cannot be read: ${reason(cause)}.`, { cause });
  }
}

export const writeSecretsFile = (dataDir, secrets) =>
  writePrivateFile(secretsPath(dataDir), `${JSON.stringify(secrets, null, 2)}\n`);

/** Replaces a file that only its owner can read, as a whole, so that it survives a crash at any moment. */
function writePrivateFile(file, text) {
  const aside = `${file}.new`;
  fs.rmSync(aside, { force: true });
  const handle = fs.openSync(aside, "wx", 0o600);
  try {
    fs.writeFileSync(handle, text);
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
  fs.renameSync(aside, file);
  const folder = fs.openSync(path.dirname(file), "r");
  try {
    fs.fsyncSync(folder);
  } finally {
    fs.closeSync(folder);
  }
}

/** A secret and its earlier ones, both from the environment or both from the file: they belong together. */
export function secretWithRetired(name, kept) {
  const retiredName = retiredNames[name];
  const source = process.env[name] ? process.env : kept;
  return { [name]: source[name], [retiredName]: process.env[retiredName] || source[retiredName] || "" };
}
