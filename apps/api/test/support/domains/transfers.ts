import { domainHistory, events } from "@zonepost/db";
import type { DomainOperation, TransferInInput } from "@zonepost/schema";
import { asc, eq } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../src/kernel/ctx.ts";
import type { Registrar } from "../../../src/modules/domains/index.ts";
import { listDomainOperations } from "../../../src/modules/domains/operations/list-operations.ts";
import type { DomainPorts } from "../../../src/modules/domains/ports.ts";
import { syncWithRegistry } from "../../../src/modules/domains/registry-sync/sync-with-registry.ts";
import { createAuthCode } from "../../../src/modules/domains/transfers/create-auth-code.ts";
import { transferDomainIn } from "../../../src/modules/domains/transfers/transfer-domain-in.ts";
import { addContact } from "./add-contact.ts";
import {
  type DomainFixture,
  fixture,
  modulePorts,
  never,
  newName,
  registrarsOf,
  rowOf,
} from "./domain-fixture.ts";

export type TransferIn = Omit<TransferInInput, "dryRun">;

export const authCode = "the-rivals-Auth-Code-1";

export type MoveCtx = WorkspaceCtx & DomainPorts;

export async function setUp() {
  const workspace = await fixture.createWorkspace();
  const registrantId = await addContact(fixture, workspace);
  const ctx: MoveCtx = { ...workspace.ctx(), ...modulePorts, registrars: fixture.registrars };
  const input = (name: string, more: Partial<TransferIn> = {}): TransferIn => ({
    name,
    authCode,
    contacts: { registrantId },
    autoRenew: true,
    whoisPrivacy: true,
    ...more,
  });
  const withRegistrar = (calls: Partial<Registrar>): MoveCtx => ({
    ...ctx,
    registrars: registrarsOf({ ...fixture.registrar, ...calls }),
  });
  return { workspace, ctx, input, withRegistrar, registrantId };
}

/** A domain of the other registrar, with an auth code. */
export async function atRival(name: string, options: Parameters<DomainFixture["putAtRegistry"]>[2] = {}) {
  await fixture.putAtRegistry(name, "rival", options);
  await fixture.rival.changeAuthCode(name, authCode);
  return name;
}

/** An unlocked domain of ours, with a transfer request of the other registrar. */
export async function withTransferRequest() {
  const { workspace, ctx } = await setUp();
  const name = await fixture.addDomain(workspace.id, { name: newName() });
  const code = await createAuthCode(ctx, name);
  await fixture.rival.requestTransfer({ name, authCode: code.authCode });
  await syncWithRegistry(fixture.systemCtx, never);
  const operation = await openOperation(ctx, name);
  return { workspace, ctx, name, operation };
}

export const openOperation = async (ctx: WorkspaceCtx, name: string): Promise<DomainOperation> => {
  const [operation] = (await listDomainOperations(ctx, { name })) as DomainOperation[];
  if (!operation) {
    throw new Error(`there is no operation for ${name}`);
  }
  return operation;
};

export const historyLinesOf = async (name: string) =>
  (
    await fixture.db
      .select()
      .from(domainHistory)
      .where(eq(domainHistory.domainId, (await rowOf(name)).id))
      .orderBy(asc(domainHistory.id))
  ).map(({ summary, actor }) => `${actor.kind}: ${summary}`);

export const transferEventsOf = async (workspaceId: string) =>
  (
    await fixture.db.select().from(events).where(eq(events.workspaceId, workspaceId)).orderBy(asc(events.id))
  ).map(({ type, body }) => [type, (JSON.parse(body) as { data: { direction?: string } }).data.direction]);

export const move = transferDomainIn;
