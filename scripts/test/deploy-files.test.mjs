import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readEnv } from "../../apps/api/src/env.ts";
import { unsafeSettings } from "../../apps/api/src/unsafe-settings.ts";
import { roleOfContainer } from "../../deploy/role-of-container.mjs";
import { root } from "../project.mjs";
import { findProgram } from "../system-packages.mjs";

// The files with which an installation is set up: no container engine and no systemd runs here, so they are read.

const deploy = path.join(root, "deploy");
const read = (name) => fs.readFileSync(path.join(deploy, name), "utf8");

/** Its instructions, with continued lines in one. */
function readDockerfile(name) {
  const lines = read(name)
    .replace(/^\s*#.*\n/gm, "")
    .replace(/\\\n\s*/g, "")
    .split("\n")
    .filter(Boolean);
  return lines.map((line) => {
    const [, instruction = "", rest = ""] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    return { instruction, words: rest.split(/\s+/), rest };
  });
}

/** @type {{ services: Record<string, any>, secrets: Record<string, { file: string }>, volumes: Record<string, unknown> }} */
const compose = parse(read("compose.yaml"), { merge: true });
const services = Object.entries(compose.services);
const ours = services.filter(([, { image }]) => image.includes("ZONEPOST_IMAGE"));
const settingNames = [
  ...fs.readFileSync(path.join(root, "apps/api/src/env.ts"), "utf8").matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm),
].map(([, name]) => name);
const exampleSettings = Object.fromEntries(
  read("zonepost.env.example")
    .split("\n")
    .filter((line) => /^\w/.test(line))
    .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
);

describe("the mail host's image", () => {
  const instructions = readDockerfile("mail/Dockerfile");
  const all = (name) => instructions.filter(({ instruction }) => instruction === name);

  it("is built from named versions of Debian 12, with the packages that a host needs", () => {
    const { catalog } = parse(fs.readFileSync(path.join(root, "pnpm-workspace.yaml"), "utf8"));
    expect(all("FROM").map(({ words }) => words[0])).toEqual([
      `node:${catalog.node}-bookworm-slim`,
      "debian:12-slim",
    ]);
    const packagesIn = (text) =>
      new Set(/--no-install-recommends ((?:[\w -]|\\\n)+)/.exec(text)?.[1]?.match(/[a-z][\w-]+/g));
    const onHost = packagesIn(fs.readFileSync(path.join(root, "docs/mail.md"), "utf8"));
    for (const onlyThere of ["certbot", "git", "npm"]) {
      onHost.delete(onlyThere);
    }
    expect(packagesIn(all("RUN")[1]?.rest ?? "")).toEqual(onHost);
  });

  it("runs the program of a mail host, on the ports that compose.yaml publishes", () => {
    expect(all("ENTRYPOINT").at(-1)?.rest).toBe('["zonepost", "mail"]');
    expect(all("HEALTHCHECK").at(-1)?.rest).toMatch(/CMD \["zonepost", "health", "mail"\]$/);
    const { ports, volumes } = compose.services.mail;
    expect(ports).toEqual(all("EXPOSE")[0]?.words.map((port) => `${port}:${port}`));
    expect(volumes.map((each) => each.split(":")[1])).toEqual(
      expect.arrayContaining(all("VOLUME")[0]?.words ?? []),
    );
  });

  it("has what its own services name", () => {
    const folder = path.join(deploy, "mail/container");
    for (const name of fs.readdirSync(folder)) {
      for (const [, file] of fs
        .readFileSync(path.join(folder, name), "utf8")
        .matchAll(/\/opt\/zonepost\/(\S+)/g)) {
        expect([name, fs.existsSync(path.join(root, file ?? ""))]).toEqual([name, true]);
      }
    }
  });
});

describe("the image", () => {
  const instructions = readDockerfile("Dockerfile");
  const all = (name) => instructions.filter(({ instruction }) => instruction === name);

  it("is built from named versions, by one script, and takes its result alone", () => {
    for (const { words } of all("FROM")) {
      expect(words[0]).toMatch(/^[a-z]+:\d[\w.]*-(trixie-)?slim$/);
    }
    expect(all("RUN").map(({ rest }) => rest)).toEqual(["node deploy/build.mjs --to /opt/zonepost"]);
    const lastFrom = instructions.findLastIndex(({ instruction }) => instruction === "FROM");
    const copies = instructions.slice(lastFrom).filter(({ instruction }) => instruction === "COPY");
    expect(copies.map(({ rest }) => rest)).toEqual(["--from=build /opt/zonepost /opt/zonepost"]);
  });

  it("is built with the Node that the packages bring", () => {
    const { catalog } = parse(fs.readFileSync(path.join(root, "pnpm-workspace.yaml"), "utf8"));
    expect(all("FROM")[0]?.words[0]).toBe(`node:${catalog.node}-trixie-slim`);
  });

  it("runs as a user other than root, and says how it is stopped, checked and reached", () => {
    expect(all("USER").at(-1)?.rest).toMatch(/^[1-9]\d+:[1-9]\d+$/);
    expect(all("STOPSIGNAL").at(-1)?.rest).toBe("SIGTERM");
    expect(all("HEALTHCHECK").at(-1)?.rest).toMatch(/CMD \["zonepost", "health"\]$/);
    expect(all("ENTRYPOINT").at(-1)?.rest).toBe('["zonepost"]');
    expect(all("EXPOSE").at(-1)?.words).toEqual(["3000", "4000"]);
  });

  it("isn't built from what a checkout has beside its sources", () => {
    const ignored = fs.readFileSync(path.join(root, ".dockerignore"), "utf8").split("\n");
    expect(ignored).toEqual(
      expect.arrayContaining(["**/node_modules", ".data", "deploy/secrets", ".git", "deploy/*.env"]),
    );
  });
});

describe("compose.yaml", () => {
  it.each(services)("hardens %s", (name, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
      init: true,
    });
    if (name === "mail") {
      // What its units have together, and nothing else.
      const units = fs
        .readdirSync(path.join(deploy, "systemd"))
        .filter((each) => /^zonepost-mail-.*service$/.test(each));
      const named = units.flatMap(
        (each) => /^CapabilityBoundingSet=(.*)$/m.exec(read(`systemd/${each}`))?.[1]?.split(" ") ?? [],
      );
      expect(service.cap_add).toEqual([...new Set(named)].map((each) => each.replace("CAP_", "")).sort());
    } else {
      expect(service.user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
      expect(service.cap_add).toBeUndefined();
    }
    expect(service.privileged).toBeUndefined();
    if (name !== "migrate") {
      expect(service).toMatchObject({
        restart: "unless-stopped",
        healthcheck: {
          test: ["CMD", ...Array(service.healthcheck.test.length - 1).fill(expect.any(String))],
        },
        stop_grace_period: expect.stringMatching(/^\d+s$/),
      });
    }
  });

  it("starts each service after what it needs", () => {
    for (const [name, { depends_on: needs = {} }] of services) {
      for (const [needed, { condition }] of Object.entries(/** @type {Record<string, any>} */ (needs))) {
        expect([name, compose.services[needed]]).toEqual([name, expect.anything()]);
        expect(condition).toBe(needed === "migrate" ? "service_completed_successfully" : "service_healthy");
      }
    }
    expect(compose.services.api.depends_on).toHaveProperty("migrate");
    expect(compose.services.worker.depends_on).toHaveProperty("migrate");
    expect(compose.services.migrate.depends_on).toHaveProperty("postgres");
  });

  it("runs roles that the image has, and checks the health of each", () => {
    const usage = spawnSync(process.execPath, [path.join(deploy, "zonepost.mjs"), "--help"], {
      encoding: "utf8",
    });
    const roles = /roles +(.*);/.exec(usage.stderr)?.[1]?.split(", ") ?? [];
    for (const [name, { command, healthcheck }] of ours) {
      expect(roles).toContain(command[0]);
      expect(name === "migrate" ? healthcheck : healthcheck.test).toEqual(
        name === "migrate" ? { disable: true } : ["CMD", "zonepost", "health", command[0]],
      );
    }
  });

  it.each([
    ["node\0/opt/zonepost/apps/api/src/entry/server.ts", "api"],
    ["node\0--heap\0apps/api/src/entry/worker.ts", "worker"],
    ["/sbin/docker-init\0--\0zonepost\0panel", "panel"],
    ["/sbin/docker-init\0--\0zonepost", undefined],
    ["/sbin/init", undefined],
    ["", undefined],
  ])("reads the role of a container from its first process: %j", (commandLine, role) => {
    const programs = {
      api: "apps/api/src/entry/server.ts",
      worker: "apps/api/src/entry/worker.ts",
      panel: "scripts/supervisor/serve-panel.mjs",
    };
    expect(roleOfContainer(programs, commandLine)).toBe(role);
  });

  it("has a secret for each setting that is one, and none in its text", () => {
    expect(Object.keys(compose.secrets).sort()).toEqual(
      [...new Set(services.flatMap(([, { secrets = [] }]) => secrets))].sort(),
    );
    for (const [name, { file }] of Object.entries(compose.secrets)) {
      expect(file).toBe(`secrets/${name}`);
    }
    const settings = ours.flatMap(([, { secrets = [], environment = {} }]) => [
      ...secrets,
      ...Object.keys(environment),
    ]);
    expect(settings.filter((name) => ![...settingNames, "API_INTERNAL_URL"].includes(name))).toEqual([]);
    expect(compose.services.panel.secrets ?? []).toEqual([]);
  });

  it("mounts what exists, or what it declares", () => {
    const mounted = services.flatMap(([, { volumes = [] }]) => volumes.map((each) => each.split(":")[0]));
    for (const source of mounted) {
      if (source.startsWith("./")) {
        const isMade = ["./config", "./caddy"].includes(source);
        expect([source, isMade || fs.existsSync(path.join(deploy, source))]).toEqual([source, true]);
      } else {
        expect(compose.volumes).toHaveProperty(source);
      }
    }
  });

  it("shares the database's socket, which is the only way to it", () => {
    const { network_mode, command, ports } = compose.services.postgres;
    expect([network_mode, command.includes("listen_addresses="), ports]).toEqual(["none", true, undefined]);
    expect(compose.services.postgres.image).toMatch(/^postgres:18-/);
    for (const [name, { secrets = [], volumes = [] }] of ours) {
      const hasSocket = volumes.some((each) => each.startsWith("database-socket:/run/postgresql"));
      expect([name, hasSocket]).toEqual([name, secrets.includes("DATABASE_URL")]);
    }
  });

  it("publishes no port of ours but the proxy's and the mail host's", () => {
    const published = services.filter(([, { ports }]) => ports).map(([name]) => name);
    expect(published).toEqual(["caddy", "mail"]);
  });
});

describe("zonepost.env.example", () => {
  const secrets = {
    DATABASE_URL: "postgres://zonepost:secret@/zonepost?host=/run/postgresql",
    AUTH_SECRET: "q8Yt1sQ0pV3nW7bK5xZ2mC9dF4gH6jLr",
    ENCRYPTION_KEY: Buffer.from(Array.from({ length: 32 }, (_, at) => (at * 37 + 11) % 256)).toString(
      "base64",
    ),
    SMTP_URL: "smtps://user:password@relay.example.com",
    EPP_PASSWORD: "registrar-pass",
    STRIPE_SECRET_KEY: `sk_live_${"a1B2c3D4e5F6"}g7H8i9`,
    STRIPE_WEBHOOK_SECRET: "whsec_a1B2c3D4e5F6g7H8i9J0k1L2m3",
  };

  it("has settings alone that exist, and no secret", () => {
    const names = Object.keys(exampleSettings);
    expect(names.filter((name) => !settingNames.includes(name))).toEqual([]);
    expect(names.filter((name) => Object.hasOwn(compose.secrets, name))).toEqual([]);
  });

  it("is, with the secrets, a complete and safe installation", () => {
    const env = readEnv({ ...exampleSettings, ...secrets, HOST: "0.0.0.0" });
    expect(unsafeSettings(env)).toEqual([]);
  });
});

describe("the units", () => {
  const units = fs
    .readdirSync(path.join(deploy, "systemd"))
    .filter((name) => name.startsWith("zonepost") && !name.startsWith("zonepost-mail"));
  const servicesOf = units.filter((name) => name.endsWith(".service"));
  /** Other servers' programs: with a user of their own, and without our settings. */
  const ofNameservers = "zonepost-dns.service";

  it("exist for the api, workers, the panel, migrations and nameservers", () => {
    expect(units.sort()).toEqual([
      "zonepost-api@.service",
      "zonepost-dns.service",
      "zonepost-migrate.service",
      "zonepost-panel.service",
      "zonepost-worker@.service",
      "zonepost.target",
    ]);
  });

  it.each(servicesOf)("confine %s", (name) => {
    const text = read(`systemd/${name}`);
    for (const line of [
      ...(name === ofNameservers
        ? ["User=zonepost-dns", "CapabilityBoundingSet=CAP_NET_BIND_SERVICE"]
        : ["User=zonepost", "CapabilityBoundingSet=", "EnvironmentFile=/etc/zonepost/zonepost.env"]),
      "NoNewPrivileges=true",
      "ProtectSystem=strict",
      "ProtectHome=true",
      "PrivateTmp=true",
      "SystemCallFilter=@system-service",
    ]) {
      expect(text.split("\n")).toContain(line);
    }
  });

  it.skipIf(!findProgram(["systemd-analyze"]))("are valid for systemd (skipped without it)", () => {
    const folder = fs.mkdtempSync(path.join(tmpdir(), "zonepost-units-"));
    try {
      for (const name of units) {
        // It looks at the programs too.
        const text = read(`systemd/${name}`).replaceAll("/opt/zonepost/bin", path.join(deploy, "bin"));
        fs.writeFileSync(path.join(folder, name), text);
      }
      const files = units.map((name) => path.join(folder, name));
      const { status, stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", ...files], {
        encoding: "utf8",
      });
      // Of other units of this machine too.
      const found = stderr.split("\n").filter((line) => line.includes("zonepost"));
      expect([status, found]).toEqual([0, []]);
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  });
});

it.skipIf(!findProgram(["caddy"]))("the Caddyfile is valid for Caddy (skipped without it)", () => {
  const env = { ...process.env, ...exampleSettings, XDG_DATA_HOME: tmpdir(), XDG_CONFIG_HOME: tmpdir() };
  const validate = ["validate", "--adapter", "caddyfile", "--config", path.join(deploy, "Caddyfile")];
  expect(execFileSync("caddy", validate, { env, encoding: "utf8" })).toContain("Valid configuration");
});
