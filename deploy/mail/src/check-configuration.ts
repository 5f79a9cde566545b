import { spawn } from "node:child_process";
import { mailConfiguration } from "./mail-configuration.ts";
import type { MailServerOptions } from "./options.ts";

/** Has each server check its written configuration. Returns what they report, one line for each fault. */
export async function checkMailConfiguration(options: MailServerOptions): Promise<string[]> {
  const { configuration, state, run, logs } = options.folders;
  const rules = mailConfiguration(options).filter(({ path }) => path.endsWith(".sieve"));
  const results = await Promise.all([
    // Postfix reports to a terminal or to its log, which it can't write yet.
    complaints("postfix", ["script", "-qec", `postfix -c '${configuration}/postfix' check`, "/dev/null"]),
    complaints("postfix", ["postconf", "-c", `${configuration}/postfix`, "-nf"], /warning|fatal/),
    complaints(
      "dovecot",
      ["doveconf", "-n", "-c", `${configuration}/dovecot/dovecot.conf`],
      /Error|Fatal|Warning/,
    ),
    ...rules.map(({ path }) =>
      complaints("sieve", [
        "sievec",
        "-c",
        `${configuration}/dovecot/dovecot.conf`,
        `${configuration}/${path}`,
      ]),
    ),
    complaints(
      "rspamd",
      [
        "rspamadm",
        `--var=LOCAL_CONFDIR=${configuration}/rspamd`,
        `--var=DBDIR=${state}/rspamd`,
        `--var=RUNDIR=${run}/rspamd`,
        `--var=LOGDIR=${logs}`,
        "configtest",
        "-c",
        `${configuration}/rspamd/rspamd.conf`,
      ],
      // The program itself, and not the filter, uses the machine's resolvers.
      /error|cannot (?!parse resolv\.conf)|failed/i,
    ),
  ]);
  return results.flat();
}

async function complaints(
  server: string,
  [program = "", ...args]: string[],
  pattern = /./,
): Promise<string[]> {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    output += chunk;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  const lines = output.split(/\r?\n/).filter((line) => pattern.test(line));
  return code === 0 && lines.length === 0
    ? []
    : [...lines, ...(code === 0 ? [] : [`exit code ${code}`])].map((line) => `${server}: ${line}`);
}
