import { expect, it } from "vitest";
import { unsafeSettings } from "./unsafe-settings.ts";

const key = (byteAt: (index: number) => number) =>
  Buffer.from(Array.from({ length: 32 }, (_, index) => byteAt(index) & 0xff)).toString("base64");
const safeKey = key((index) => index * 89 + 7);
const safe = {
  API_URL: "https://api.example.com",
  PANEL_URL: "https://panel.example.com",
  AUTH_SECRET: "f3A9-kd82hQpW0zLxV7n1mB5tYc6RuEo",
  ENCRYPTION_KEY: safeKey,
  ENCRYPTION_KEYS_RETIRED: [key((index) => index * 53 + 1)],
  COOKIE_DOMAIN: "example.com",
  DATABASE_URL: "postgres://zonepost:secret@127.0.0.1/zonepost",
  MAIL_FROM: "Zonepost <no-reply@example.com>",
  WEBHOOKS_ALLOW_PRIVATE_NETWORKS: false,
  DNS_ALLOW_PRIVATE_NETWORKS: false,
};
const hosts = (API_URL: string, PANEL_URL: string, COOKIE_DOMAIN?: string) => ({
  API_URL,
  PANEL_URL,
  COOKIE_DOMAIN,
});
const namesOf = (settings: Partial<Parameters<typeof unsafeSettings>[0]>) =>
  unsafeSettings({ ...safe, ...settings }).map(({ name }) => name);

it.each([
  {},
  hosts("http://localhost:4000", "http://localhost:3000"),
  hosts("http://127.0.0.1:4000", "http://127.0.0.1:3000"),
  hosts("http://[::1]:4000", "http://[::1]"),
  hosts("http://api.panel.localhost", "http://panel.localhost", "panel.localhost"),
  hosts("https://example.com/api", "https://example.com"),
  hosts("https://example.com", "https://panel.example.com", "Example.com"),
  hosts("https://api.example.co.uk", "https://panel.example.co.uk", ".example.co.uk"),
  hosts("https://a.zonepost.internal", "https://b.zonepost.internal", "zonepost.internal"),
  { DATABASE_URL: "postgres://u@%2Frun%2Fpostgresql/zonepost" },
  { DATABASE_URL: "postgres://db.example.com/zonepost?sslmode=verify-full" },
  { DATABASE_DIRECT_URL: "postgres://localhost:5432/zonepost" },
  { MAIL_FROM: "no-reply@mail.example.com" },
  { MAIL_FROM: "Zonepost @ Home <no-reply@zonepost.internal>" },
  { AUTH_SECRET: "0f1e2d3c4b5a69788796a5b4c3d2e1f0" },
  { STRIPE_SECRET_KEY: "sk_live_key", STRIPE_API_BASE: "https://proxy.example" },
  { STRIPE_SECRET_KEY: "rk_live_key" },
  { STRIPE_WEBHOOK_SECRET: "whsec_3Kd82hQpW0zLxV7n1mB5tYc6RuEo9AfT" },
])("accepts %j", (settings) => {
  expect(namesOf(settings)).toEqual([]);
});

it.each([
  ["API_URL", { API_URL: "http://api.example.com" }],
  ["PANEL_URL", hosts("https://10.0.0.7", "http://10.0.0.7:3000")],
  ["PANEL_URL", { PANEL_URL: "http://127.0.0.1.example.com" }],
  ["AUTH_SECRET", { AUTH_SECRET: "a".repeat(40) }],
  ["AUTH_SECRET", { AUTH_SECRET: "correct-horse!-".repeat(3).slice(0, 45) }],
  ["AUTH_SECRET", { AUTH_SECRET: safeKey }],
  ["AUTH_SECRET", { AUTH_SECRET: key((index) => index * 53 + 1) }],
  ["STRIPE_WEBHOOK_SECRET", { STRIPE_WEBHOOK_SECRET: "whsec_a" }],
  ["STRIPE_WEBHOOK_SECRET", { STRIPE_WEBHOOK_SECRET: `whsec_${"a".repeat(32)}` }],
  ["STRIPE_WEBHOOK_SECRET", { STRIPE_WEBHOOK_SECRET: "3Kd82hQpW0zLxV7n1mB5tYc6RuEo9AfT" }],
  ["STRIPE_WEBHOOK_SECRET", { STRIPE_WEBHOOK_SECRET: "whsec_3Kd82hQpW0zLxV7n1mB5tYc 6RuEo9AfT" }],
  ["ENCRYPTION_KEY", { ENCRYPTION_KEY: key(() => 0) }],
  ["ENCRYPTION_KEY", { ENCRYPTION_KEY: key((index) => index % 4) }],
  ["ENCRYPTION_KEY", { ENCRYPTION_KEY: key((index) => (index % 16) * 11) }],
  ["COOKIE_DOMAIN", { COOKIE_DOMAIN: "co.uk" }],
  ["COOKIE_DOMAIN", { COOKIE_DOMAIN: ".CO.UK" }],
  ["COOKIE_DOMAIN", { COOKIE_DOMAIN: "github.io" }],
  ["COOKIE_DOMAIN", { COOKIE_DOMAIN: undefined }],
  ["COOKIE_DOMAIN", hosts("http://localhost:4000", "http://127.0.0.1:3000")],
  ["COOKIE_DOMAIN", hosts("https://example.com", "https://panel.example.com")],
  ["COOKIE_DOMAIN", { COOKIE_DOMAIN: "example.org" }],
  ["COOKIE_DOMAIN", { COOKIE_DOMAIN: "panel.example.com" }],
  ["COOKIE_DOMAIN", { COOKIE_DOMAIN: "ample.com" }],
  ["COOKIE_DOMAIN", hosts("https://192.0.2.1", "https://198.0.2.1", "0.2.1")],
  ["COOKIE_DOMAIN", hosts("https://api.example.com", "https://panel.example.net", "example.com")],
  ["DATABASE_URL", { DATABASE_URL: "postgres://u:p@db.example.com/zonepost" }],
  ["DATABASE_DIRECT_URL", { DATABASE_DIRECT_URL: "postgres://u:p@10.0.0.7/zonepost?sslmode=prefer" }],
  ["MAIL_FROM", { MAIL_FROM: "Zonepost <no-reply@localhost>" }],
  ["MAIL_FROM", { MAIL_FROM: "no-reply@LOCALHOST" }],
  ["MAIL_FROM", { MAIL_FROM: "no-reply@mail" }],
  ["MAIL_FROM", { MAIL_FROM: "no-reply@localhost.localdomain" }],
  ["MAIL_FROM", { MAIL_FROM: "Zonepost <no-reply@mail.localhost.>" }],
  ["MAIL_FROM", { MAIL_FROM: "no-reply@zonepost.invalid" }],
  ["MAIL_FROM", { MAIL_FROM: "no-reply@127.0.0.1" }],
  ["MAIL_FROM", { MAIL_FROM: "no-reply@[127.0.0.1]" }],
  ["WEBHOOKS_ALLOW_PRIVATE_NETWORKS", { WEBHOOKS_ALLOW_PRIVATE_NETWORKS: true }],
  ["STRIPE_SECRET_KEY", { STRIPE_SECRET_KEY: "sk_test_key" }],
  ["STRIPE_SECRET_KEY", { STRIPE_SECRET_KEY: "rk_test_key" }],
  ["STRIPE_SECRET_KEY", { STRIPE_SECRET_KEY: "pk_live_key" }],
  ["STRIPE_SECRET_KEY", { STRIPE_SECRET_KEY: "live_key" }],
  ["STRIPE_API_BASE", { STRIPE_API_BASE: "http://proxy.example" }],
  ["STRIPE_API_BASE", { STRIPE_API_BASE: "http://127.0.0.1:4242" }],
  ["STRIPE_API_BASE", { STRIPE_API_BASE: "HTTP://localhost:4242" }],
  ["DNS_ALLOW_PRIVATE_NETWORKS", { DNS_ALLOW_PRIVATE_NETWORKS: true }],
])("refuses %s in %j", (name, settings) => {
  expect(namesOf(settings)).toEqual([name]);
});

it("suggests the domain that both hosts share", () => {
  const reasonOf = (settings: object) => unsafeSettings({ ...safe, ...settings })[0]?.reason;
  const shared = hosts("https://api.example.co.uk", "https://panel.example.co.uk");
  expect(reasonOf(shared)).toMatch(/; set it to the domain that they share, such as example\.co\.uk$/);
  expect(reasonOf({ ...shared, COOKIE_DOMAIN: "co.example" })).toMatch(/such as example\.co\.uk$/);
  expect(reasonOf(hosts("https://one.github.io", "https://two.github.io"))).toMatch(
    /; give both a host below one domain of yours, and set it to that domain$/,
  );
});
