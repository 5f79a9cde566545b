import { once } from "node:events";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { parseArgs } from "node:util";
import { eppPassword, readRegistrars } from "../env.ts";
import { changePasswordOf, type NewPasswordStore, PasswordChangeError } from "../wire/registry-password.ts";
import { refuse, runCommand } from "./command.ts";

// Changes the password of an account at its registry. The new one is in a file that only its owner can read, before it is
// sent. With `--stdin` it is read from there; otherwise it is generated.

const options = {
  registrar: { type: "string", default: "primary" },
  file: { type: "string", default: "" },
  stdin: { type: "boolean", default: false },
} as const;

/** A prompt on a terminal, which doesn't show what is entered. */
async function readNewPassword(): Promise<string> {
  const { isTTY } = process.stdin;
  if (isTTY) {
    process.stderr.write("New password: ");
  }
  const output = new Writable({ write: (_text, _encoding, done) => done() });
  const input = createInterface({ input: process.stdin, output, terminal: isTTY });
  const [line = ""] = await Promise.race([once(input, "line"), once(input, "close")]);
  input.close();
  if (isTTY) {
    process.stderr.write("\n");
  }
  const password = eppPassword.safeParse(line);
  return password.success ? password.data : refuse(`The new password ${password.error.issues[0]?.message}.`);
}

const storeIn = (file: string): NewPasswordStore => ({
  read() {
    try {
      return readFileSync(file, "utf8").trim();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") {
        return undefined;
      }
      throw error;
    }
  },
  write(password) {
    writeFileSync(`${file}.new`, `${password}\n`, { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
  },
  remove: () => rmSync(file, { force: true }),
});

await runCommand(async () => {
  const { values } = parseArgs({ options });
  const registrar = readRegistrars().find(({ code }) => code === values.registrar);
  if (!registrar) {
    refuse(`--registrar: there is no registrar ${values.registrar}`);
  }
  try {
    const { isNew } = await changePasswordOf(
      registrar,
      storeIn(values.file),
      values.stdin ? readNewPassword : undefined,
    );
    console.log(
      isNew
        ? `The registry has accepted the new password of ${registrar.clientId}.`
        : `An earlier change was interrupted. The registry had accepted its password of ${registrar.clientId}.`,
    );
  } catch (error) {
    if (!(error instanceof PasswordChangeError)) {
      throw error;
    }
    console.error(error.message);
    process.exitCode = 1;
  }
});
