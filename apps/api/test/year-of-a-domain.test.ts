import { once } from "node:events";
import { domainHistory, domainIntents, domainOperations, domains, events } from "@zonepost/db";
import { and, asc, eq, isNull } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { startWorkerProcess } from "./kill-workers.ts";
import { type Api, startApi, type Workspace } from "./start-api.ts";
import { until } from "./until.ts";

const dayMs = 86_400_000;
const daySeconds = 86_400;

/** Who lives through the year: a workspace with a contact, over the API alone. */
async function settleIn(api: Api) {
  const workspace = await api.createWorkspace();
  const { cookie } = workspace.owner;
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await api.call({ method, path, cookie, ...(body ? { body } : {}) });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.json;
  };
  const contact = await ask("POST", "/contacts", {
    name: "Dana Meier",
    email: "dana@example.com",
    phone: "+4930123456",
    street: ["Linienstraße 12"],
    city: "Berlin",
    postalCode: "10178",
    countryCode: "DE",
  });
  return {
    ask,
    workspace,
    async register(name: string, autoRenew: boolean): Promise<string> {
      const done = await ask("POST", "/domains", {
        name,
        contacts: { registrantId: contact.id },
        autoRenew,
      });
      expect(done).toMatchObject({ kind: "registration", state: "succeeded" });
      return name;
    },
    read: (name: string) => ask("GET", `/domains/${name}`),
    /** Walks the clock; answers 200 when it has arrived, with nothing left to do. */
    async pass(days: number): Promise<void> {
      const answer = await api.call({
        method: "POST",
        path: "/sandbox/clock/advance",
        body: { seconds: Math.round(days * daySeconds) },
      });
      expect([answer.status, answer.json.busy ?? []]).toEqual([200, []]);
    },
  };
}

/** What the workspace was told of a domain, each with its day counted from the registration. */
async function toldOf(api: Api, workspace: Workspace, name: string): Promise<string[]> {
  const rows = await api.db
    .select({ type: events.type, body: events.body, createdAt: events.createdAt })
    .from(events)
    .where(eq(events.workspaceId, workspace.id))
    .orderBy(asc(events.createdAt), asc(events.id));
  const own = rows.filter(({ body }) => JSON.parse(body).data.name === name);
  const begin = own[0]?.createdAt.getTime() ?? 0;
  return own.map(({ type, body, createdAt }) => {
    const { windowDays } = JSON.parse(body).data;
    const day = Math.round((createdAt.getTime() - begin) / dayMs);
    return `${day}: ${type.replace("domain.", "")}${windowDays === undefined ? "" : ` ${windowDays}`}`;
  });
}

const historyOf = async (api: Api, name: string): Promise<string[]> => {
  const rows = await api.db
    .select({ summary: domainHistory.summary })
    .from(domainHistory)
    .innerJoin(domains, eq(domains.id, domainHistory.domainId))
    .where(eq(domains.name, name))
    .orderBy(asc(domainHistory.occurredAt), asc(domainHistory.id));
  return rows.map(({ summary }) => summary);
};

const registryDate = async (api: Api, name: string): Promise<string> => {
  const answer = await api.wired.registrars.byCode("primary")?.readDomain(name);
  if (answer?.kind !== "held") throw new Error(`${name} is ${answer?.kind}`);
  return answer.domain.registryExpiresAt.toISOString();
};
const yearsOn = (moment: string, years: number): string => {
  const moved = new Date(moment);
  moved.setUTCFullYear(moved.getUTCFullYear() + years);
  return moved.toISOString();
};
/** Whether the year that begins now has a 29th of February: days are then counted to 366. */
const daysOfYear = (begin: string): number =>
  Math.round((Date.parse(yearsOn(begin, 1)) - Date.parse(begin)) / dayMs);

const openIntents = (api: Api, kind: string) =>
  api.db
    .select({ id: domainIntents.id })
    .from(domainIntents)
    .where(and(eq(domainIntents.kind, kind), isNull(domainIntents.settledAt)));

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
    await using api = await startApi();
    const { register, read, pass, workspace } = await settleIn(api);
    const [left, kept] = [
      await register("left-alone.com", false),
      await register("kept-by-itself.com", true),
    ];
    const [begun, keptBefore] = [await read(left), await read(kept)];
    const year = daysOfYear(begun.registeredAt);

    /** Walks on, kills the worker while the registry is at its command, and has another one take over. */
    const passWithKill = async (days: number, command: string, intent: string) => {
      const victim = await startWorkerProcess(api);
      await api.registry.causeTrouble({ kind: "slow", command, delayMs: 1_500 });
      const arriving = pass(days);
      await until(`a worker has begun to ${intent}`, async () => (await openIntents(api, intent)).length > 0);
      const exited = once(victim, "exit");
      victim.kill("SIGKILL");
      await exited;
      // What a minute would bring.
      await api.sql`update domains set work_leased_until = null`;
      await api.sql`update domain_intents set leased_until = now() where settled_at is null`;
      const heir = await startWorkerProcess(api);
      await arriving;
      const ended = once(heir, "exit");
      heir.kill("SIGTERM");
      await ended;
    };
    await passWithKill(year + 1, "domain:renew", "renew");
    await passWithKill(31, "domain:delete", "delete");

    expect(await toldOf(api, workspace, left)).toEqual([
      "0: registered",
      ...[30, 15, 7, 1].map((days) => `${year - days}: expiring_soon ${days}`),
      `${year}: expired`,
    ]);
    expect((await historyOf(api, left)).filter((summary) => summary.startsWith("Given up"))).toHaveLength(1);
    expect((await historyOf(api, kept)).filter((summary) => summary.startsWith("Renewed"))).toHaveLength(1);
    expect(await read(left)).toMatchObject({ status: "redemption" });
    expect(await read(kept)).toMatchObject({ status: "active", expiresAt: yearsOn(keptBefore.expiresAt, 1) });
    expect(await registryDate(api, kept)).toBe(yearsOn(keptBefore.expiresAt, 1));
    const operations = await api.db
      .select({ kind: domainOperations.kind, state: domainOperations.state })
      .from(domainOperations)
      .orderBy(asc(domainOperations.id));
    expect(operations).toEqual(
      ["registration", "registration", "renewal", "deletion"].map((kind) => ({ kind, state: "succeeded" })),
    );
  }, 120_000);
});
