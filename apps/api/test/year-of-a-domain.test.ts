import { domainOperations, events } from "@zonepost/db";
import { movingInAuthInfo } from "@zonepost/registry";
import { and, asc, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { wakeWorkers } from "../src/kernel/due-work/wake.ts";
import { dayMs } from "../src/kernel/durations.ts";
import {
  checkYears,
  daysOfYear,
  emittedEventsOf,
  historyOf,
  registryDate,
  runYear,
  settleIn,
  yearsOn,
} from "./support/domains/year-of-a-domain.ts";
import { startApi } from "./support/start-api.ts";
import { until } from "./support/until.ts";

describe("a year of a domain", () => {
  it("has four notices, expiry, redemption, restore and renewal, each event once with two workers", async () => {
    await using api = await startApi();
    await Promise.all([api.startWorker(), api.startWorker()]);
    const { register, read, pass, ask, workspace } = await settleIn(api);
    const [left, kept, lost, unpaid] = [
      await register("left-alone.com", false),
      await register("kept-by-itself.com", true),
      await register("lost-for-good.com", false),
      await register("left-alone.de", false),
    ];
    const begun = await read(left);
    const year = daysOfYear(begun.registeredAt);
    const notices = [30, 15, 7, 1].map((days) => `${year - days}: expiring_soon ${days}`);
    const [keptBefore, unpaidBefore] = [await read(kept), await read(unpaid)];

    await pass(year - 13.5);
    expect(await registryDate(api, kept)).toBe(yearsOn(keptBefore.expiresAt, 1));
    await pass(11.5);
    expect((await read(left)).explanation).toMatchObject({ code: "expires_soon", nextActor: "you" });
    await pass(3);
    expect(await read(left)).toMatchObject({
      status: "expired",
      expiresAt: begun.expiresAt,
      explanation: { code: "expired_in_grace", nextActor: "you" },
    });
    expect(await emittedEventsOf(api, workspace, left)).toEqual([
      "0: registered",
      ...notices,
      `${year}: expired`,
    ]);
    expect(await read(kept)).toMatchObject({
      status: "active",
      expiresAt: yearsOn(keptBefore.expiresAt, 1),
      explanation: { code: "active_auto_renew", nextActor: "zonepost" },
    });
    expect(await emittedEventsOf(api, workspace, kept)).toEqual(["0: registered", ...notices.slice(0, 2)]);
    expect(await registryDate(api, kept)).toBe(yearsOn(keptBefore.expiresAt, 1));

    // Its registry would have renewed it on that date, and kept the fee.
    expect(await read(unpaid)).toMatchObject({ status: "redemption", expiresAt: unpaidBefore.expiresAt });
    expect(await emittedEventsOf(api, workspace, unpaid)).toEqual([
      "0: registered",
      ...notices,
      `${year}: expired`,
    ]);
    const [deletion] = await api.db
      .select({ createdAt: domainOperations.createdAt })
      .from(domainOperations)
      .where(and(eq(domainOperations.domainName, unpaid), eq(domainOperations.kind, "deletion")));
    const hourMs = dayMs / 24;
    const leftMs = Date.parse(unpaidBefore.expiresAt) - (deletion?.createdAt.getTime() ?? 0);
    expect(leftMs).toBeGreaterThan(0);
    expect(leftMs).toBeLessThanOrEqual(hourMs);
    const renewals =
      await api.sql`select text from registry.poll_messages where text like ${`%renewed ${unpaid}%`}`;
    expect(renewals).toEqual([]);
    expect(await registryDate(api, unpaid)).toBe(unpaidBefore.expiresAt);

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

    expect(await emittedEventsOf(api, workspace, left)).toEqual([
      "0: registered",
      ...notices,
      `${year}: expired`,
    ]);
    expect(await historyOf(api, left)).toEqual([
      "Registered for 1 year",
      "Locked against transfers",
      "Expires within 30 days",
      "Expires within 15 days",
      "Expires within 7 days",
      "Expires within 1 day",
      "Expired without renewal",
      "Deleted; can be restored until the redemption period ends",
      "Restored",
      "Renewed for 1 year",
    ]);
    expect((await historyOf(api, kept)).at(-1)).toBe("Renewed for 1 year");
    expect((await historyOf(api, lost)).slice(-3)).toEqual([
      "Deleted; can be restored until the redemption period ends",
      "Redemption period over; about to be released",
      "Deleted and released",
    ]);
    const states = await api.db.selectDistinct({ state: domainOperations.state }).from(domainOperations);
    expect(states).toEqual([{ state: "succeeded" }]);

    // The domains were registered within a minute, so each moment has one email for all of them.
    const mails: { subject: string }[] = await ask("GET", "/sandbox/outbox");
    const subjects = mails.map(({ subject }) => subject.replace(/, 1 domain renews automatically$/, ""));
    // The two deletions are sent at once, so they share an email only if they are recorded together.
    const deletions = subjects.flatMap((subject) =>
      subject === "Transfers, auth codes and deletions: 2 domains"
        ? [`${left} was deleted`, `${lost} was deleted`]
        : [subject],
    );
    // Emails that become due in the same pass are sent in any order.
    expect(deletions.toSorted()).toEqual(
      [
        "3 domains expire in 30 days",
        "3 domains expire in 7 days",
        "3 domains expire in 1 day",
        `${unpaid} was deleted`,
        "2 domains expired",
        `${unpaid} is no longer registered`,
        `${left} was deleted`,
        `${lost} was deleted`,
        `${lost} is no longer registered`,
      ].toSorted(),
    );
  });

  it("emits one event for a transfer in and one for a transfer out, with two workers", async () => {
    await using api = await startApi({ seedRegistry: true });
    await Promise.all([api.startWorker(), api.startWorker()]);
    const { read, pass, ask, workspace, contactId } = await settleIn(api);
    const [soon, late] = ["moving-in.com", "moving-in.net"];
    const names = [soon, late];
    const mine = async () =>
      (await ask("GET", "/domains/mine")).map(({ name }: { name: string }) => name).toSorted();
    const arrivesAt = Date.parse((await ask("GET", "/sandbox/clock")).now) + 5 * dayMs;
    const holderOf = async (name: string) =>
      (await api.wired.registrars.byCode("primary")?.readDomain(name))?.kind;

    for (const name of names) {
      const contacts = { registrantId: contactId };
      const asked = await ask("POST", "/domains/transfers", { name, authCode: movingInAuthInfo, contacts });
      expect(asked).toMatchObject({ kind: "transfer_in", state: "pending" });
    }
    await pass(4);
    for (const name of names) {
      expect(await read(name)).toMatchObject({ status: "pending_transfer" });
      expect(await holderOf(name)).toBe("elsewhere");
      expect(await emittedEventsOf(api, workspace, name)).toEqual([]);
    }
    await pass(2);
    for (const name of names) {
      expect(await read(name)).toMatchObject({ status: "active" });
      expect(await holderOf(name)).toBe("held");
      expect(await emittedEventsOf(api, workspace, name)).toEqual(["0: transferred in"]);
    }

    /** No one responds to the other registrar, so the registry decides at the end of the period. */
    const leave = async (name: string) => {
      const cookie = await api.signIn(workspace.owner.email);
      const code = await api.call({ method: "POST", path: `/domains/${name}/auth-code`, cookie });
      expect(code.status).toBe(201);
      await api.registry.otherRegistrarRequestsTransfer(name, code.json.authCode);
      // Without a notice, the worker reads the registry's messages every five seconds.
      await wakeWorkers(api.db, "sync");
      await until(
        `the request for ${name} has come`,
        async () => (await read(name)).status === "pending_transfer",
        60_000,
      );
      await pass(4);
      expect(await holderOf(name)).toBe("held");
      await pass(2);
      expect(await holderOf(name)).toBe("elsewhere");
      expect((await api.call({ path: `/domains/${name}`, cookie })).status).toBe(404);
    };
    expect(await mine()).toEqual(names);
    const expiresAt = Date.parse((await read(late)).expiresAt);
    const firstNotice = Math.round((expiresAt - arrivesAt) / dayMs) - 30;
    await pass(61);
    await leave(soon);
    expect(await mine()).toEqual([late]);
    // 68 days after the transfer, to the day after its first notice.
    await pass(firstNotice - 68 + 1);
    await leave(late);
    expect(await mine()).toEqual([]);
    await pass(40);

    expect(await emittedEventsOf(api, workspace, soon)).toEqual(["0: transferred in", "67: transferred out"]);
    expect(await emittedEventsOf(api, workspace, late)).toEqual([
      "0: transferred in",
      `${firstNotice}: expiring_soon 30`,
      `${firstNotice + 6}: transferred out`,
    ]);
    expect(await api.db.$count(events, eq(events.workspaceId, workspace.id))).toBe(5);
    const arrival = ["Transferred in from another registrar", "Contacts changed"];
    const departure = [
      "Auth code created for a transfer to another registrar",
      "Another registrar requested a transfer",
      "Transferred out to another registrar",
    ];
    expect(await historyOf(api, soon)).toEqual([...arrival, ...departure]);
    expect(await historyOf(api, late)).toEqual([...arrival, "Expires within 30 days", ...departure]);
    const operations = await api.db
      .select({
        name: domainOperations.domainName,
        kind: domainOperations.kind,
        state: domainOperations.state,
      })
      .from(domainOperations)
      .orderBy(asc(domainOperations.createdAt), asc(domainOperations.id));
    expect(operations).toEqual(
      ["transfer_in", "transfer_out"].flatMap((kind) =>
        names.map((name) => ({ name, kind, state: "succeeded" })),
      ),
    );
  });

  it("loses and repeats nothing if the worker is killed while it renews and while it deletes", async () => {
    checkYears(await runYear({ domainsOfEach: 1, killsOfEach: 1 }), 2);
  });
});
