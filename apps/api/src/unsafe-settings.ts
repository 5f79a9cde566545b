import { isIP } from "node:net";
import { databaseTlsMistake } from "@zonepost/db/service-url";
import { parse } from "tldts";

/** The settings that are judged, as read from the environment. */
type Settings = {
  API_URL: string;
  PANEL_URL: string;
  DATABASE_URL: string;
  DATABASE_DIRECT_URL?: string | undefined;
  AUTH_SECRET: string;
  ENCRYPTION_KEY: string;
  ENCRYPTION_KEYS_RETIRED: readonly string[];
  COOKIE_DOMAIN?: string | undefined;
  MAIL_FROM: string;
  WEBHOOKS_ALLOW_PRIVATE_NETWORKS: boolean;
  DNS_ALLOW_PRIVATE_NETWORKS: boolean;
  STRIPE_SECRET_KEY?: string | undefined;
  STRIPE_WEBHOOK_SECRET?: string | undefined;
  STRIPE_API_BASE?: string | undefined;
};

export type UnsafeSetting = { name: keyof Settings; reason: string };

/** Random keys have far more distinct values: below this, one in a billion would be refused. */
const minDistinctBytes = 16;
const minDistinctCharacters = 8;

/** The settings that make a live installation unsafe, or sign-in or email impossible. */
export function unsafeSettings(settings: Settings): UnsafeSetting[] {
  const found: UnsafeSetting[] = [];
  const refuse = (name: keyof Settings, reason: string) => found.push({ name, reason });
  for (const name of ["API_URL", "PANEL_URL"] as const) {
    if (isPlainHttp(settings[name])) {
      refuse(name, "must be an https address, or on this machine: over http, sessions can be stolen");
    }
  }
  if (isPredictable([...settings.AUTH_SECRET], minDistinctCharacters)) {
    refuse("AUTH_SECRET", "is easy to guess; generate one with: openssl rand -base64 32");
  }
  if (isPredictable([...Buffer.from(settings.ENCRYPTION_KEY, "base64")], minDistinctBytes)) {
    refuse("ENCRYPTION_KEY", "is easy to guess; generate one with: openssl rand -base64 32");
  }
  if ([settings.ENCRYPTION_KEY, ...settings.ENCRYPTION_KEYS_RETIRED].includes(settings.AUTH_SECRET)) {
    refuse("AUTH_SECRET", "is also an encryption key; generate another one with: openssl rand -base64 32");
  }
  const cookieMistake = cookieDomainMistake(settings);
  if (cookieMistake !== undefined) {
    refuse("COOKIE_DOMAIN", cookieMistake);
  }
  for (const name of ["DATABASE_URL", "DATABASE_DIRECT_URL"] as const) {
    const mistake = databaseTlsMistake(settings[name] ?? "");
    if (mistake !== undefined) {
      refuse(name, mistake);
    }
  }
  if (isUnknownElsewhere(settings.MAIL_FROM)) {
    refuse(
      "MAIL_FROM",
      "must be an address at a domain of yours, such as no-reply@example.com: relays refuse mail from this one",
    );
  }
  for (const name of ["WEBHOOKS_ALLOW_PRIVATE_NETWORKS", "DNS_ALLOW_PRIVATE_NETWORKS"] as const) {
    if (settings[name]) {
      refuse(name, "lets customers send requests into your private network");
    }
  }
  if (settings.STRIPE_SECRET_KEY !== undefined && !/^[sr]k_live_/.test(settings.STRIPE_SECRET_KEY)) {
    refuse(
      "STRIPE_SECRET_KEY",
      "must be a live secret key, sk_live_… or rk_live_…: no other key charges cards",
    );
  }
  if (
    settings.STRIPE_WEBHOOK_SECRET !== undefined &&
    !isStripeWebhookSecret(settings.STRIPE_WEBHOOK_SECRET)
  ) {
    refuse(
      "STRIPE_WEBHOOK_SECRET",
      "must be the signing secret of your endpoint at Stripe, whsec_ and at least 24 characters",
    );
  }
  if (settings.STRIPE_API_BASE !== undefined && new URL(settings.STRIPE_API_BASE).protocol === "http:") {
    refuse(
      "STRIPE_API_BASE",
      "must be an https address: over http, the secret key can be stolen, and a stand-in for Stripe charges no card",
    );
  }
  return found;
}

const isStripeWebhookSecret = (secret: string): boolean =>
  /^whsec_[\w+/=-]{24,}$/.test(secret) && !isPredictable([...secret.slice(6)], minDistinctCharacters);

function isPlainHttp(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  const isLoopback = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
  return protocol === "http:" && !isLoopback;
}

/** True for few distinct values, or one part repeated. */
function isPredictable(values: readonly (string | number)[], minDistinct: number): boolean {
  const repeatsAfter = (period: number) =>
    values.every((value, index) => index < period || value === values[index - period]);
  const periods = Array.from({ length: Math.floor(values.length / 2) }, (_, index) => index + 1);
  return new Set(values).size < minDistinct || periods.some(repeatsAfter);
}

/** Why browsers wouldn't send the session cookie to both the panel and the API. */
function cookieDomainMistake({ API_URL, PANEL_URL, COOKIE_DOMAIN }: Settings): string | undefined {
  const hosts = [API_URL, PANEL_URL].map((address) => new URL(address).hostname);
  const domain = COOKIE_DOMAIN?.replace(/^\./, "").toLowerCase();
  if (domain === undefined) {
    return hosts[0] === hosts[1]
      ? undefined
      : `is missing: API_URL and PANEL_URL have different hosts, and the panel wouldn't get the session cookie; ${remedyFor(hosts)}`;
  }
  if (isPublicSuffix(domain)) {
    return "is a public suffix: browsers refuse cookies for it; use a domain of your own";
  }
  return hosts.every((host) => host === domain || (host.endsWith(`.${domain}`) && isIP(host) === 0))
    ? undefined
    : `isn't a parent of the hosts of both API_URL and PANEL_URL: browsers would drop the session cookie; ${remedyFor(hosts)}`;
}

function remedyFor(hosts: readonly string[]): string {
  const [one, other] = hosts.map((host) => parse(host, { allowPrivateDomains: true }).domain);
  return one && one === other
    ? `set it to the domain that they share, such as ${one}`
    : "give both a host below one domain of yours, and set it to that domain";
}

/** An address that can't exist outside of this machine: a host without a domain, an IP address, or a reserved name. */
function isUnknownElsewhere(sender: string): boolean {
  const host = (/@([^<>@]+?)\.?>?$/.exec(sender.trim())?.[1] ?? "").toLowerCase();
  return !host.includes(".") || host.startsWith("[") || isIP(host) !== 0 || reservedName.test(host);
}
const reservedName = /\.(?:localhost|localdomain|invalid)$/;

const isPublicSuffix = (domain: string): boolean =>
  parse(domain, { allowPrivateDomains: true }).publicSuffix === domain;
