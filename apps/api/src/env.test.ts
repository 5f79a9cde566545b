import { describe, expect, it } from "vitest";
import { EnvError, readEnv } from "./env.ts";

const account = { EPP_CLIENT_ID: "zonepost", EPP_PASSWORD: "password" };
const base = {
  DATABASE_URL: "postgres://localhost/zonepost",
  AUTH_SECRET: "a".repeat(32),
  ENCRYPTION_KEY: Buffer.alloc(32).toString("base64"),
};
const live = { ...base, ZONEPOST_MODE: "live", SMTP_URL: "smtp://relay.example", PAYMENTS: "off" };
const other = {
  code: "second",
  host: "epp.example",
  clientId: "client",
  password: "another-secret",
  tlds: ["dev", "io"],
};
const registrars = (...list: object[]) => ({ REGISTRARS: JSON.stringify(list) });
const tldsOf = (env: Record<string, string>) =>
  readEnv(env).registrars.map(({ code, tlds }) => [code, tlds.join(" ")]);

describe("registrars in the environment", () => {
  it("in the sandbox, are the one in EPP_HOST, with the sandbox's TLDs", () => {
    expect(tldsOf({ ...base, ...account })).toEqual([["primary", "com net org dev io eu de"]]);
    expect(tldsOf({ ...base, ...account, EPP_TLDS: "de, COM" })).toEqual([["primary", "de com"]]);
  });

  it("include those in REGISTRARS, which take their TLDs from the sandbox's", () => {
    expect(tldsOf({ ...base, ...account, ...registrars(other) })).toEqual([
      ["primary", "com net org eu de"],
      ["second", "dev io"],
    ]);
    const none = { EPP_CLIENT_ID: "", EPP_PASSWORD: "" };
    for (const account of [{}, none]) {
      expect(tldsOf({ ...base, ...account, ...registrars(other) })).toEqual([["second", "dev io"]]);
    }
  });

  it("have their own endpoint, login, certificate and currency, with defaults for omitted fields", () => {
    const full = {
      ...other,
      port: 7001,
      caFile: "ca.pem",
      certFile: "own.pem",
      keyFile: "own.key",
      maxSessions: 3,
      currency: "USD",
    };
    expect(readEnv({ ...base, ...registrars(full) }).registrars).toEqual([full]);
    expect(readEnv({ ...base, ...registrars(other) }).registrars).toEqual([
      { ...other, port: 700, maxSessions: 8, currency: "EUR" },
    ]);
  });

  it("are required in live mode, with the TLDs they offer", () => {
    expect(() => readEnv({ ...live, ...account })).toThrow(/^EPP_TLDS: live mode needs/);
    expect(tldsOf({ ...live, ...account, EPP_TLDS: "com,net" })).toEqual([["primary", "com net"]]);
    expect(tldsOf({ ...live, ...registrars(other) })).toEqual([["second", "dev io"]]);
    expect(tldsOf({ ...live, ...account, ...registrars(other) })).toEqual([
      ["primary", ""],
      ["second", "dev io"],
    ]);
  });

  it.each([
    [{}, /EPP_CLIENT_ID.*EPP_PASSWORD/],
    [{ EPP_CLIENT_ID: "zonepost", ...registrars(other) }, /^EPP_PASSWORD: set both/],
    [registrars(), /^EPP_CLIENT_ID: a registrar is needed/],
    [{ EPP_CLIENT_ID: "", EPP_PASSWORD: "" }, /^EPP_CLIENT_ID: .*EPP_PASSWORD: /],
    [{ REGISTRARS: "[{" }, /^REGISTRARS: must be JSON/],
    [registrars({ ...other, secret: 1 }), /^REGISTRARS/],
    [registrars({ ...other, code: "Not Good" }), /^REGISTRARS\.0\.code/],
    [registrars({ ...other, tlds: ["münchen"] }), /^REGISTRARS\.0\.tlds/],
    [registrars({ ...other, currency: "euro" }), /^REGISTRARS\.0\.currency/],
    [registrars(other, { ...other, tlds: [] }), /two registrars have the code second/],
    [registrars(other, { ...other, code: "third", tlds: ["io"] }), /\.io is offered by two registrars/],
    [registrars({ ...other, tlds: ["io", "io"] }), /\.io is offered by two registrars, or twice/],
  ])("are rejected with the variable's name if invalid: %j", (env, message) => {
    expect(() => readEnv({ ...base, ...env })).toThrow(message);
  });

  it("never show a password when invalid", () => {
    const wrong = registrars({ ...other, tlds: "io" }, { ...other, password: "short" });
    let message = "";
    try {
      readEnv({ ...base, ...wrong });
    } catch (error) {
      message = String(error);
    }
    expect(message).toContain("REGISTRARS");
    expect(message).not.toMatch(/another-secret|short/);
  });
});

describe("DNS settings in the environment", () => {
  it("allow private addresses only in the sandbox, unless set", () => {
    const asks = (env: Record<string, string>) =>
      readEnv({ EPP_TLDS: "com", ...account, ...env }).DNS_ALLOW_PRIVATE_NETWORKS;
    expect(asks(base)).toBe(true);
    expect(asks({ ...base, DNS_ALLOW_PRIVATE_NETWORKS: "false" })).toBe(false);
    expect(asks(live)).toBe(false);
    expect(asks({ ...live, DNS_ALLOW_PRIVATE_NETWORKS: "true" })).toBe(true);
  });
});

describe("a missing or invalid setting", () => {
  it("is reported with its requirement, together with all others, and never with its value", () => {
    const wrong = {
      ...account,
      ENCRYPTION_KEY: base.ENCRYPTION_KEY,
      AUTH_SECRET: "too short",
      EPP_MAX_SESSIONS: "many",
      API_PORT: "99999",
      DNS_ALLOW_PRIVATE_NETWORKS: "perhaps",
      API_URL: "foo",
      COOKIE_DOMAIN: "http://x",
      SMTP_URL: "relay",
      DNS_RESOLVERS: "127.0.0.1:53,resolver",
    };
    expect(() => readEnv(wrong)).toThrow(
      "DATABASE_URL: must be set; API_PORT: must be a whole number from 0 to 65535; " +
        "API_URL: must be an http or https address; COOKIE_DOMAIN: must be a domain, such as example.com; " +
        "AUTH_SECRET: must have at least 32 characters; " +
        "EPP_MAX_SESSIONS: must be a whole number of at least 1; " +
        "DNS_RESOLVERS.1: must be addresses as ip or ip:port; " +
        "DNS_ALLOW_PRIVATE_NETWORKS: must be true or false; " +
        "SMTP_URL: must be an address such as smtps://user:password@relay.example.com",
    );
  });
});

describe("a missing registrar", () => {
  const words =
    "EPP_CLIENT_ID: must be set to your account at EPP_HOST, unless REGISTRARS is set; " +
    "EPP_PASSWORD: must be set to that account's password, unless REGISTRARS is set";

  it.each([{}, { EPP_CLIENT_ID: "", EPP_PASSWORD: "" }, { REGISTRARS: "" }])("is reported for %j", (env) => {
    expect(() => readEnv({ ...base, ...env })).toThrow(new EnvError(words));
  });

  it("is reported together with other missing settings", () => {
    expect(() => readEnv({ DATABASE_URL: "", EPP_HOST: "epp.example" })).toThrow(
      new EnvError(
        `DATABASE_URL: must be set; AUTH_SECRET: must be set; ENCRYPTION_KEY: must be set; ${words}`,
      ),
    );
  });
});

describe("payments in the environment", () => {
  const secrets = { STRIPE_SECRET_KEY: "sk_test_key", STRIPE_WEBHOOK_SECRET: "whsec_secret" };
  const liveKey = { STRIPE_SECRET_KEY: "sk_live_key" };
  const paymentsOf = (env: Record<string, string>) => readEnv({ ...base, ...account, ...env }).payments;
  const liveWithout = { ...live, EPP_TLDS: "com", PAYMENTS: "" };

  it("are on with Stripe's key and webhook secret", () => {
    const on = { secretKey: "sk_test_key", webhookSecret: "whsec_secret", apiBase: "https://api.stripe.com" };
    expect(paymentsOf(secrets)).toEqual(on);
    const inLiveMode = { ...liveWithout, ...secrets, ...liveKey, PRICE_LIST_FILE: "prices.json" };
    expect(paymentsOf(inLiveMode)).toEqual({ ...on, secretKey: "sk_live_key" });
    const STRIPE_API_BASE = "http://127.0.0.1:4242";
    expect(paymentsOf({ ...secrets, STRIPE_API_BASE })).toEqual({ ...on, apiBase: STRIPE_API_BASE });
  });

  it("name the seller on receipts", () => {
    const sellerOf = (env: Record<string, string>) => readEnv({ ...base, ...account, ...env }).seller;
    expect(sellerOf({ SELLER_NAME: "" })).toEqual({ name: "Zonepost", addressLines: [], vatId: null });
    const seller = { SELLER_NAME: "Example GmbH", SELLER_VAT_ID: "DE123456789" };
    expect(sellerOf({ ...seller, SELLER_ADDRESS: "Linienstraße 12\\n10178 Berlin\nGermany" })).toEqual({
      name: "Example GmbH",
      addressLines: ["Linienstraße 12", "10178 Berlin", "Germany"],
      vatId: "DE123456789",
    });
  });

  it("are off on request, and in a sandbox without a card processor", () => {
    expect(paymentsOf({})).toBeNull();
    expect(paymentsOf({ ...secrets, PAYMENTS: "off" })).toBeNull();
    expect(paymentsOf({ ...live, EPP_TLDS: "com" })).toBeNull();
  });

  it.each([
    [liveWithout, "STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET"],
    [{ PAYMENTS: "on" }, "STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET"],
    [{ ...liveWithout, STRIPE_SECRET_KEY: "sk_live_key" }, "STRIPE_WEBHOOK_SECRET"],
    [{ STRIPE_WEBHOOK_SECRET: "whsec_secret" }, "STRIPE_SECRET_KEY"],
  ])("of %j are refused in one line", (env, missing) => {
    const message = `${missing}: must be set to charge cards; otherwise set PAYMENTS=off`;
    expect(() => paymentsOf(env)).toThrow(new EnvError(message));
  });

  it("require a price list in live mode", () => {
    const message =
      "PRICE_LIST_FILE: must be set to charge cards, or customers would pay what the registries charge you (see docs/price-list.md); otherwise set PAYMENTS=off";
    expect(() => paymentsOf({ ...liveWithout, ...secrets, ...liveKey })).toThrow(new EnvError(message));
    expect(paymentsOf({ ...liveWithout, ...secrets, ...liveKey, PAYMENTS: "off" })).toBeNull();
  });

  it.each(["sk_live_key", "rk_live_key"])("are refused in the sandbox with %s", (STRIPE_SECRET_KEY) => {
    expect(() => paymentsOf({ ...secrets, STRIPE_SECRET_KEY })).toThrow(
      /STRIPE_SECRET_KEY: the sandbox doesn't accept a live key/,
    );
  });

  it("are refused if test cards would be sent to Stripe", () => {
    const control = { ...secrets, CARDS_CONTROL_SECRET: "of the sandbox's card processor" };
    for (const STRIPE_API_BASE of ["", "https://api.stripe.com"]) {
      expect(() => paymentsOf({ ...control, STRIPE_API_BASE })).toThrow(
        /^STRIPE_API_BASE: must be the sandb/,
      );
    }
    const STRIPE_API_BASE = "http://127.0.0.1:4242";
    expect(paymentsOf({ ...control, STRIPE_API_BASE })).toMatchObject({ apiBase: STRIPE_API_BASE });
  });

  it("are refused with another server's path", () => {
    const path = { ...secrets, STRIPE_API_BASE: "https://proxy.example/stripe" };
    expect(() => paymentsOf(path)).toThrow(/STRIPE_API_BASE: must be an address without a path/);
  });
});

describe("mail servers in the environment", () => {
  const serversWith = (more: Record<string, string>) => readEnv({ ...base, ...account, ...more }).mailServers;
  const MAIL_HOST_NAME = "mail.example.net";
  const startTls = (port: number) => ({ host: MAIL_HOST_NAME, port, security: "starttls" });

  it("are null without their host", () => {
    expect(serversWith({})).toBeNull();
    expect(serversWith({ MAIL_HOST_NAME: "" })).toBeNull();
    expect(() => serversWith({ MAIL_HOST_NAME: "localhost" })).toThrow("MAIL_HOST_NAME: must be a host name");
  });

  it("are all on one host and the usual ports by default", () => {
    expect(serversWith({ MAIL_HOST_NAME: "Mail.Example.net" })).toEqual({
      hostName: MAIL_HOST_NAME,
      imap: { host: MAIL_HOST_NAME, port: 993, security: "tls" },
      submission: { host: MAIL_HOST_NAME, port: 465, security: "tls" },
      sieve: startTls(4190),
      alternatives: { imap: startTls(143), submission: startTls(587) },
    });
  });

  it("have names and ports of their own, or none", () => {
    const MAIL_IMAP_HOST = "imap.example.net";
    const more = {
      MAIL_IMAP_HOST,
      MAIL_IMAP_PORT: "1993",
      MAIL_SIEVE_PORT: "0",
      MAIL_IMAP_STARTTLS_PORT: "0",
    };
    expect(serversWith({ MAIL_HOST_NAME, ...more })).toMatchObject({
      imap: { host: MAIL_IMAP_HOST, port: 1993 },
      submission: { host: MAIL_HOST_NAME },
      sieve: null,
      alternatives: { imap: null },
    });
  });
});

describe("each setting with a form", () => {
  const right = { ...base, ...account };
  const wrong: Record<string, string[]> = {
    ZONEPOST_MODE: ["production"],
    DATABASE_URL: [
      "mysql://db/zonepost",
      "postgres://u:my#p@ss%w@db/zonepost",
      "postgres://u:1%@db/zonepost",
    ],
    DATABASE_DIRECT_URL: ["localhost", "postgres://u:1#2@db/zonepost"],
    DATABASE_IS_EMBEDDED: ["yes"],
    DATABASE_MAX_CONNECTIONS: ["0", "many"],
    API_PORT: ["-1", "65536", "4000.5", "http"],
    PANEL_PORT: ["99999"],
    API_MAX_CONNECTIONS: ["0"],
    API_URL: [
      "api.example.com",
      "ftp://api.example.com",
      "https://user@api.example.com",
      "https://api.example.com?a=1",
    ],
    PANEL_URL: [
      "panel.example.com",
      "http://localhost:3000/zonepost",
      "https://panel.example.com/?next=1",
      "https://panel.example.com#top",
      "https://user:pass@panel.example.com",
    ],
    COOKIE_DOMAIN: ["http://example.com", "example"],
    TRUSTED_PROXY_COUNT: ["-1", "11"],
    AUTH_SECRET: ["short"],
    ENCRYPTION_KEY: ["c2hvcnQ=", "%"],
    ENCRYPTION_KEYS_RETIRED: ["c2hvcnQ="],
    EPP_PORT: ["x"],
    EPP_CLIENT_ID: ["ab"],
    EPP_PASSWORD: ["short"],
    EPP_MAX_SESSIONS: ["0"],
    EPP_TLDS: ["münchen"],
    REGISTRARS: ["{", "{}", '[{"code":"A"}]', "[1]", '[{"code":"a","host":1,"unknown":[]}]'],
    DNS_RESOLVERS: ["resolver", "127.0.0.1:x", "127.0.0.1:0", "192.0.2.1:99999", "[2001:db8::1]:65536"],
    DNS_NAMESERVER_PORT: ["x", "0", ""],
    SMTP_URL: ["relay", "smtps://user:p#ss@relay.example.com", "smtps://user:p%ss@relay.example.com"],
    OPERATOR_EMAIL: ["operator", "a@b", '"o"@example.com'],
    REGISTRY_LOW_BALANCE: ["5,00", "-5"],
    PAYMENTS: ["maybe"],
    AUTO_RENEW_LEAD_DAYS: ["0", "61"],
    STRIPE_API_BASE: ["api.stripe.com", "https://api.stripe.com/v1"],
    MAIL_HOST_NAME: ["mail", "https://mail.example.com"],
    MAIL_IMAP_PORT: ["x"],
    MAIL_MX_HOSTS: ["mx1.example.com,mx2"],
    MAIL_MTA_STS_MODE: ["none"],
    MAIL_FROM: ["Zonepost", "Zonepost <no-reply>", "a@example.com\nBcc: b@example.com", "<a@b> <c@d>"],
    LOST_DISPUTE: ["refund"],
    REFUNDS: ["customers"],
    LOG_LEVEL: ["verbose"],
    AUDIT_RETENTION_DAYS: ["0"],
  };

  it.each(Object.entries(wrong).flatMap(([name, values]) => values.map((value) => [name, value] as const)))(
    "is refused in one line that names it, and without its value: %s=%j",
    (name, value) => {
      let message = "";
      try {
        readEnv({ ...right, [name]: value });
      } catch (error) {
        expect(error).toBeInstanceOf(EnvError);
        message = (error as Error).message;
      }
      expect(message).toMatch(new RegExp(`^${name}\\b.*: `));
      expect(message).not.toContain("\n");
      expect(message).not.toMatch(/invalid|expected|received|too (small|big)/i);
      expect(value.length > 12 && message.includes(value)).toBe(false);
    },
  );

  it.each([
    ["PANEL_URL", "https://panel.example.com/", "https://panel.example.com"],
    ["API_URL", "https://example.com/api/", "https://example.com/api"],
    ["OPERATOR_EMAIL", " R&D@Example.com ", "r&d@example.com"],
    ["DATABASE_DIRECT_URL", "", undefined],
    ["MAIL_FROM", "Zonepost \u{20bb7} <no-reply@example.com>", "Zonepost \u{20bb7} <no-reply@example.com>"],
  ])("is read as it is meant: %s=%j", (name, value, read) => {
    expect(readEnv({ ...right, [name]: value })[name as "PANEL_URL"]).toBe(read);
  });
});
