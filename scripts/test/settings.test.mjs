import { afterEach, describe, expect, it } from "vitest";
import { OperatorError } from "../../packages/embedded-postgres/src/host.mjs";
import { requirePort } from "../supervisor/ports.mjs";
import { childEnvironment, readSettings } from "../supervisor/settings.mjs";

const before = { ...process.env };
afterEach(() => {
  for (const name of Object.keys(process.env)) {
    delete process.env[name];
  }
  Object.assign(process.env, before);
});

const settingsWith = (variables) => {
  Object.assign(process.env, variables);
  return readSettings({ isDevelopment: false });
};

describe("a wrong setting", () => {
  const wrong = {
    ZONEPOST_MODE: ["production"],
    API_PORT: ["http", "65536", "-1", "40 00", "3000"],
    PANEL_PORT: ["3000.5", "4000"],
    HOST: ["0.0.0.0"],
    APIS: ["0", "100", "two"],
    WORKERS: ["-1", "1.5"],
    API_URL: ["api.example.com", "ftp://api.example.com", "http://"],
    PANEL_URL: [
      "panel.example.com",
      "http://localhost:3000/zonepost",
      "https://panel.example.com?next=1",
      "https://user:pass@panel.example.com",
    ],
    DATABASE_URL: [
      "localhost/zonepost",
      "mysql://db/zonepost",
      "postgres://u:my#p@ss%w/x@db/zonepost",
      "postgres://u:12/3@db/zonepost",
      "postgres://u:100%@db/zonepost",
    ],
    DATABASE_DIRECT_URL: ["postgres://u:1#2@db/zonepost"],
  };

  it.each(Object.entries(wrong).flatMap(([name, values]) => values.map((value) => [name, value])))(
    "is refused in one line that names it, before anything starts: %s=%s",
    async (name, value) => {
      const error = await settingsWith({ API_PORT: "4000", PANEL_PORT: "3000", [name]: value }).then(
        () => expect.unreachable("it was accepted"),
        (reason) => reason,
      );
      expect(error).toBeInstanceOf(OperatorError);
      expect(error.publicMessage).toContain(name);
      expect(error.publicMessage).not.toContain("\n");
      if (name.startsWith("DATABASE")) {
        expect(error.publicMessage).not.toContain(value);
      }
    },
  );

  it("is an address of a database elsewhere without TLS in live mode, unless that is accepted", async () => {
    const ports = { API_PORT: "4000", PANEL_PORT: "3000" };
    for (const name of ["DATABASE_URL", "DATABASE_DIRECT_URL"]) {
      const open = { ...ports, [name]: "postgres://u:p@db.example.com/zonepost" };
      await expect(settingsWith({ ...open, ZONEPOST_MODE: "sandbox" })).resolves.toBeDefined();
      await expect(settingsWith({ ...open, ZONEPOST_MODE: "live" })).rejects.toMatchObject({
        publicMessage: expect.stringMatching(
          `^${name} is a database on another machine, without TLS.*sslmode`,
        ),
      });
      const accepted = { ...open, ZONEPOST_MODE: "live", LIVE_ALLOW_UNSAFE: `API_URL, ${name}` };
      await expect(settingsWith(accepted)).resolves.toBeDefined();
      delete process.env[name];
    }
  });

  it("is named too if it is an address that this machine doesn't have", async () => {
    for (const host of ["203.0.113.7", "no such host"]) {
      await expect(requirePort("API_PORT", 4000, host)).rejects.toMatchObject({
        publicMessage: expect.stringMatching(`API_PORT.*HOST=${host}`),
      });
    }
  });
});

describe("an outgoing proxy", () => {
  const noProxyWith = async (variables) => {
    const settings = await settingsWith({ API_PORT: "0", PANEL_PORT: "0", ...variables });
    const env = childEnvironment({ settings, secrets: {}, databaseUrl: undefined, registryPort: 1 });
    const { NO_PROXY, no_proxy } = /** @type {Record<string, string | undefined>} */ (env);
    return [NO_PROXY, no_proxy];
  };

  it("is never used for connections within this machine, whatever its own exceptions are", async () => {
    delete process.env.NO_PROXY;
    delete process.env.no_proxy;
    const own = "127.0.0.1,localhost,::1,[::1]";
    expect(await noProxyWith({})).toEqual([own, undefined]);
    expect(await noProxyWith({ NO_PROXY: "localhost" })).toEqual([
      "localhost,127.0.0.1,::1,[::1]",
      undefined,
    ]);
    expect(await noProxyWith({ NO_PROXY: ".example.com, 10.0.0.1", no_proxy: "" })).toEqual([
      `.example.com,10.0.0.1,${own}`,
      own,
    ]);
  });
});
