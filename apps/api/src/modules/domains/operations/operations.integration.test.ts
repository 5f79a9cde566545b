import { orderLines } from "@zonepost/db";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import {
  fixture,
  modulePorts,
  newName,
  problemOf,
  refusalOf,
  registrarsOf,
  rowOf,
  useDomainFixture,
} from "../../../../test/support/domains/domain-fixture.ts";
import { age, register, setUp as setUpLifecycle } from "../../../../test/support/domains/lifecycle.ts";
import { atRival, move, setUp } from "../../../../test/support/domains/transfers.ts";
import { insertPaidLine } from "../../../../test/support/orders/paid-line.ts";
import { whole } from "../../../../test/support/whole.ts";
import type { Queryable } from "../../../kernel/ctx.ts";
import { newId, publicId } from "../../../kernel/ids.ts";
import {
  findOperationOfLine,
  registerDomain,
  renewDomain,
  restoreDomain,
  transferDomainIn,
} from "../index.ts";
import { deleteDomain } from "../lifecycle/delete-domain.ts";
import { getDomain } from "../portfolio/get-domain-details.ts";
import type { DomainOrders } from "../ports.ts";
import { reconcileDomain } from "../registry-sync/reconcile-domain.ts";
import { approveTransferOut, rejectTransferOut } from "../transfers/approve-or-reject-transfer-out.ts";
import { cancelDomainOperation } from "./cancel-domain-operation.ts";
import { getDomainOperation, listDomainOperations } from "./list-operations.ts";

useDomainFixture();

describe("listDomainOperations", () => {
  it("lists a workspace's operations, newest first, by name and state, with pagination", async () => {
    const set = await setUpLifecycle();
    const names = [await register(set), await register(set)];
    const all = await whole(listDomainOperations(set.ctx, {}));
    expect(all.map(({ domainName }) => domainName)).toEqual([...names].reverse());
    expect(await whole(listDomainOperations(set.ctx, { name: names[0] ?? "" }))).toHaveLength(1);
    expect(await whole(listDomainOperations(set.ctx, { state: "failed" }))).toEqual([]);
    const page = await listDomainOperations(set.ctx, { limit: 1 });
    expect(page).toMatchObject({ page: [{ domainName: names[1] }], nextCursor: expect.any(String) });
    const stranger = await setUpLifecycle();
    expect(await whole(listDomainOperations(stranger.ctx, {}))).toEqual([]);
    expect(await refusalOf(getDomainOperation(stranger.ctx, all[0]?.id ?? ""))).toMatchObject({
      code: "not_found",
    });
  });
});

describe("an operation of an order line", () => {
  it("begins once, and again after it failed", async () => {
    const set = await setUpLifecycle();
    const orderLineId = newId();
    const input = { ...set.input(), orderLineId };
    const ofLine = () => findOperationOfLine(fixture.db, orderLineId);
    expect(await ofLine()).toBeUndefined();
    await fixture.registry.injectFault({ kind: "answer", command: "domain:create", code: 2400 });
    expect(await refusalOf(registerDomain(set.ctx, input))).toMatchObject({ code: "registry_failed" });
    expect(await ofLine()).toMatchObject({ state: "failed", reason: { code: "registry_failed" } });

    const begun = await registerDomain(set.ctx, input);
    expect(await ofLine()).toEqual(begun);
    const other = { ...input, name: newName() };
    expect(await refusalOf(registerDomain(set.ctx, other))).toMatchObject({ code: "operation_in_progress" });
    expect(await fixture.registrar.readDomain(other.name)).toEqual({ kind: "unregistered" });
    expect(await ofLine()).toEqual(begun);
  });

  it("is stored with a renewal, a restore and a transfer too", async () => {
    const set = await setUpLifecycle();
    const name = await register(set);
    const orderLineId = newId();
    const currentExpiresAt = (await rowOf(name)).paidUntil.toISOString();
    const renewal = await renewDomain(set.ctx, { name, years: 1, currentExpiresAt, orderLineId });

    const restoredLineId = newId();
    await age(name, 40);
    await deleteDomain(set.ctx, { name, confirmName: name });
    const restore = await restoreDomain(set.ctx, { name, orderLineId: restoredLineId });

    const moving = await setUp();
    const movedLineId = newId();
    const movingInput = { ...moving.input(await atRival(newName())), orderLineId: movedLineId };
    const transfer = await transferDomainIn(moving.ctx, movingInput);

    const lineIds = [orderLineId, restoredLineId, movedLineId];
    const stored = await Promise.all(lineIds.map((id) => findOperationOfLine(fixture.db, id)));
    expect(stored).toEqual([renewal, restore, transfer]);
  });
});

describe("the module of orders", () => {
  const lineOf = async (tx: Queryable, orderLineId: string) =>
    (await findOperationOfLine(tx, orderLineId))?.state;

  /** Its port, which records each end as its transaction sees it. */
  function recordingOrders() {
    const calls: unknown[] = [];
    const domainOrders: DomainOrders = {
      ...modulePorts.domainOrders,
      whenOperationEnds: async (tx, { orderLineId, cost }) => {
        calls.push([orderLineId, await lineOf(tx, orderLineId), cost]);
      },
      whenRegistrationIsUndone: async () => {},
    };
    return { calls, domainOrders };
  }

  it("hears of the end of an operation, in the transaction that records it", async () => {
    const set = await setUpLifecycle();
    const { calls, domainOrders } = recordingOrders();
    const orderLineId = newId();
    const input = { ...set.input(), orderLineId };
    const broken = { ...domainOrders, whenOperationEnds: () => Promise.reject(new Error("orders failed")) };
    await expect(registerDomain({ ...set.ctx, domainOrders: broken }, input)).rejects.toThrow(
      "orders failed",
    );
    expect(await lineOf(fixture.db, orderLineId)).toBe("pending");
    await reconcileDomain({ ...set.ctx, domainOrders }, (await rowOf(input.name)).id);
    expect(calls).toEqual([[orderLineId, "succeeded", { costCents: 1188, currency: "EUR" }]]);

    await registerDomain({ ...set.ctx, domainOrders }, set.input());
    expect(calls).toHaveLength(1);
  });

  it("looks at the line as soon as its operation has ended", async () => {
    const set = await setUpLifecycle();
    const input = { ...set.input(), orderLineId: newId() };
    const nextAttemptAt = new Date(Date.now() + 3_600_000);
    const lookAt = async () => {
      const [line] = await fixture.db.select().from(orderLines).where(eq(orderLines.id, input.orderLineId));
      return line?.nextAttemptAt;
    };
    await insertPaidLine(fixture.db, {
      id: input.orderLineId,
      workspaceId: set.workspace.id,
      domainName: input.name,
      nextAttemptAt,
    });
    await fixture.registry.injectFault({ kind: "pending", command: "domain:create" });
    await registerDomain(set.ctx, input);
    expect(await lookAt()).toEqual(nextAttemptAt);
    await fixture.registry.settlePending();
    await reconcileDomain(set.ctx, (await rowOf(input.name)).id);
    expect((await lookAt())?.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it.each(["rejected", "cancelled"] as const)("hears of a transfer that is %s", async (end) => {
    const { ctx, input } = await setUp();
    const { calls, domainOrders } = recordingOrders();
    const orderLineId = newId();
    const name = await atRival(newName());
    const { id } = await transferDomainIn({ ...ctx, domainOrders }, { ...input(name), orderLineId });
    expect(calls).toEqual([]);
    if (end === "cancelled") {
      await cancelDomainOperation({ ...ctx, domainOrders }, id);
    } else {
      await fixture.rival.answerTransfer(name, "reject");
      await reconcileDomain({ ...ctx, domainOrders }, (await rowOf(name)).id);
    }
    expect(calls).toEqual([[orderLineId, "failed", null]]);
  });
});

describe("cancelDomainOperation", () => {
  it("cancels a pending transfer in", async () => {
    const { ctx, input } = await setUp();
    const name = await atRival(newName());
    const { id } = await move(ctx, input(name));
    expect(await cancelDomainOperation(ctx, id)).toMatchObject({
      state: "failed",
      reason: { code: "transfer_cancelled" },
    });
    expect(await fixture.rival.readTransfer(name)).toMatchObject({ state: "cancelled" });
    expect((await rowOf(name)).status).toBe("deleted");
    expect(await problemOf(cancelDomainOperation(ctx, id))).toMatchObject({ code: "operation_finished" });
  });

  it("cancels it even if the answer is lost", async () => {
    const { ctx, input } = await setUp();
    const { id } = await move(ctx, input(await atRival(newName())));
    await fixture.registry.injectFault({ kind: "drop_after_write", command: "domain:transfer" });
    expect(await cancelDomainOperation(ctx, id)).toMatchObject({ reason: { code: "transfer_cancelled" } });
  });

  it("returns a conflict if the other side has already approved", async () => {
    const { ctx, input } = await setUp();
    const name = await atRival(newName());
    const { id } = await move(ctx, input(name));
    await fixture.rival.answerTransfer(name, "approve");
    expect(await problemOf(cancelDomainOperation(ctx, id))).toMatchObject({ code: "operation_finished" });
    expect((await getDomain(ctx, name)).status).toBe("active");
  });

  it("changes nothing if the registry is unavailable or the operation is another workspace's", async () => {
    const { ctx, input } = await setUp();
    const { id } = await move(ctx, input(await atRival(newName())));
    const absent = fixture.absentRegistrar();
    expect(
      await problemOf(cancelDomainOperation({ ...ctx, registrars: registrarsOf(absent) }, id)),
    ).toMatchObject({ code: "registry_unavailable" });
    await absent.close();
    const { ctx: other } = await setUp();
    for (const verb of [cancelDomainOperation, approveTransferOut, rejectTransferOut]) {
      const missing = await problemOf(verb(other, publicId("dop", newId())));
      expect(missing.code).toBe("not_found");
      expect(await problemOf(verb(other, id))).toEqual(missing);
    }
    expect(await problemOf(approveTransferOut(ctx, id))).toMatchObject({ code: "wrong_operation" });
    expect(await getDomainOperation(ctx, id)).toMatchObject({ state: "pending" });
  });
});
