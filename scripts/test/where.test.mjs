import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const where = (name) => {
  const script = fileURLToPath(new URL("../where.mjs", import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, [script, name], { encoding: "utf8" });
  const lines = stdout.split("\n").map((line) => /^(\w+) +(.*?):\d+ /.exec(line)?.slice(1).join(" "));
  return { status, lines };
};

it.each([
  [
    "an event",
    "domain.registered",
    "packages/schema/src/webhooks/events.ts",
    "written apps/api/src/modules/domains/",
  ],
  [
    "an error",
    "already_ordered",
    "apps/api/src/modules/orders/errors.ts",
    "written apps/api/src/modules/orders/",
  ],
  [
    "a right",
    "domains:release",
    "packages/schema/src/accounts/rights.ts",
    "read apps/api/src/modules/domains/",
  ],
  [
    "a table",
    "webhook_endpoints",
    "packages/db/src/tables/webhooks.ts",
    "written apps/api/src/modules/webhooks/",
  ],
])("finds where %s is declared and used", (_, name, file, use) => {
  const { status, lines } = where(name);
  expect(status).toBe(0);
  expect(lines).toContain(`declared ${file}`);
  expect(lines.some((line) => line?.startsWith(use))).toBe(true);
});

it("fails if nothing has the name", () => {
  expect(where(["unknown", "name"].join("_")).status).toBe(1);
});
