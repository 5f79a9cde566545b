import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { mailCommands } from "../commands.ts";
import { productionOptions } from "../production-options.ts";
import { environmentFiles } from "./environment-files.ts";
import { logRotation } from "./log-rotation.ts";
import { mailUnits } from "./units.ts";

const optionsOf = (changes: object = {}) =>
  productionOptions({
    hostname: "mail.example.com",
    databaseUrl: "postgres://zonepost_mail:p%24%22%60%5C@127.0.0.1/zonepost",
    certificateFile: "/etc/ssl/mail.pem",
    keyFile: "/etc/ssl/mail.key",
    to: "/etc/zonepost-mail",
    operatorAddress: "ops@example.net",
    mailUser: { name: "vmail", uid: 5000, gid: 5000 },
    ...changes,
  });
const unit = (name: string, changes?: object) =>
  mailUnits(optionsOf(changes)).find((each) => each.name === `zonepost-mail-${name}.service`)?.text ?? "";

describe("the units", () => {
  it("exist for each server, and for nothing else", () => {
    const names = mailUnits(optionsOf()).map(({ name }) => name);
    const servers = mailCommands(optionsOf()).map(({ name }) => `zonepost-mail-${name}.service`);
    const others = ["zonepost-mail.target", "zonepost-mail-agent.service", "zonepost-mail-lookups.service"];
    expect(names.sort()).toEqual([...servers, ...others].sort());
    const files = readdirSync(path.join(import.meta.dirname, "../../../systemd"));
    expect(files.filter((file) => file.startsWith("zonepost-mail")).sort()).toEqual(names);
  });

  it("have no place that wasn't filled in, and no secret", () => {
    for (const { name, text } of mailUnits(optionsOf())) {
      expect([name, /@[\w:/]+@/.exec(text)?.[0], /postgres:|p\$/.exec(text)?.[0]]).toEqual([
        name,
        undefined,
        undefined,
      ]);
    }
  });

  it("have their folders made at each start, below /run alone", () => {
    expect(unit("rspamd")).toContain(
      "RuntimeDirectory=zonepost-mail zonepost-mail/rspamd\nRuntimeDirectoryPreserve=yes",
    );
    expect(unit("dovecot")).toContain("RuntimeDirectory=zonepost-mail zonepost-mail/dovecot\n");
    const elsewhere = unit("dovecot", { run: "/srv/mail/run" });
    expect(elsewhere).not.toContain("RuntimeDirectory");
    expect(elsewhere).toContain("ReadWritePaths=-/srv/mail/run\n");
  });

  it("see homes only if one of the folders is there", () => {
    expect(unit("dovecot", { mailboxes: "/home/vmail" })).toContain("ProtectHome=read-only\n");
  });

  it.each(["/tmp/zonepost/mailboxes", "/var/tmp/mailboxes"])(
    "share the folder for temporary files if one of the folders is there: %s",
    (mailboxes) => {
      expect(unit("dovecot", { mailboxes })).toContain("PrivateTmp=false\nReadWritePaths=/tmp /var/tmp\n");
    },
  );

  it("quote what systemd would expand", () => {
    expect(unit("dovecot", { to: "/etc/50% $HOME" })).toContain(
      'ExecStart=/usr/sbin/dovecot -F -c "/etc/50%% $$HOME/dovecot/dovecot.conf"',
    );
  });
});

it("the environment of lookups and agent is quoted for systemd", () => {
  const options = optionsOf();
  const files = environmentFiles(options, { database: options.database, key: 'a"b\\c$d`e' });
  expect(files.map(({ name }) => name)).toEqual(["lookups.env", "agent.env"]);
  expect(files[1]?.text).toContain('MAIL_AGENT_KEY="a\\"b\\\\c\\$d\\`e"\n');
  expect(files[0]?.text).toContain("zonepost_mail:p%24%22%60%5C@127.0.0.1:5432/zonepost?sslmode=disable");
  expect(environmentFiles(options, undefined).map(({ name }) => name)).toEqual(["lookups.env"]);
});

it("the rotation renames each log, and leaves the last one uncompressed", () => {
  const text = logRotation(optionsOf());
  for (const name of ["postfix", "dovecot", "rspamd"]) {
    expect(text).toContain(`"/var/log/zonepost-mail/${name}.log"`);
  }
  expect(text).toContain("delaycompress");
  expect(text).not.toContain("copytruncate");
});
