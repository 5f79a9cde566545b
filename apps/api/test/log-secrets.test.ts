import { PassThrough } from "node:stream";
import { text as readText } from "node:stream/consumers";
import { inspect } from "node:util";
import { otherRegistrar } from "@zonepost/registry";
import { afterEach, expect, it, vi } from "vitest";
import { createLogger } from "../src/kernel/log.ts";
import {
  cookieOf,
  enableSecondFactor,
  mailedLink,
  mintLink,
  tokenOf,
} from "./support/accounts/second-factor.ts";
import { password, startApi } from "./support/start-api.ts";
import { until } from "./support/until.ts";

// All output of the API and the worker at the most verbose level, with secrets in requests and responses, and with a
// failing database: failed queries are logged, but their parameters must not be.

const registrant = {
  name: "Dana Meier",
  email: "dana@example.com",
  phone: "+4930123456",
  street: ["Linienstraße 12"],
  city: "Berlin",
  postalCode: "10178",
  countryCode: "DE",
};

afterEach(() => {
  vi.restoreAllMocks();
});

it("never logs a password, token, secret or key, on success or failure", async () => {
  const stream = new PassThrough();
  const written = readText(stream);
  // Also captures libraries that bypass the log.
  for (const method of ["error", "warn", "info", "log"] as const) {
    vi.spyOn(console, method).mockImplementation((...words) =>
      stream.write(`${words.map((word) => inspect(word)).join(" ")}\n`),
    );
  }
  const secrets: Record<string, string> = { password };
  const keep = (name: string, value: unknown) => {
    if (typeof value !== "string" || value.length < 8) {
      throw new Error(`there is no ${name} to look for`);
    }
    secrets[name] = value;
  };

  {
    await using api = await startApi({ log: createLogger("test", "trace", stream) });
    await api.startWorker();
    keep("the key of the cookies", api.env.AUTH_SECRET);
    keep("the key of the secrets", api.env.ENCRYPTION_KEY);
    keep("the registrar's password", api.env.EPP_PASSWORD);
    const workspace = await api.createWorkspace();
    const { owner } = workspace;
    const token = decodeURIComponent(owner.cookie.split("=")[1] ?? "").split(".")[0];
    keep("the session's token", token);

    const post = (path: string, body: unknown, cookie?: string) =>
      api.call({ method: "POST", path, body, cookie });
    const whileAway = async (table: string, act: () => Promise<{ status: number }>, expected = 500) => {
      await api.sql.unsafe(`alter table ${table} rename to away`);
      const { status } = await act().finally(() => api.sql.unsafe(`alter table away rename to ${table}`));
      expect([table, status]).toEqual([table, expected]);
    };

    // Sign-in: right, wrong, malformed, and with failing tables.
    keep("a wrong password", "wrong-password-typed");
    const wrong = { email: owner.email, password: "wrong-password-typed" };
    expect((await post("/auth/sign-in/email", wrong)).status).toBe(401);
    expect((await post("/auth/sign-in/email", `{"password":"${secrets["a wrong password"]}",}`)).status).toBe(
      400,
    );
    expect((await post("/auth/sign-in/email", `{"password":"x" wrong-password-typed`)).status).toBe(400);
    expect((await post("/auth/sign-in/email", { ...wrong, email: "wrong-password-typed" })).status).toBe(422);
    for (const table of ["sessions", "credentials", "users"]) {
      await whileAway(table, () => post("/auth/sign-in/email", { email: owner.email, password }));
    }
    await whileAway("sessions", () => api.call({ path: "/domains/mine", cookie: owner.cookie }));
    await whileAway("sessions", () => post("/auth/sign-out", undefined, owner.cookie));

    // Links.
    const asked = await post("/auth/magic-link/send", { email: owner.email });
    const browser = cookieOf(asked, "link_browser");
    keep("the secret of the browser that requested the link", browser.split("=")[1]);
    const mail = await until("the mail is there", async () => {
      const { json } = await api.call({ path: "/sandbox/outbox" });
      return json[0];
    });
    const linkToken = /#token=([\w-]+)/.exec(mail.text)?.[1];
    keep("the link's token", linkToken);
    const typed = { email: owner.email, code: /^Code: (\d{6})$/m.exec(mail.text)?.[1] };
    keep("the link's code", `"${typed.code}"`);
    const verify = () => api.call({ path: `/auth/magic-link/verify?token=${linkToken}` });
    await whileAway("verifications", verify).catch(() => {});
    await whileAway("verifications", () => post("/auth/magic-link/send", { email: owner.email }));
    await whileAway("verifications", () => post("/auth/magic-link/redeem", { token: linkToken }));
    await whileAway("verifications", () => post("/auth/magic-link/code", typed, browser));
    await whileAway("rate_limit_windows", () => post("/auth/magic-link/code", typed, browser));
    expect((await post("/auth/magic-link/code", { ...typed, code: `${typed.code}x` }, browser)).status).toBe(
      422,
    );
    const followed = await verify();
    expect(followed.status).toBe(302);
    keep("the link's session", decodeURIComponent(followed.cookies[0]?.split("=")[1] ?? "").split(".")[0]);

    // The second factor, a new password, another address: right, wrong, and with failing tables.
    const person = await workspace.join("member");
    await whileAway("two_factors", () => post("/auth/two-factor/enable", undefined, person.cookie));
    const factor = await enableSecondFactor(api, person);
    keep("the second factor's secret", factor.secret);
    keep("a backup code", factor.backupCodes[0]);
    keep("the same backup code as it is typed", factor.backupCodes[0]?.replaceAll("-", ""));
    keep("another backup code", factor.backupCodes[1]);
    const half = await factor.signInByHalf();
    const trusting = { code: await factor.freshCode(), trustDevice: true };
    await whileAway("trusted_devices", () => post("/auth/two-factor/verify-totp", trusting, half));
    const backup = { code: factor.backupCodes[0], trustDevice: true };
    await whileAway("backup_codes", () => post("/auth/two-factor/verify-backup-code", backup, half));
    const whole = await post("/auth/two-factor/verify-backup-code", backup, half);
    keep("the whole session's token", tokenOf(cookieOf(whole)));
    keep("the trusted browser's token", cookieOf(whole, "trusted_device").split("=")[1]);
    expect(
      (await post("/auth/two-factor/verify-backup-code", backup, await factor.signInByHalf())).status,
    ).toBe(422);
    keep("a new password", "chosen-by-its-owner");
    const change = { currentPassword: password, newPassword: "chosen-by-its-owner" };
    await whileAway("credentials", () => post("/auth/password/change", change, person.cookie));
    const resetToken = await mintLink(api, person, "password_reset");
    keep("the token of a link to a new password", resetToken);
    const reset = { token: resetToken, newPassword: "chosen-by-its-owner" };
    await whileAway("person_tokens", () => post("/auth/password/reset", reset));
    await whileAway("credentials", () => post("/auth/password/reset", reset));
    expect((await post("/auth/password/reset", reset)).status).toBe(200);
    await post("/auth/password/reset-request", { email: person.email });
    const resetLink = await mailedLink(api, person.email, "password_reset");
    keep("the token of a mailed link to a new password", resetLink.hash.split("=")[1]);
    const move = await mintLink(api, owner, "email_change", "moved-away@people.test");
    keep("the token of a link to another address", move);
    await whileAway("person_tokens", () => post("/auth/email/confirm", { token: move }));

    // Invitations: the mailed link, wrong and right, and with failing tables.
    const invitation = { email: "invited@people.test", role: "member" };
    expect((await post("/workspace/invitations", invitation, owner.cookie)).status).toBe(201);
    const invited = await until("the invitation is mailed", async () => {
      const { json } = await api.call({ path: "/sandbox/outbox" });
      return json.find(({ to }: { to: string }) => to === invitation.email);
    });
    const [, id, secret] = /invitations\/(inv_\w+)#token=(\S+)/.exec(invited.text) ?? [];
    keep("the invitation's token", secret);
    keep("the invited person's password", "a-password-of-the-invited");
    const held = { id, token: secret };
    const acceptance = { ...held, name: "Nina", password: "a-password-of-the-invited" };
    expect((await post("/auth/invitations/read", held)).status).toBe(200);
    for (const table of ["invitations", "members", "audit_entries"]) {
      await whileAway(table, () => post("/auth/invitations/accept", acceptance));
    }
    const accepted = await post("/auth/invitations/accept", acceptance);
    keep(
      "the invitation's session",
      decodeURIComponent(accepted.cookies[0]?.split("=")[1] ?? "").split(".")[0],
    );
    await whileAway("outgoing_emails", () =>
      post("/workspace/invitations", { ...invitation, email: "another@people.test" }, owner.cookie),
    );

    // Webhooks: failed deliveries are logged, too.
    const domainName = await workspace.addDomain();
    const endpoint = { url: "http://127.0.0.1:65001/in?key=in-the-query", events: ["*"] };
    const created = await post("/webhooks/outbound", endpoint, owner.cookie);
    keep("the endpoint's secret", created.json.secret);
    const rotated = await post(`/webhooks/outbound/${created.json.id}/secret`, {}, owner.cookie);
    keep("the endpoint's new secret", rotated.json.secret);
    await whileAway("webhook_endpoints", () => post("/webhooks/outbound", endpoint, owner.cookie));
    const ds = { keyTag: 1, algorithm: 13, digestType: 2, digest: "AB".repeat(32) };
    expect((await post(`/domains/${domainName}/dnssec`, ds, owner.cookie)).status).toBe(201);
    await until("the delivery was tried", async () => {
      const path = `/webhooks/outbound/${created.json.id}/deliveries`;
      const { json } = await api.call({ path, cookie: owner.cookie });
      return json[0]?.attempt >= 1;
    });

    // API keys: created, used, rolled, refused, and with a failing table.
    const keyInput = { name: "Key", scopes: ["api_keys:write", "domains:read"] };
    const made = await post("/api-keys", keyInput, owner.cookie);
    keep("an API key", made.json.key);
    const withKey = (key: string, path = "/domains/mine") =>
      api.call({ path, headers: { authorization: `Bearer ${key}` } });
    expect((await withKey(made.json.key)).status).toBe(200);
    keep("the secret part of an API key", made.json.key.slice(8, -1));
    const lastCharacter = made.json.key.endsWith("x") ? "y" : "x";
    expect((await withKey(made.json.key.slice(0, -1) + lastCharacter)).status).toBe(401);
    expect((await withKey(made.json.key, "/domains/not-registered.com/dnssec")).status).toBe(404);
    const rolled = await post(`/api-keys/${made.json.id}/roll`, {}, owner.cookie);
    keep("a rolled API key", rolled.json.key);
    const basic = Buffer.from("someone:basic-password").toString("base64");
    keep("another Authorization", basic);
    const headers = { authorization: `Basic ${basic}` };
    expect((await api.call({ path: "/domains/mine", headers })).status).toBe(401);
    await whileAway("api_keys", () => withKey(made.json.key));
    await whileAway("api_keys", () => post("/api-keys", keyInput, owner.cookie));
    await whileAway("audit_entries", () => post("/api-keys", keyInput, owner.cookie));
    await whileAway("workspaces", () =>
      withKey(made.json.key).then(() => post("/api-keys", keyInput, owner.cookie)),
    );

    // Auth codes of outgoing and incoming transfers: right, wrong, and with failing tables.
    const left = await post(`/domains/${domainName}/auth-code`, undefined, owner.cookie);
    keep("an auth code", left.json.authCode);
    await whileAway("domain_history", () =>
      post(`/domains/${domainName}/auth-code`, undefined, owner.cookie),
    );
    const coming = await workspace.addDomain({ name: "coming-with-its-code.de" });
    const code = (await post(`/domains/${coming}/auth-code`, undefined, owner.cookie)).json.authCode;
    keep("the auth code of a domain that comes", code);
    await api.sql`delete from domain_history`;
    await api.sql`delete from domain_notifications`;
    await api.sql`delete from domains where name = ${coming}`;
    await api.sql`update registry.domains set sponsor = ${otherRegistrar} where name = ${coming}`;
    const contact = await post("/contacts", registrant, owner.cookie);
    const transfer = { name: coming, authCode: code, contacts: { registrantId: contact.json.id } };
    keep("a wrong auth code", "not-the-auth-code");
    expect(
      (await post("/domains/transfers", { ...transfer, authCode: "not-the-auth-code" }, owner.cookie)).status,
    ).toBe(422);
    const moveIn = () => post("/domains/transfers", transfer, owner.cookie);
    for (const table of ["orders", "order_lines"]) {
      await whileAway(table, moveIn);
    }
    // Once the order is stored, its line fails, and is tried again.
    await whileAway("domain_intents", moveIn, 201);

    // Mail: chosen and generated passwords.
    expect((await post("/me/mail/activate", { domainName, planSlug: "pro" }, owner.cookie)).status).toBe(201);
    const accounts = `/me/mail/${domainName}/accounts`;
    const generated = await post(accounts, { localPart: "one", displayName: "One" }, owner.cookie);
    keep("a generated password", generated.json.passwordOnce);
    const box = `${accounts}/${generated.json.id}`;
    const changed = await post(`${box}/password`, {}, owner.cookie);
    keep("a new generated password", changed.json.passwordOnce);
    const appPassword = await post(`${box}/app-passwords`, { label: "Phone" }, owner.cookie);
    keep("an app password", appPassword.json.passwordOnce);
    keep("a chosen password", "chosen-for-the-mailbox");
    const chosen = { localPart: "two", displayName: "Two", password: "chosen-for-the-mailbox" };
    expect((await post(accounts, chosen, owner.cookie)).status).toBe(201);
    expect((await post(accounts, chosen, owner.cookie)).status).toBe(409);
    await whileAway("mail_accounts", () => post(accounts, { ...chosen, localPart: "three" }, owner.cookie));
    await whileAway("mail_domains", () =>
      post("/me/mail/activate", { domainName, planSlug: "pro" }, owner.cookie),
    );
  }

  stream.end();
  const log = await written;
  expect(log.split("\n").length).toBeGreaterThan(30);
  expect(log).toContain("request failed");
  const found = Object.entries(secrets).filter(
    ([, secret]) => log.includes(secret) || log.includes(encodeURIComponent(secret)),
  );
  expect(found.map(([name]) => name)).toEqual([]);
  expect(log).not.toMatch(/whsec_|PRIVATE KEY|\$argon2|\$scrypt|zonepost\.session_token=/);
});
