import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import messages from "../../../messages/en.json" with { type: "json" };

const source = resolve(import.meta.dirname, "../../../../api/src");
const { actions, ...words } = messages.auditLog;
const groups: Record<string, Record<string, string>> = actions;

/** Matches the action names in the service's source: the value of an `action`, a choice of two, or a template. */
const place = /\baction(?::|\s=)\s*([^,;{}]*?"[a-z_]+\.[a-z_]+"[^,;{}]*)/g;
const quoted = /"([a-z_]+\.[a-z_]+)"/g;
const secondFactor = /type SecondFactorChange = ([^;]+);/;

function emittedActions(): string[] {
  const found = new Set<string>();
  for (const file of globSync("**/*.ts", { cwd: source })) {
    if (file.endsWith(".test.ts")) {
      continue;
    }
    const code = readFileSync(resolve(source, file), "utf8");
    for (const [, value = ""] of code.matchAll(place)) {
      for (const [, action = ""] of value.matchAll(quoted)) {
        // These are in the installation's log, which no workspace sees.
        if (!action.startsWith("operator.")) {
          found.add(action);
        }
      }
    }
    for (const [change] of secondFactor.exec(code)?.[1]?.matchAll(/\w+/g) ?? []) {
      found.add(`second_factor.${change}`);
    }
  }
  return [...found].sort();
}

const emitted = emittedActions();

describe("audit log messages", () => {
  it("exist for every action that the API records", () => {
    expect(emitted).toEqual(
      expect.arrayContaining([
        "domain.locked",
        "domain.unlocked",
        "domain.batch_requested",
        "domain.expiry_notice",
        "second_factor.enabled",
        "session.signed_in",
        "password.reset",
      ]),
    );
  });
  it.each(emitted)("describe %s in a sentence", (action) => {
    const [group = "", name = ""] = action.split(".");
    expect(groups[group]?.[name]).toEqual(expect.any(String));
  });
  it.each(emitted)("name the kind that %s filters by", (action) => {
    expect(words).toHaveProperty(`kind_${action.split(".")[0]}`);
  });
});
