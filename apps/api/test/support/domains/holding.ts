import { domains } from "@zonepost/db";
import { eq } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../src/kernel/ctx.ts";
import { dayMs } from "../../../src/kernel/durations.ts";
import { deleteDomain } from "../../../src/modules/domains/lifecycle/delete-domain.ts";
import { deleteExpiredDomain } from "../../../src/modules/domains/lifecycle/delete-expired-domain.ts";
import { changeNameservers } from "../../../src/modules/domains/nameservers/change-nameservers.ts";
import type { DomainPorts } from "../../../src/modules/domains/ports.ts";
import { reconcileDomain } from "../../../src/modules/domains/registry-sync/reconcile-domain.ts";
import {
  approveTransferOut,
  rejectTransferOut,
} from "../../../src/modules/domains/transfers/approve-or-reject-transfer-out.ts";
import { createAuthCode } from "../../../src/modules/domains/transfers/create-auth-code.ts";
import { fixture, modulePorts, registrarsOf, rowOf, servers, silentDns } from "./domain-fixture.ts";
import { sync } from "./lifecycle.ts";
import { openOperation } from "./transfers.ts";

// The ways in which a workspace gets or loses a domain.

type HolderCtx = WorkspaceCtx & DomainPorts;

export const removeDomain = (ctx: HolderCtx, name: string) => deleteDomain(ctx, { name, confirmName: name });

export const reconcile = async (name: string, ctx = fixture.systemCtx) =>
  reconcileDomain(ctx, (await rowOf(name)).id);

/** At the registry alone, without a word to us. */
export const moveToRival = (name: string) =>
  fixture.db.$client`update registry.domains set sponsor = 'rival', transfer = null where name = ${name}`;
export const unregister = (name: string) =>
  fixture.db.$client`delete from registry.domains where name = ${name}`;

export async function deleteAfterGrace(name: string): Promise<void> {
  const nextDeletionAt = new Date(Date.now() - dayMs);
  await fixture.db.update(domains).set({ status: "expired", nextDeletionAt }).where(eq(domains.name, name));
  await deleteExpiredDomain(fixture.systemCtx, await rowOf(name));
}

export async function requestTransferOut(ctx: HolderCtx, name: string): Promise<void> {
  const code = await createAuthCode(ctx, name);
  await fixture.rival.requestTransfer({ name, authCode: code.authCode });
  await sync();
}

export const approveTransfer = async (ctx: HolderCtx, name: string) =>
  approveTransferOut(ctx, (await openOperation(ctx, name)).id);
export const rejectTransfer = async (ctx: HolderCtx, name: string) =>
  rejectTransferOut(ctx, (await openOperation(ctx, name)).id);

export const setNameservers = (ctx: WorkspaceCtx, name: string, hosts: readonly string[]) =>
  changeNameservers(
    {
      ...ctx,
      ...modulePorts,
      registrars: registrarsOf(fixture.registrar),
      dns: silentDns,
      nameserverRules: { mustResolve: false, isRefusedAddress: () => false },
    },
    { name, nameservers: servers(...hosts) },
  );
