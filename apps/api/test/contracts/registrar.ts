import type { DsRecord } from "@zonepost/schema";
import { expect, it } from "vitest";
import { type Registrar, RegistrarError } from "../../src/modules/domains/ports.ts";

/** The environment that the contract's tests need. */
export type RegistrarWorld = {
  registrar: Registrar;
  /** The same, without a server at the other end. */
  absentRegistrar: Registrar;
  /** A new domain of the registrar, with two nameservers and no DS record. */
  ownName(): Promise<string>;
  /** A new domain of another registrar. */
  foreignName(): Promise<string>;
  /** Drops the connection after the next change is executed, before its response. */
  loseNextAnswer(): Promise<void>;
  /** Changes a domain elsewhere, such that the registry sends a notice. */
  queueNotice(): Promise<string>;
};

const ds = (keyTag: number): DsRecord => ({ keyTag, algorithm: 13, digestType: 2, digest: "AB".repeat(32) });
const servers = (hosts: string[]) => hosts.map((host) => ({ host, addresses: [] }));
const isHeldByWorkspace = async (registrar: Registrar, name: string) => {
  const answer = await registrar.readDomain(name);
  if (answer.kind !== "held") {
    throw new Error(`${name} is ${answer.kind}`);
  }
  return answer.domain;
};
const reasonOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof RegistrarError ? error.reason : error;
};

/** The behavior of every registrar, for any protocol. */
export function describeRegistrar(world: () => RegistrarWorld): void {
  it("reports available, taken and premium names, each with its costs and currency", async () => {
    const { registrar } = world();
    const answers = await registrar.checkAvailability([
      "free-and-easy.com",
      "taken-name.com",
      "premium-name.com",
    ]);
    const [ordinary, taken, premium] = answers;
    expect(ordinary).toMatchObject({ available: true, premium: false, reason: null, currency: "EUR" });
    expect(taken).toMatchObject({ name: "taken-name.com", available: false, reason: "taken" });
    expect(premium).toMatchObject({ available: true, premium: true, currency: "EUR" });
    expect(premium?.costs.registerYearCents).toBeGreaterThan(ordinary?.costs.registerYearCents ?? 0);
    for (const field of ["registerYearCents", "renewYearCents", "transferCents", "restoreCents"] as const) {
      expect(Number.isInteger(ordinary?.costs[field])).toBe(true);
      expect(ordinary?.costs[field]).toBeGreaterThan(0);
    }
  });

  it("prices a term of several years as a whole", async () => {
    const { registrar, ownName } = world();
    const name = await ownName();
    const [first] = await registrar.checkAvailability([name]);
    const { currency, costs } = first ?? {};
    expect(await registrar.costOfRenewal(name, 3)).toEqual({
      currency,
      costCents: 3 * (costs?.renewYearCents ?? 0),
    });
    expect(await registrar.costOfRegistration("free-and-easy.com", 3)).toEqual({
      currency,
      costCents: 3 * (costs?.registerYearCents ?? 0),
    });
  });

  it("reads its own domain, and reports others as available or registered elsewhere", async () => {
    const { registrar, ownName, foreignName } = world();
    const name = await ownName();
    const held = await isHeldByWorkspace(registrar, name);
    expect(held).toMatchObject({ name, dsRecords: [] });
    expect(held.nameservers).toHaveLength(2);
    expect(held.registryExpiresAt).toBeInstanceOf(Date);
    expect(await registrar.readDomain("not-registered.com")).toEqual({ kind: "unregistered" });
    expect(await registrar.readDomain(await foreignName())).toEqual({ kind: "elsewhere" });
  });

  it("adds and removes DS records, and reports those that existed or were missing", async () => {
    const { registrar, ownName } = world();
    const name = await ownName();
    await registrar.changeDsRecords(name, { add: [ds(1), ds(2)], remove: [] });
    expect((await isHeldByWorkspace(registrar, name)).dsRecords.map(({ keyTag }) => keyTag).sort()).toEqual([
      1, 2,
    ]);
    expect(await reasonOf(registrar.changeDsRecords(name, { add: [ds(1)], remove: [] }))).toBe("exists");
    expect(await reasonOf(registrar.changeDsRecords(name, { add: [], remove: [ds(9)] }))).toBe("missing");
    await registrar.changeDsRecords(name, { add: [ds(3)], remove: [ds(1)] });
    expect((await isHeldByWorkspace(registrar, name)).dsRecords.map(({ keyTag }) => keyTag).sort()).toEqual([
      2, 3,
    ]);
  });

  it("updates nameservers", async () => {
    const { registrar, ownName } = world();
    const name = await ownName();
    const before = (await isHeldByWorkspace(registrar, name)).nameservers;
    const after = [...before.slice(1), "ns9.zonepost-dns.net"];
    await registrar.changeNameservers(name, { before: servers(before), after: servers(after) });
    expect((await isHeldByWorkspace(registrar, name)).nameservers).toEqual(after.sort());
  });

  it("can't change another registrar's domain", async () => {
    const { registrar, foreignName } = world();
    expect(await reasonOf(registrar.changeDsRecords(await foreignName(), { add: [ds(1)], remove: [] }))).toBe(
      "refused",
    );
  });

  it("reports an unknown outcome if no answer arrives, and doesn't resend the change", async () => {
    const { registrar, ownName, loseNextAnswer } = world();
    const name = await ownName();
    await loseNextAnswer();
    expect(await reasonOf(registrar.changeDsRecords(name, { add: [ds(1)], remove: [] }))).toBe(
      "outcome_unknown",
    );
    expect((await isHeldByWorkspace(registrar, name)).dsRecords).toHaveLength(1);
  });

  it("is unavailable if the other end is down, for reads and for changes", async () => {
    const { absentRegistrar } = world();
    expect(await reasonOf(absentRegistrar.readDomain("example.com"))).toBe("unavailable");
    expect(await reasonOf(absentRegistrar.changeDsRecords("example.com", { add: [ds(1)], remove: [] }))).toBe(
      "unavailable",
    );
    expect(await reasonOf(absentRegistrar.ping())).toBe("unavailable");
  });

  it("returns messages one by one, and each until it is acknowledged", async () => {
    const { registrar, queueNotice } = world();
    const name = await queueNotice();
    const notice = await registrar.nextNotice();
    expect(notice?.domainName).toBe(name);
    expect((await registrar.nextNotice())?.id).toBe(notice?.id);
    await registrar.acknowledgeNotice(notice?.id ?? "");
    await registrar.acknowledgeNotice(notice?.id ?? "");
    expect(await registrar.nextNotice()).toBeNull();
  });
}
