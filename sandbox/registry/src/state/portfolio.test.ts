import { sandboxDomainDates, sandboxPortfolio } from "@zonepost/sandbox-portfolio";
import { describe, expect, it } from "vitest";
import { changeNameservers, firstDsRecords } from "../rules/delegation.ts";
import { validateName } from "../rules/names.ts";
import { addYears } from "../rules/years.ts";
import { movingInAuthInfo, movingInDomains } from "./moving-in.ts";

const firstRunAt = new Date("2026-11-21T09:00:00.750Z");
const workspaces = ["demo", "other"] as const;

describe("the sandbox's portfolio", () => {
  it.each(workspaces)(
    "gives the workspace %s at least nine domains, one of them internationalized",
    (workspace) => {
      const owned = sandboxPortfolio.filter((domain) => domain.workspace === workspace);
      expect(owned.length).toBeGreaterThanOrEqual(9);
      expect(owned.filter((domain) => domain.name.startsWith("xn--"))).toHaveLength(1);
      expect(new Set(owned.map((domain) => domain.name.split(".")[1]))).toEqual(
        new Set(["com", "net", "org", "dev", "io", "eu", "de"]),
      );
    },
  );

  it("has one domain of the demo workspace close to expiry, and all others far from it", () => {
    const close = sandboxPortfolio.filter((domain) => domain.expiresInDays <= 45);
    expect(close).toHaveLength(1);
    expect(close[0]).toMatchObject({ workspace: "demo", expiresInDays: 6 });
  });

  it("satisfies the registry's own rules", () => {
    expect(new Set(sandboxPortfolio.map((domain) => domain.name)).size).toBe(sandboxPortfolio.length);
    for (const domain of sandboxPortfolio) {
      const validated = validateName(domain.name);
      if (validated.kind === "rejected") {
        throw new Error(`${domain.name}: ${validated.reason}`);
      }
      expect(validated.magic).toBeUndefined();
      const named = domain.nameservers.map((name) => ({ name }));
      expect(changeNameservers([], [], named, validated.rules)).toEqual(domain.nameservers);
      if (domain.dsRecords.length > 0) {
        expect(firstDsRecords({ dsData: domain.dsRecords, keyData: [] }, validated.rules)).toEqual(
          domain.dsRecords,
        );
      }
      const { registeredAt, expiresAt } = sandboxDomainDates(domain, firstRunAt);
      expect(registeredAt.getTime()).toBeLessThan(firstRunAt.getTime());
      expect(addYears(registeredAt, domain.registeredYears)).toEqual(expiresAt);
      expect(expiresAt.getTime()).toBeLessThanOrEqual(
        addYears(firstRunAt, validated.rules.maxYears).getTime(),
      );
    }
  });

  it("has dates in whole seconds", () => {
    const dates = sandboxDomainDates({ expiresInDays: 6, registeredYears: 4 }, firstRunAt);
    expect(dates.expiresAt).toEqual(new Date("2026-11-27T09:00:00Z"));
    expect(dates.registeredAt).toEqual(new Date("2022-11-27T09:00:00Z"));
  });
});

describe("the domains to transfer in", () => {
  it("satisfy the registry's own rules, with one of each kind", () => {
    for (const { name, registeredDaysAgo, registeredYears, dsRecords } of movingInDomains) {
      const validated = validateName(name);
      if (validated.kind === "rejected") {
        throw new Error(`${name}: ${validated.reason}`);
      }
      expect(validated.magic).toBeUndefined();
      expect(firstDsRecords({ dsData: dsRecords, keyData: [] }, validated.rules)).toEqual(dsRecords);
      expect(registeredDaysAgo).toBeLessThan(registeredYears * 365);
    }
    expect(movingInDomains.filter((domain) => domain.isLocked)).toHaveLength(1);
    expect(movingInDomains.filter((domain) => domain.registeredDaysAgo < 60)).toHaveLength(1);
    expect(movingInDomains.filter((domain) => domain.dsRecords.length > 0)).toHaveLength(1);
    expect(movingInAuthInfo.length).toBeGreaterThanOrEqual(8);
  });
});
