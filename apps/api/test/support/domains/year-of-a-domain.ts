import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { domainHistory, domainIntents, domainOperations, domains, events } from "@zonepost/db";
import { and, asc, eq, isNull } from "drizzle-orm";
import { expect } from "vitest";
import { dayMs } from "../../../src/kernel/durations.ts";
import { advanceClock } from "../advance-clock.ts";
import { startWorkerProcess } from "../kill-workers.ts";
import { type Api, startApi, type Workspace } from "../start-api.ts";
import { until } from "../until.ts";

const daySeconds = 86_400;

/** The owner of the domains: a workspace with a contact, using only the API. */
export async function settleIn(api: Api) {
  const workspace = await api.createWorkspace();
  const { cookie } = workspace.owner;
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await api.call({ method, path, cookie, ...(body ? { body } : {}) });
    if (answer.status >= 300) {
      throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    }
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
    contactId: contact.id as string,
    async register(name: string, autoRenew: boolean): Promise<string> {
      const done = await ask("POST", "/domains", {
        name,
        contacts: { registrantId: contact.id },
        autoRenew,
      });
      if (done.state !== "succeeded") {
        throw new Error(`${name} is ${done.state}`);
      }
      return name;
    },
    read: (name: string) => ask("GET", `/domains/${name}`),
    /** Advances the clock; resolves once no work is left. */
    pass: (days: number): Promise<void> => advanceClock(api, Math.round(days * daySeconds), 300_000),
  };
}

/** The workspace's events for a domain, each with its day counted from the first. */
export async function emittedEventsOf(api: Api, workspace: Workspace, name: string): Promise<string[]> {
  const rows = await api.db
    .select({ type: events.type, body: events.body, createdAt: events.createdAt })
    .from(events)
    .where(eq(events.workspaceId, workspace.id))
    .orderBy(asc(events.createdAt), asc(events.id));
  const own = rows.filter(({ body }) => JSON.parse(body).data.name === name);
  const begin = own[0]?.createdAt.getTime() ?? 0;
  return own.map(({ type, body, createdAt }) => {
    const { windowDays, direction } = JSON.parse(body).data;
    const day = Math.round((createdAt.getTime() - begin) / dayMs);
    const detail = windowDays ?? direction;
    return `${day}: ${type.replace("domain.", "")}${detail === undefined ? "" : ` ${detail}`}`;
  });
}

export const historyOf = async (api: Api, name: string): Promise<string[]> => {
  const rows = await api.db
    .select({ summary: domainHistory.summary })
    .from(domainHistory)
    .innerJoin(domains, eq(domains.id, domainHistory.domainId))
    .where(eq(domains.name, name))
    .orderBy(asc(domainHistory.occurredAt), asc(domainHistory.id));
  return rows.map(({ summary }) => summary);
};

export const registryDate = async (api: Api, name: string): Promise<string> => {
  const answer = await api.wired.registrars.byCode("primary")?.readDomain(name);
  if (answer?.kind !== "held") {
    throw new Error(`${name} is ${answer?.kind}`);
  }
  return answer.domain.registryExpiresAt.toISOString();
};
export const yearsOn = (moment: string, years: number): string => {
  const moved = new Date(moment);
  moved.setUTCFullYear(moved.getUTCFullYear() + years);
  return moved.toISOString();
};
/** Whether the coming year has a 29 February: days are then counted to 366. */
export const daysOfYear = (begin: string): number =>
  Math.round((Date.parse(yearsOn(begin, 1)) - Date.parse(begin)) / dayMs);

const openIntents = (api: Api, kind: "renew" | "delete") =>
  api.db
    .select({ id: domainIntents.id })
    .from(domainIntents)
    .where(and(eq(domainIntents.kind, kind), isNull(domainIntents.settledAt)));

/**
 * A year and the following grace period, for domains with and without auto-renew. Workers are killed during a renewal
 * at the registry, and during a deletion.
 */
export async function runYear(options: { domainsOfEach: number; killsOfEach: number }) {
  await using api = await startApi();
  const { register, read, pass, workspace } = await settleIn(api);
  const names = (word: string) =>
    Array.from({ length: options.domainsOfEach }, (_, index) => `${word}-${index}.com`);
  const [left, kept] = [names("left-alone"), names("kept-by-itself")];
  for (const name of left) {
    await register(name, false);
  }
  for (const name of kept) {
    await register(name, true);
  }
  const before = new Map<string, string>();
  for (const name of [...left, ...kept]) {
    before.set(name, (await read(name)).expiresAt);
  }
  const year = daysOfYear((await read(left[0] ?? "")).registeredAt);
  let killed = 0;
  let worker: ChildProcess | undefined;

  const passDaysWithKills = async (days: number, command: string, kind: "renew" | "delete") => {
    // Until the kill, which ends the delay; a worker waits for an answer for longer than that.
    await api.registry.injectFault({ kind: "slow", command, delayMs: 12_000, times: options.killsOfEach });
    let hasArrived = false;
    const arriving = pass(days).then(() => {
      hasArrived = true;
    });
    for (let kill = 0; kill < options.killsOfEach; kill += 1) {
      const victim = worker ?? (await startWorkerProcess(api));
      worker = undefined;
      await until(
        `a worker has begun to ${kind}`,
        async () => hasArrived || (await openIntents(api, kind)).length > 0,
        120_000,
      );
      const exited = once(victim, "exit");
      victim.kill("SIGKILL");
      await exited;
      killed += hasArrived ? 0 : 1;
      // The jobs of one minute.
      await api.sql`update domains set work_leased_until = null`;
      await api.sql`update order_lines set leased_until = null`;
      await api.sql`update domain_intents set leased_until = now() where settled_at is null`;
    }
    worker = await startWorkerProcess(api);
    await arriving;
  };
  await passDaysWithKills(year + 1, "domain:renew", "renew");
  await passDaysWithKills(31, "domain:delete", "delete");
  if (worker) {
    const ended = once(worker, "exit");
    worker.kill("SIGTERM");
    await ended;
  }

  const lives = await Promise.all(
    [...left, ...kept].map(async (name) => ({
      name,
      isKept: kept.includes(name),
      emittedEvents: await emittedEventsOf(api, workspace, name),
      history: await historyOf(api, name),
      now: await read(name),
      expiresAtBefore: before.get(name) ?? "",
      registryExpiresAt: await registryDate(api, name),
    })),
  );
  const operations = await api.db
    .select({ kind: domainOperations.kind, state: domainOperations.state, name: domainOperations.domainName })
    .from(domainOperations)
    .orderBy(asc(domainOperations.createdAt), asc(domainOperations.id));
  return { year, killed, lives, operations };
}

/** Each event once, one renewal or deletion per domain, and no open operation. */
export function checkYears(
  { year, killed, lives, operations }: Awaited<ReturnType<typeof runYear>>,
  kills: number,
): void {
  expect(killed).toBe(kills);
  const notice = (days: number) => `${year - days}: expiring_soon ${days}`;
  for (const life of lives) {
    const { name, isKept, emittedEvents, history, now, expiresAtBefore, registryExpiresAt } = life;
    expect({ name, emittedEvents }).toEqual({
      name,
      // Auto-renew begins two weeks before the end.
      emittedEvents: isKept
        ? ["0: registered", ...[30, 15].map(notice)]
        : ["0: registered", ...[30, 15, 7, 1].map(notice), `${year}: expired`],
    });
    const count = (word: string) => history.filter((summary) => summary.startsWith(word)).length;
    expect({ name, renewals: count("Renewed"), deletions: count("Deleted") }).toEqual({
      name,
      renewals: isKept ? 1 : 0,
      deletions: isKept ? 0 : 1,
    });
    expect(now).toMatchObject(
      isKept
        ? { name, status: "active", expiresAt: yearsOn(expiresAtBefore, 1) }
        : { name, status: "redemption" },
    );
    if (isKept) {
      expect({ name, registryExpiresAt }).toEqual({ name, registryExpiresAt: now.expiresAt });
    }
    const own = operations.filter((operation) => operation.name === name);
    expect(own.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      "registration succeeded",
      isKept ? "renewal succeeded" : "deletion succeeded",
    ]);
  }
}
