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
  WEBHOOKS_ALLOW_PRIVATE_NETWORKS: false,
  DNS_ALLOW_PRIVATE_NETWORKS: false,
};
const namesOf = (settings: Partial<Parameters<typeof unsafeSettings>[0]>) =>
  unsafeSettings({ ...safe, ...settings }).map(({ name }) => name);

it.each([
  {},
  { API_URL: "http://localhost:4000", PANEL_URL: "http://127.0.0.1:3000" },
  { API_URL: "http://[::1]:4000", PANEL_URL: "http://panel.localhost" },
  { AUTH_SECRET: "0f1e2d3c4b5a69788796a5b4c3d2e1f0" },
  { COOKIE_DOMAIN: undefined },
  { COOKIE_DOMAIN: ".example.co.uk" },
  { COOKIE_DOMAIN: "zonepost.internal" },
  { STRIPE_SECRET_KEY: "sk_live_key", STRIPE_API_BASE: "https://proxy.example" },
  { STRIPE_SECRET_KEY: "rk_live_key" },
  { STRIPE_WEBHOOK_SECRET: "whsec_3Kd82hQpW0zLxV7n1mB5tYc6RuEo9AfT" },
])("accepts %j", (settings) => {
  expect(namesOf(settings)).toEqual([]);
});

it.each([
  ["API_URL", { API_URL: "http://api.example.com" }],
  ["PANEL_URL", { PANEL_URL: "http://10.0.0.7:3000" }],
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
