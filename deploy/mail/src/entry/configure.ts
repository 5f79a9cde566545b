import { execFileSync } from "node:child_process";
import { parseArgs } from "node:util";
import { checkMailConfiguration, mailCommands, mailConfiguration, writeMailConfiguration } from "../index.ts";
import { productionOptions } from "../production-options.ts";

// `npm run mail:config -- --host mail.example.com --database postgres://… --certificate FILE --key FILE --to FOLDER`:
// prints the configuration of a mail host; with --write, writes it, has each server check it, and prints the commands.

const usage = `npm run mail:config -- --host mail.example.com --database postgres://role:password@host/name \\
  --certificate fullchain.pem --key privkey.pem --to /etc/zonepost-mail [--write] \\
  [--state DIR] [--run DIR] [--logs DIR] [--mailboxes DIR] [--keys DIR] [--user vmail] \\
  [--nameserver 127.0.0.1]… [--trusted-sealer lists.example.com]… \\
  [--redis redis://127.0.0.1:6379] [--operator you@example.com]`;

function readArguments() {
  const text = { type: "string" } as const;
  try {
    const { values } = parseArgs({
      options: {
        host: text,
        database: text,
        certificate: text,
        key: text,
        to: text,
        state: text,
        run: text,
        logs: text,
        mailboxes: text,
        keys: text,
        user: text,
        operator: text,
        redis: text,
        nameserver: { type: "string", multiple: true },
        "trusted-sealer": { type: "string", multiple: true },
        write: { type: "boolean" },
      },
    });
    const { host, database, certificate, key, to } = values;
    return host && database && certificate && key && to
      ? { ...values, host, database, certificate, key, to }
      : undefined;
  } catch {
    return undefined;
  }
}

const given = readArguments();
if (!given) {
  console.error(usage);
  process.exit(2);
}
const name = given.user ?? "vmail";
const idOf = (flag: string) => {
  try {
    return Number(
      execFileSync("id", [flag, name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }),
    );
  } catch {
    console.error(`There is no user ${name}. Create it: useradd --system --shell /usr/sbin/nologin ${name}`);
    process.exit(1);
  }
};
const options = productionOptions({
  ...given,
  hostname: given.host,
  databaseUrl: given.database,
  certificateFile: given.certificate,
  keyFile: given.key,
  nameservers: given.nameserver,
  trustedSealers: given["trusted-sealer"],
  redisUrl: given.redis,
  operatorAddress: given.operator,
  mailUser: { name, uid: idOf("-u"), gid: idOf("-g") },
});

if (!given.operator) {
  console.error(
    `Warning: without --operator, mail to postmaster@${given.host} and abuse@${given.host}, such as Postfix's reports of faults, is only stored in ${options.folders.state}/postmaster.\n`,
  );
}
if (given.write) {
  await writeMailConfiguration(options);
  const faults = await checkMailConfiguration(options);
  for (const fault of faults) {
    console.error(fault);
  }
  process.exitCode = faults.length > 0 ? 1 : 0;
  if (faults.length === 0) {
    console.log(
      `${options.folders.configuration} is written, and the servers accept it. They run in the foreground as:\n`,
    );
    for (const { program, args } of mailCommands(options)) {
      console.log(`  ${[program, ...args].join(" ")}`);
    }
  }
} else {
  for (const { path, text } of mailConfiguration(options)) {
    console.log(`# ── ${options.folders.configuration}/${path}\n${text}`);
  }
}
