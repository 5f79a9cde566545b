import { describe, expect, it } from "vitest";
import {
  fixture,
  newName,
  problemOf,
  refusalOf,
  registrarsOf,
  rowOf,
  useDomainFixture,
} from "../../../../test/support/domain-fixture.ts";
import { whole } from "../../../../test/support/whole.ts";
import { newId, publicId } from "../../../kernel/ids.ts";
import { register, setUp as setUpLifecycle } from "../lifecycle/lifecycle-fixture.ts";
import { getDomain } from "../portfolio/get-domain-details.ts";
import { approveTransferOut, rejectTransferOut } from "../transfers/approve-or-reject-transfer-out.ts";
import { atRival, move, setUp } from "../transfers/transfers-fixture.ts";
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
