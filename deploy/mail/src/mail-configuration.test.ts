import { expect, it } from "vitest";
import { mailConfiguration, productionOptions } from "./index.ts";

const files = (redisUrl?: string) =>
  new Map(
    mailConfiguration(
      productionOptions({
        hostname: "mail.example.com",
        databaseUrl: "postgres://zonepost_mail:p%40ss@db.example.com:5433/zonepost?sslmode=verify-full",
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
  expect(lookups).toHaveLength(5);
  for (const name of lookups) {
    const hosts = /^hosts = (.*)$/m.exec(text(name))?.[1]?.split(" ") ?? [];
    expect(new Set(hosts.map((host) => new URL(host).host))).toEqual(new Set(["db.example.com:5433"]));
    expect(new Set(hosts).size).toBe(2);
    expect(hosts.every((host) => host.includes("sslmode=verify-full"))).toBe(true);
  }
});

it("lets only the servers' groups read a file with the database's password", () => {
  const withPassword = [...files().values()].filter((file) => /p%40ss|p@ss/.test(file.text));
  expect(withPassword.length).toBeGreaterThan(6);
  expect(withPassword.filter((file) => file.group === undefined)).toEqual([]);
});

it("allows every lookup through proxymap", () => {
  const main = text("postfix/main.cf");
  const used = new Set(main.replace(/^proxy_read_maps.*$/m, "").match(/proxy:pgsql:\S+?\.cf/g));
  const allowed = /^proxy_read_maps = (.*)$/m.exec(main)?.[1]?.split(" ") ?? [];
  expect([...used].sort()).toEqual([...allowed].sort());
});

it("offers sign-in only at Dovecot, over TLS, and takes messages of accounts only from there", () => {
  const services = text("postfix/master.cf").split(/\n(?=\S)/);
  const listeners = services.filter((service) => / inet /.test(service));
  const withSignIn = listeners.filter((service) => /sasl|xclient/.test(service));
  expect(withSignIn).toEqual([expect.stringMatching(/^127\.0\.0\.1:10026 inet /)]);
  expect(withSignIn[0]).toMatch(/smtpd_discard_ehlo_keywords=auth,/);
  expect(text("dovecot/dovecot.conf")).toMatch(/^ssl = required$/m);
  expect(text("dovecot/dovecot.conf")).toMatch(/^disable_plaintext_auth = yes$/m);
});

it("removes where a person signed in from what leaves, and nothing from other lines", () => {
  const [postfix, dovecot] = [...text("postfix/submission-headers").matchAll(/^\/(.*)\/(.*)$/gm)].map(
    ([, pattern = ""]) => new RegExp(pattern.replaceAll("[[:space:]]", "\\s"), "is"),
  );
  const own =
    "Received: from laptop (unknown [203.0.113.7])\n\tby mail.example.com (Postfix) with ESMTPA id 4jbslb3pr8zRKY\n\tfor <you@example.net>; Sat, 28 Nov 2026 01:15:07 +0000 (UTC)";
  expect(postfix?.exec(own)?.slice(1)).toEqual([
    "4jbslb3pr8zRKY",
    "\n\tfor <you@example.net>",
    "Sat, 28 Nov 2026 01:15:07 +0000 (UTC)",
  ]);
  const ownOfDovecot =
    "Received: from laptop ([203.0.113.7])\n\tby mail.example.com with ESMTPSA\n\tid PJE/6A\n\t(envelope-from <a@example.com>)\n\tfor <you@example.net>; Sat, 28 Nov 2026 01:15:07 +0000";
  expect(dovecot?.test(ownOfDovecot)).toBe(true);
  for (const other of [
    own.replace("by mail.example.com", "by mail.example.net"),
    own.replace("Received:", "X-Received:"),
    ownOfDovecot.replace("by mail", "by other.mail"),
    "Subject: from a by mail.example.com (Postfix) with ESMTP id 4jbslb3pr8zRKY; Sat",
  ]) {
    expect([postfix?.test(other), dovecot?.test(other)]).toEqual([false, false]);
  }
});

it("lets only Dovecot read the key of the hashes that tell wrong passwords apart, which is new each time", () => {
  const nonce = () => files().get("dovecot/sign-in-nonce.conf");
  expect(nonce()).toMatchObject({
    group: "dovecot",
    text: expect.stringMatching(/^auth_policy_hash_nonce = \w{32}\n$/),
  });
  expect(nonce()?.text).not.toBe(nonce()?.text);
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
