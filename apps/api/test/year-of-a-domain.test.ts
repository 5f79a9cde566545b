import { domainOperations } from "@zonepost/db";
import { describe, expect, it } from "vitest";
import { startApi } from "./start-api.ts";
import {
  checkLives,
  daysOfYear,
  historyOf,
  liveThroughYear,
  registryDate,
  settleIn,
  toldOf,
  yearsOn,
} from "./year-of-a-domain.ts";

describe("a year of a domain", () => {
  it("brings four notices, expiry, redemption, restore and renewal, each event once with two workers at it", async () => {
    await using api = await startApi();
    await Promise.all([api.startWorker(), api.startWorker()]);
    const { register, read, pass, ask, workspace } = await settleIn(api);
    const [left, kept, lost] = [
      await register("left-alone.com", false),
      await register("kept-by-itself.com", true),
      await register("lost-for-good.com", false),
    ];
    const begun = await read(left);
    const year = daysOfYear(begun.registeredAt);
    const notices = [30, 15, 7, 1].map((days) => `${year - days}: expiring_soon ${days}`);
    const keptBefore = await read(kept);

    await pass(year - 2);
    expect((await read(left)).explanation).toMatchObject({ code: "expires_soon", nextActor: "you" });
    await pass(3);
    expect(await read(left)).toMatchObject({
      status: "expired",
      expiresAt: begun.expiresAt,
      explanation: { code: "expired_in_grace", nextActor: "you" },
    });
    expect(await toldOf(api, workspace, left)).toEqual(["0: registered", ...notices, `${year}: expired`]);
    expect(await read(kept)).toMatchObject({
      status: "active",
      expiresAt: yearsOn(keptBefore.expiresAt, 1),
      explanation: { code: "active_auto_renew", nextActor: "zonepost" },
    });
    expect(await toldOf(api, workspace, kept)).toEqual(["0: registered", ...notices]);
    expect(await registryDate(api, kept)).toBe(yearsOn(keptBefore.expiresAt, 1));

    await pass(30);
    expect(await read(left)).toMatchObject({
      status: "redemption",
      explanation: { code: "in_redemption", nextActor: "you" },
    });
    const restored = await ask("POST", `/domains/${left}/restore`, {});
    expect(restored).toMatchObject({ kind: "restore", state: "succeeded", priceCents: 7900 + 1188 });
    expect(await read(left)).toMatchObject({ status: "active", expiresAt: yearsOn(begun.expiresAt, 1) });
    const renewal = { currentExpiresAt: yearsOn(begun.expiresAt, 1) };
    expect((await ask("POST", `/domains/${left}/renew`, renewal)).state).toBe("succeeded");
    expect(await read(left)).toMatchObject({ status: "active", expiresAt: yearsOn(begun.expiresAt, 2) });
    expect(await registryDate(api, left)).toBe(yearsOn(begun.expiresAt, 2));

    await pass(30);
    expect(await read(lost)).toMatchObject({ status: "pending_delete" });
    await pass(6);
    expect((await api.call({ path: `/domains/${lost}`, cookie: workspace.owner.cookie })).status).toBe(404);
    expect(await api.wired.registrars.byCode("primary")?.readDomain(lost)).toEqual({ kind: "unregistered" });

    expect(await toldOf(api, workspace, left)).toEqual(["0: registered", ...notices, `${year}: expired`]);
    expect(await historyOf(api, left)).toEqual([
      "Registered for 1 year",
      "Expires within 30 days",
      "Expires within 15 days",
      "Expires within 7 days",
      "Expires within 1 day",
      "Expired without renewal",
      "Given up at the registry: it can be restored until it is deleted",
      "Restored",
      "Renewed for 1 year",
    ]);
    expect((await historyOf(api, kept)).at(-1)).toBe("Renewed for 1 year");
    expect((await historyOf(api, lost)).slice(-3)).toEqual([
      "Given up at the registry: it can be restored until it is deleted",
      "Can no longer be restored: the registry deletes it",
      "Deleted: the name is free again",
    ]);
    const states = await api.db.selectDistinct({ state: domainOperations.state }).from(domainOperations);
    expect(states).toEqual([{ state: "succeeded" }]);
  }, 120_000);

  it("loses nothing and doubles nothing where the worker is killed while it renews and while it deletes", async () => {
    checkLives(await liveThroughYear({ domainsOfEach: 1, killsOfEach: 1 }), 2);
  }, 120_000);
});
