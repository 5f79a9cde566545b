import {
  auditEntries,
  domainHistory,
  domainOperations,
  domains,
  paymentDisputes,
  payments,
} from "@zonepost/db";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import {
  fixture,
  modulePorts,
  newName,
  problemOf,
  registrarsOf,
  rowOf,
  useDomainFixture,
  withholdingOrders,
} from "../../../../test/support/domains/domain-fixture.ts";
import { setUp as setUpLifecycle } from "../../../../test/support/domains/lifecycle.ts";
import {
  historyLinesOf,
  type MoveCtx,
  openOperation,
  setUp,
} from "../../../../test/support/domains/transfers.ts";
import { insertPaidLine } from "../../../../test/support/orders/paid-line.ts";
import { newId } from "../../../kernel/ids.ts";
import { registerDomain } from "../lifecycle/register-domain.ts";
import { getDomain } from "../portfolio/get-domain-details.ts";
import { updateDomain } from "../portfolio/update-domain.ts";
import { reconcileDomain } from "../registry-sync/reconcile-domain.ts";
import { approveTransferOut } from "./approve-or-reject-transfer-out.ts";
import { createAuthCode } from "./create-auth-code.ts";
import { replaceAuthCode } from "./replace-auth-code.ts";

useDomainFixture();

describe("createAuthCode", () => {
  it("sets a code that another registrar can use, shows it once, and replaces it when it expires", async () => {
    const { workspace, ctx } = await setUp();
    const name = await fixture.addDomain(workspace.id, { name: newName() });
    const { authCode: code, expiresAt } = await createAuthCode(ctx, name);
    expect(code).toMatch(/^[\x21-\x7e]{20}$/);
    expect(await fixture.rival.readForeignDomain(name, code)).not.toBeNull();
    expect((await getDomain(ctx, name)).authCodeExpiresAt).toBe(expiresAt);
    for (const table of [domains, domainHistory, auditEntries]) {
      expect(JSON.stringify(await fixture.db.select().from(table))).not.toContain(code);
    }

    const row = await rowOf(name);
    await replaceAuthCode(fixture.systemCtx, row);
    expect(await fixture.rival.readForeignDomain(name, code)).not.toBeNull();
    await fixture.db
      .update(domains)
      .set({ authCodeExpiresAt: new Date(Date.now() - 1000) })
      .where(eq(domains.id, row.id));
    await replaceAuthCode(fixture.systemCtx, row);
    await expect(fixture.rival.readForeignDomain(name, code)).rejects.toMatchObject({
      reason: "wrong_auth_code",
    });
    expect((await rowOf(name)).authCodeExpiresAt).toBeNull();
    expect(await historyLinesOf(name)).toEqual([
      "user: Auth code created for a transfer to another registrar",
    ]);
  });

  it("is withheld, like unlocking, until the payment of the registration is confirmed", async () => {
    const { workspace, input, ...set } = await setUpLifecycle();
    const [orderLineId, confirmsAt] = [newId(), new Date("2026-03-21T00:00:00.000Z")];
    const { domainName: name } = await registerDomain(set.ctx, { ...input(), orderLineId });
    const line = { id: orderLineId, workspaceId: workspace.id, domainName: name, confirmsAt };
    const paymentId = await insertPaidLine(fixture.db, line);
    const ctx: MoveCtx = { ...set.ctx, domainOrders: withholdingOrders };
    const become = (changed: Partial<typeof payments.$inferInsert>) =>
      fixture.db.update(payments).set(changed).where(eq(payments.id, paymentId));
    expect(await problemOf(createAuthCode(ctx, name))).toMatchObject({
      kind: "conflict",
      code: "payment_not_confirmed",
      message: expect.stringContaining("21 Mar 2026"),
    });

    const unlock = () => updateDomain(ctx, { name, patch: { locked: false } });
    await updateDomain(ctx, { name, patch: { locked: true } });
    await become({ status: "disputed", cooldownState: "paused" });
    expect(await problemOf(unlock())).toMatchObject({ code: "payment_not_confirmed" });
    await become({ status: "confirmed", cooldownState: "done" });
    await unlock();
    expect(await createAuthCode(ctx, name)).toHaveProperty("authCode");

    await become({ status: "received", cooldownState: "running" });
    const older = await fixture.addDomain(workspace.id, { name: newName() });
    expect(await createAuthCode(ctx, older)).toHaveProperty("authCode");
    // The setting is off by default. A dispute withholds both anyway, here for a domain old enough to be transferred.
    expect(await createAuthCode(set.ctx, name)).toHaveProperty("authCode");
    const { authCode } = await createAuthCode(set.ctx, older);
    await fixture.db
      .update(domainOperations)
      .set({ domainId: (await rowOf(older)).id })
      .where(eq(domainOperations.orderLineId, orderLineId));
    const dispute = { id: newId(), workspaceId: workspace.id, paymentId, processorId: newId() };
    await fixture.db
      .insert(paymentDisputes)
      .values({ ...dispute, kind: "dispute", state: "open", amountCents: 1188, openedAt: new Date() });
    for (const state of ["open", "lost"] as const) {
      await fixture.db.update(paymentDisputes).set({ state }).where(eq(paymentDisputes.id, dispute.id));
      const problem = await problemOf(createAuthCode(set.ctx, older));
      expect([state, problem]).toMatchObject([state, { code: "payment_not_confirmed" }]);
    }
    // A transfer that is requested anyway isn't refused over a payment.
    await fixture.rival.requestTransfer({ name: older, authCode });
    await reconcileDomain(fixture.systemCtx, (await rowOf(older)).id);
    const { id } = await openOperation(set.ctx, older);
    expect(await approveTransferOut(set.ctx, id)).toMatchObject({ state: "succeeded" });
  });

  it("is rejected while the domain is locked, and without the right", async () => {
    const { workspace, ctx } = await setUp();
    const name = await fixture.addDomain(workspace.id, { name: newName() });
    const member: MoveCtx = {
      ...workspace.ctx("member"),
      ...modulePorts,
      registrars: fixture.registrars,
    };
    expect(await problemOf(createAuthCode(member, name))).toMatchObject({ code: "forbidden" });
    await fixture.registrar.changeLock(name, true);
    await reconcileDomain(fixture.systemCtx, (await rowOf(name)).id);
    expect(await problemOf(createAuthCode(ctx, name))).toMatchObject({ code: "domain_locked" });
    const { ctx: other } = await setUp();
    expect(await problemOf(createAuthCode(other, name))).toMatchObject({ code: "not_found" });
  });

  it("sets the same code again if the answer was lost, and changes nothing if the registry is unavailable", async () => {
    const { workspace, ctx } = await setUp();
    const name = await fixture.addDomain(workspace.id, { name: newName() });
    await fixture.registry.injectFault({ kind: "drop_after_write", command: "domain:update" });
    const { authCode: code } = await createAuthCode(ctx, name);
    expect(await fixture.rival.readForeignDomain(name, code)).not.toBeNull();
    const absent = fixture.absentRegistrar();
    expect(await problemOf(createAuthCode({ ...ctx, registrars: registrarsOf(absent) }, name))).toMatchObject(
      { code: "registry_unavailable" },
    );
    await absent.close();
    expect(await fixture.rival.readForeignDomain(name, code)).not.toBeNull();
  });
});
