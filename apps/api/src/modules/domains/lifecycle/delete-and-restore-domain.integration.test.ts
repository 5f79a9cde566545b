import { describe, expect, it } from "vitest";
import {
  fixture,
  heldAt,
  newName,
  openIntentsOf,
  refusalOf,
  rowOf,
  servers,
  useDomainFixture,
} from "../../../../test/support/domains/domain-fixture.ts";
import { age, register, setUp } from "../../../../test/support/domains/lifecycle.ts";
import { getDomain } from "../portfolio/get-domain-details.ts";
import { addYears } from "../rules/schedule.ts";
import { deleteDomain, previewDeletion } from "./delete-domain.ts";
import { previewRestore, restoreDomain } from "./restore-domain.ts";

useDomainFixture();

type Set = Awaited<ReturnType<typeof setUp>>;

describe("deleteDomain and restoreDomain", () => {
  const deletion = (name: string) => ({ name, confirmName: name });

  it.each([
    ["of the workspace", (set: Set) => set],
    ["of another workspace", () => setUp()],
  ])(
    "reports in advance that a domain can't be deleted if its hosts serve another domain %s",
    async (_, holder) => {
      const set = await setUp();
      const name = newName();
      const own = [1, 2].map((n) => ({ host: `ns${n}.${name}`, addresses: [`198.51.100.${n}`] }));
      await register(set, { name, nameservers: own });
      await register(await holder(set), { nameservers: servers(...own.map(({ host }) => host)) });
      expect(await previewDeletion(set.ctx, deletion(name))).toMatchObject({
        wouldSucceed: false,
        problems: [{ code: "domain_in_use" }],
      });
      expect(await refusalOf(deleteDomain(set.ctx, deletion(name)))).toMatchObject({ code: "domain_in_use" });
      expect(await heldAt(name)).toMatchObject({ nameservers: own.map(({ host }) => host) });
    },
  );

  it("releases a recently registered name immediately, and reports it in advance", async () => {
    const set = await setUp();
    const name = await register(set);
    const asked = deletion(name);
    expect(await previewDeletion(set.ctx, asked)).toMatchObject({
      wouldSucceed: true,
      warnings: [{ code: "free_at_once" }],
    });
    expect(await deleteDomain(set.ctx, deletion(name))).toMatchObject({
      kind: "deletion",
      state: "succeeded",
    });
    expect(await rowOf(name)).toMatchObject({ status: "deleted" });
    expect(await fixture.registrar.readDomain(name)).toEqual({ kind: "unregistered" });
    await register(set, { name });
  });

  it("requires the domain's name, the right, and a status that allows deletion", async () => {
    const set = await setUp();
    const name = await register(set);
    expect(
      await refusalOf(deleteDomain(set.ctx, { ...deletion(name), confirmName: newName() })),
    ).toMatchObject({ pointers: ["/confirmName"] });
    const member = { ...set.ctx, ...set.workspace.ctx("member") };
    expect(await refusalOf(previewDeletion(member, deletion(name)))).toMatchObject({
      code: "forbidden",
    });
    expect(await refusalOf(deleteDomain(member, deletion(name)))).toMatchObject({ code: "forbidden" });
    expect(await refusalOf(restoreDomain(set.ctx, { name }))).toMatchObject({
      code: "wrong_status",
    });
    expect((await rowOf(name)).status).toBe("active");
  });

  // Only one of them requires a report with the restore.
  it.each(["com", "de"])(
    "moves a .%s domain into redemption and restores it with a paid year",
    async (tld) => {
      const set = await setUp();
      const name = await register(set, { name: newName(tld) });
      await age(name, 100);
      expect((await deleteDomain(set.ctx, deletion(name))).state).toBe("succeeded");
      const gone = await rowOf(name);
      expect(gone).toMatchObject({ status: "redemption", nextNoticeAt: null, nextRenewalAt: null });
      expect(gone.statusEndsAt).toEqual(gone.nextLookAt);
      expect((await getDomain(set.ctx, name)).explanation).toMatchObject({
        code: "in_redemption",
        nextActor: "you",
      });
      const asked = await previewRestore(set.ctx, { name });
      expect(asked).toMatchObject({ wouldSucceed: true, kind: "restore" });
      const back = await restoreDomain(set.ctx, { name, expectedPriceCents: asked.priceCents ?? 0 });
      expect(back).toMatchObject({ kind: "restore", state: "succeeded", priceCents: asked.priceCents });
      const row = await rowOf(name);
      expect(row).toMatchObject({ status: "active", paidUntil: addYears(gone.paidUntil, 1) });
      expect(row.paidUntil.toISOString()).toBe(asked.expiresAt);
      expect((await heldAt(name)).registryExpiresAt).toEqual(row.paidUntil);
      expect(await openIntentsOf(row.name)).toEqual([]);
    },
  );

  it("resends a lost restore report without paying for a second restore", async () => {
    const set = await setUp();
    const name = await register(set);
    await age(name, 100);
    await deleteDomain(set.ctx, deletion(name));
    await fixture.registrar
      .restoreDomain({ name, before: await heldAt(name), deletedAt: new Date(), restoredAt: new Date() })
      .catch(() => {});
    await fixture.db.$client`
      update registry.domains set phase = 'pending_restore', phase_ends_at = now() + interval '7 days'
      where name = ${name}`;
    expect((await restoreDomain(set.ctx, { name })).state).toBe("succeeded");
    expect((await rowOf(name)).status).toBe("active");
  });

  it("restores only once if the answer is lost", async () => {
    const set = await setUp();
    const name = await register(set);
    await age(name, 100);
    await deleteDomain(set.ctx, deletion(name));
    const gone = await rowOf(name);
    await fixture.registry.injectFault({ kind: "drop_after_write", command: "domain:renew" });
    expect((await restoreDomain(set.ctx, { name })).state).toBe("succeeded");
    expect((await rowOf(name)).paidUntil).toEqual(addYears(gone.paidUntil, 1));
    expect((await heldAt(name)).registryExpiresAt).toEqual(addYears(gone.paidUntil, 1));
  });
});
