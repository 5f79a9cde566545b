import { expect, it } from "vitest";
import { mailConfiguration, productionOptions } from "./index.ts";

const files = (redisUrl?: string) =>
  new Map(
    mailConfiguration(
      productionOptions({
        hostname: "mail.example.com",
        databaseUrl: "postgres://zonepost_mail:p%40ss@db.example.com:5433/zonepost?sslmode=verify-full",
        databaseCaFile: "/etc/ssl/database.pem",
        redisUrl,
        certificateFile: "/etc/ssl/mail.pem",
        keyFile: "/etc/ssl/mail.key",
        to: "/etc/zonepost-mail",
        operatorAddress: "ops@example.net",
        mailUser: { name: "vmail", uid: 5000, gid: 5000 },
      }),
    ).map((file) => [file.path, file]),
  );

const text = (name: string) => files().get(name)?.text ?? "";

it("names the database twice in each lookup of Postfix, so that its restart defers no mail", () => {
  const lookups = [...files().keys()].filter(
    (name) => /^postfix\/.*\.cf$/.test(name) && !/(main|master)\.cf$/.test(name),
  );
  expect(lookups).toHaveLength(6);
  for (const name of lookups) {
    const hosts = /^hosts = (.*)$/m.exec(text(name))?.[1]?.split(" ") ?? [];
    expect(new Set(hosts.map((host) => new URL(host).host))).toEqual(new Set(["db.example.com:5433"]));
    expect(new Set(hosts).size).toBe(2);
    expect(
      hosts.every((host) => /sslmode=verify-full&sslrootcert=%2Fetc%2Fssl%2Fdatabase.pem/.test(host)),
    ).toBe(true);
  }
});

it("lets only the servers' groups read a file with the database's password", () => {
  const withPassword = [...files().values()].filter((file) => /p%40ss|p\\\\@\\\\s\\\\s|p@ss/.test(file.text));
  expect(withPassword.length).toBeGreaterThan(6);
  expect(withPassword.filter((file) => file.group === undefined)).toEqual([]);
});

it("allows every lookup through proxymap", () => {
  const main = text("postfix/main.cf");
  const used = new Set(main.replace(/^proxy_read_maps.*$/m, "").match(/proxy:pgsql:\S+?\.cf/g));
  const allowed = /^proxy_read_maps = (.*)$/m.exec(main)?.[1]?.split(" ") ?? [];
  expect([...used].sort()).toEqual([...allowed].sort());
});

it("offers sign-in only on the submission ports, over TLS", () => {
  const services = text("postfix/master.cf").split(/\n(?=\S)/);
  const service = (name: string) => services.find((each) => each.startsWith(`${name} inet`)) ?? "";
  expect(service("25")).not.toContain("sasl");
  expect(service("587")).toContain("smtpd_tls_security_level=encrypt");
  expect(service("465")).toContain("smtpd_tls_wrappermode=yes");
  for (const port of ["587", "465"]) {
    expect(service(port)).toContain("smtpd_client_restrictions=$submission_client_restrictions");
  }
});

it("lets the spam filter learn only with a Redis, whose password only Rspamd can read", () => {
  const names = ["rspamd/local.d/classifier-bayes.conf", "dovecot/programs/learn"];
  expect([...files().keys()].filter((name) => names.includes(name))).toEqual([]);
  expect(text("dovecot/dovecot.conf")).not.toContain("imapsieve");
  const learning = files("redis://:s%20cret@[::1]:6380/2");
  const bayes = learning.get("rspamd/local.d/classifier-bayes.conf");
  expect(bayes).toMatchObject({
    group: "_rspamd",
    text: expect.stringContaining('servers = "[::1]:6380";\npassword = "s cret";\ndb = "2";\n'),
  });
  expect([...learning.values()].filter(({ text: all }) => all.includes("s cret"))).toEqual([bayes]);
  expect(learning.get("dovecot/programs/learn")).toMatchObject({ isProgram: true });
});
