import { execFileSync } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import { checkDatabaseQueries } from "../check-database-queries.ts";
import { checkNameservers } from "../check-nameservers.ts";
import { checkRedis } from "../check-redis.ts";
import { DatabaseAddressError, databaseAddress } from "../database/database-address.ts";
import { checkMailConfiguration, mailCommands, mailConfiguration, writeMailConfiguration } from "../index.ts";
import { productionOptions } from "../production-options.ts";
import { writeHostFiles } from "../systemd/write-host-files.ts";

// `npm run mail:config -- --host mail.example.com --certificate FILE --key FILE --to FOLDER`: prints the configuration of a
// mail host; with --write, writes it, has each server check it, and prints the commands. The addresses of the database and
// the agent's key are secrets: in the environment, they aren't in the list of processes.

const usage = `MAIL_SERVERS_DATABASE_URL=postgres://role:password@host/name \\
  [MAIL_AGENT_DATABASE_URL=postgres://agent-role:password@host/name MAIL_AGENT_KEY=KEY] \\
  npm run mail:config -- --host mail.example.com \\
  --certificate fullchain.pem --key privkey.pem --to /etc/zonepost-mail [--write] \\
  [--state DIR] [--run DIR] [--logs DIR] [--mailboxes DIR] [--keys DIR] [--user vmail] \\
  [--nameserver 127.0.0.1]… [--trusted-sealer lists.example.com]… \\
  [--redis redis://127.0.0.1:6379] [--operator you@example.com] \\
  [--database-ca FILE] \\
  [--units /etc/systemd/system] [--logrotate /etc/logrotate.d/zonepost-mail]`;

function readArguments() {
  const text = { type: "string" } as const;
  try {
    const { values } = parseArgs({
      options: {
        host: text,
        "database-ca": text,
        units: text,
        logrotate: text,
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
    const { host, certificate, key, to } = values;
    const database = process.env.MAIL_SERVERS_DATABASE_URL;
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
const databaseCaFile = given["database-ca"] && path.resolve(given["database-ca"]);
const options = orRefuse(() =>
  productionOptions({
    ...given,
    hostname: given.host,
    databaseUrl: given.database,
    databaseCaFile,
    certificateFile: given.certificate,
    keyFile: given.key,
    nameservers: given.nameserver,
    trustedSealers: given["trusted-sealer"],
    redisUrl: given.redis,
    operatorAddress: given.operator,
    mailUser: { name, uid: idOf("-u"), gid: idOf("-g") },
  }),
);
const agent = orRefuse(() => readAgent());

/** An address that the servers can't use ends the command with one line. */
function orRefuse<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    console.error(error instanceof DatabaseAddressError ? error.message : error);
    process.exit(2);
  }
}

function readAgent() {
  const { MAIL_AGENT_DATABASE_URL: databaseUrl, MAIL_AGENT_KEY: key } = process.env;
  return databaseUrl && key
    ? { database: databaseAddress(databaseUrl, { caFile: databaseCaFile }), key }
    : undefined;
}

if (!given.operator) {
  console.error(
    `Warning: without --operator, mail to postmaster@${given.host} and abuse@${given.host}, such as Postfix's reports of faults, is only stored in ${options.folders.state}/postmaster.\n`,
  );
}
if (given.write) {
  const units = given.units ?? "/etc/systemd/system";
  const logrotate = given.logrotate ?? "/etc/logrotate.d/zonepost-mail";
  await writeMailConfiguration(options);
  const { hasAgent } = await writeHostFiles(options, { agent, units, logrotate });
  const faults = [
    ...(await checkMailConfiguration(options)),
    ...(await checkDatabaseQueries(options)),
    ...(await checkRedis(options)),
  ];
  const warnings = await checkNameservers(options);
  for (const line of [...faults, ...warnings.map((warning) => `Warning: ${warning}`)]) {
    console.error(line);
  }
  if (!hasAgent) {
    console.error(
      `Warning: ${options.folders.configuration}/agent.env is missing, so the agent can't start. Set MAIL_AGENT_DATABASE_URL and MAIL_AGENT_KEY, which npm run mail:roles and npm run mail:agent-key print.`,
    );
  }
  process.exitCode = faults.length > 0 ? 1 : 0;
  if (faults.length === 0) {
    const { configuration } = options.folders;
    console.log(
      `${configuration} is written, the servers accept it, and each of their queries was answered. Their units are in ${units}, their log rotation is ${logrotate}. Start them with\n\n  systemctl daemon-reload\n  systemctl enable --now zonepost-mail.target\n\nor, without systemd, in this order with the agent and the lookups service first:\n`,
    );
    for (const { program, args } of mailCommands(options)) {
      console.log(`  ${[program, ...args].join(" ")}`);
    }
  }
} else {
  for (const { path: file, text } of mailConfiguration(options)) {
    console.log(`# ── ${options.folders.configuration}/${file}\n${text}`);
  }
}
