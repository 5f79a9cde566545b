import { domainIntents } from "@zonepost/db";
import { isNull } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import {
  fixture,
  modulePorts,
  never,
  problemOf,
  registrarsOf,
  useDomainFixture,
} from "../../../../test/support/domains/domain-fixture.ts";
import { addMember, mailsTo, sendAt } from "../../../../test/support/domains/notifications.ts";
import {
  historyLinesOf,
  type MoveCtx,
  transferEventsOf,
  withTransferRequest,
} from "../../../../test/support/domains/transfers.ts";
import type { AppError } from "../../../kernel/errors.ts";
import { getDomainOperation } from "../operations/list-operations.ts";
import { getDomain } from "../portfolio/get-domain-details.ts";
import { syncWithRegistry } from "../registry-sync/sync-with-registry.ts";
import { approveTransferOut, rejectTransferOut } from "./approve-or-reject-transfer-out.ts";

useDomainFixture();

describe("a transfer out", () => {
  it("is an operation that requires an answer by its deadline", async () => {
    const { ctx, name, operation } = await withTransferRequest();
    expect(operation).toMatchObject({
      kind: "transfer_out",
      state: "action_required",
      reason: { code: "approve_or_reject" },
    });
    const waitsMs = Date.parse(operation.waitsUntil ?? "") - Date.now();
    expect(Math.round(waitsMs / 86_400_000)).toBe(5);
    expect((await getDomain(ctx, name)).status).toBe("pending_transfer");
  });

  it("completes immediately when approved", async () => {
    const { workspace, ctx, name, operation } = await withTransferRequest();
    expect(await approveTransferOut(ctx, operation.id)).toMatchObject({ state: "succeeded" });
    expect(await fixture.registrar.readDomain(name)).toEqual({ kind: "elsewhere" });
    expect(await transferEventsOf(workspace.id)).toEqual([["domain.transferred", "out"]]);
    expect((await historyLinesOf(name)).at(-1)).toBe("user: Transferred out to another registrar");
    expect(await problemOf(getDomain(ctx, name))).toMatchObject({ code: "not_found" });
    await syncWithRegistry(fixture.systemCtx, never);
    expect(await transferEventsOf(workspace.id)).toHaveLength(1);
  });

  it("leaves the domain unchanged when rejected", async () => {
    const { workspace, ctx, name, operation } = await withTransferRequest();
    expect(await rejectTransferOut(ctx, operation.id)).toMatchObject({
      state: "failed",
      reason: { code: "transfer_rejected" },
    });
    expect((await getDomain(ctx, name)).status).toBe("active");
    expect(await fixture.rival.readTransfer(name)).toMatchObject({ state: "rejected" });
    expect(await transferEventsOf(workspace.id)).toEqual([]);
    expect((await historyLinesOf(name)).at(-1)).toBe(
      "user: The transfer was rejected. The domain stays here.",
    );
  });

  it("is answered once: the second answer gets a conflict", async () => {
    const { workspace, ctx, operation } = await withTransferRequest();
    const answers = await Promise.allSettled([
      approveTransferOut(ctx, operation.id),
      approveTransferOut(ctx, operation.id),
    ]);
    expect(answers.some(({ status }) => status === "fulfilled")).toBe(true);
    for (const answer of answers) {
      if (answer.status === "rejected") {
        expect((answer.reason as AppError).code).toBe("operation_finished");
      }
    }
    expect(await transferEventsOf(workspace.id)).toEqual([["domain.transferred", "out"]]);
    expect(await problemOf(rejectTransferOut(ctx, operation.id))).toMatchObject({
      code: "operation_finished",
    });
  });

  it("is distinguished from one that the other side has just canceled", async () => {
    const { ctx, name, operation } = await withTransferRequest();
    await fixture.rival.answerTransfer(name, "cancel");
    expect(await problemOf(approveTransferOut(ctx, operation.id))).toMatchObject({
      code: "operation_finished",
    });
    expect((await getDomain(ctx, name)).status).toBe("active");
    expect(
      await fixture.db.select().from(domainIntents).where(isNull(domainIntents.settledAt)),
    ).not.toContainEqual(expect.objectContaining({ kind: "approve_transfer" }));
  });

  it.each(["approve", "reject"] as const)("is handled if the answer to %s is lost", async (verb) => {
    const { ctx, operation } = await withTransferRequest();
    await fixture.registry.injectFault({ kind: "drop_after_write", command: "domain:transfer" });
    const answer = verb === "approve" ? approveTransferOut : rejectTransferOut;
    expect(await answer(ctx, operation.id)).toMatchObject({
      state: verb === "approve" ? "succeeded" : "failed",
    });
  });

  it("changes nothing if the registry is unavailable", async () => {
    const { ctx, operation } = await withTransferRequest();
    const absent = fixture.absentRegistrar();
    const away = { ...ctx, registrars: registrarsOf(absent) };
    expect(await problemOf(approveTransferOut(away, operation.id))).toMatchObject({
      code: "registry_unavailable",
    });
    expect(await problemOf(rejectTransferOut(away, operation.id))).toMatchObject({
      code: "registry_unavailable",
    });
    await absent.close();
    expect(await getDomainOperation(ctx, operation.id)).toMatchObject({ state: "action_required" });
  });

  it("can be approved with domains:release, and rejected without", async () => {
    const { workspace, operation } = await withTransferRequest();
    const member: MoveCtx = {
      ...workspace.ctx("member"),
      ...modulePorts,
      registrars: fixture.registrars,
    };
    expect(await problemOf(approveTransferOut(member, operation.id))).toMatchObject({ code: "forbidden" });
    expect(await rejectTransferOut(member, operation.id)).toMatchObject({ state: "failed" });
  });

  it("is emailed to the owners while it needs an answer, and its result too", async () => {
    const asked = await withTransferRequest();
    const answered = await withTransferRequest();
    const owners = [await addMember(asked.workspace.id), await addMember(answered.workspace.id)];
    await rejectTransferOut(answered.ctx, answered.operation.id);
    await sendAt(new Date());
    const [pending] = await mailsTo(owners[0] ?? "");
    expect(pending?.subject).toBe(`Transfer of ${asked.name} to another registrar requested`);
    expect(pending?.text).toContain("Approve the transfer to complete it now");
    const [rejected] = await mailsTo(owners[1] ?? "");
    expect(rejected?.subject).toBe(`Transfer of ${answered.name} rejected`);
    expect(rejected?.text).not.toContain("Approve the transfer");
  });
});
