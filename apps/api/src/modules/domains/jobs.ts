import { z } from "zod";
import type { Actor } from "../../kernel/actor.ts";
import type { Ctx } from "../../kernel/ctx.ts";
import type { DueWork, Sweep } from "../../kernel/due-work.ts";
import type { DomainRow } from "./domain-row.ts";
import { type DomainPorts, RegistrarError } from "./ports.ts";
import { dueWorkOf } from "./queries/due-domains.ts";
import { carryOutBatches } from "./use-cases/carry-out-batches.ts";
import { giveExpiryNotices } from "./use-cases/give-expiry-notices.ts";
import type { NameserverPorts } from "./use-cases/judge-nameservers.ts";
import { letGo } from "./use-cases/let-go.ts";
import { pushContacts } from "./use-cases/push-contacts.ts";
import { reconcileDomain } from "./use-cases/reconcile-domain.ts";
import { renewByItself } from "./use-cases/renew-by-itself.ts";
import { replaceAuthCode } from "./use-cases/replace-auth-code.ts";
import { syncWithRegistry } from "./use-cases/sync-with-registry.ts";
import {
  type TransferOutNoticeDeps,
  tellOfTransferOut,
  transferOutTask,
} from "./use-cases/tell-of-transfer-out.ts";
import { type DueColumn, workDueDomains } from "./use-cases/work-due-domains.ts";

type SystemCtx = Omit<Ctx, "actor">;

const pollIntervalMs = 15_000;

const systemActor = (job: string): Extract<Actor, { kind: "system" }> => ({ kind: "system", job });

/** What becomes due for domains, as the sandbox clock sees it. */
export const domainWorks: readonly DueWork[] = [
  dueWorkOf("expiry notices", "nextNoticeAt"),
  dueWorkOf("automatic renewals", "nextRenewalAt"),
  dueWorkOf("deletions after grace", "nextDeletionAt"),
  dueWorkOf("changes at the registry", "nextLookAt"),
  dueWorkOf("auth codes", "authCodeExpiresAt"),
];

const transferOutPayload = z.object({ operationId: z.uuid() });

/** Jobs by name, for the job runner. */
export const domainTasks = (
  deps: TransferOutNoticeDeps,
): Record<string, (payload: unknown) => Promise<void>> => ({
  [transferOutTask]: (job) => tellOfTransferOut(deps, transferOutPayload.parse(job)),
});

export const createDomainSweeps = (ctx: SystemCtx & DomainPorts & NameserverPorts): Sweep[] => [
  createBatchSweep(ctx),
  createExpirySweep(ctx),
  createRegistrySyncSweep(ctx),
  createContactsSweep(ctx),
  createDueSweep(ctx, "automatic renewals", "nextRenewalAt", renewByItself),
  createDueSweep(ctx, "deletions after grace", "nextDeletionAt", letGo),
  createDueSweep(ctx, "changes at the registry", "nextLookAt", async (system, { id }) => {
    await reconcileDomain(system, id);
  }),
  createDueSweep(ctx, "auth codes", "authCodeExpiresAt", replaceAuthCode),
];

/** A job of the queue would stay locked for hours where its worker dies; here each domain has a lease of its own. */
const createBatchSweep = (ctx: SystemCtx & DomainPorts & NameserverPorts): Sweep => ({
  name: "batches",
  wakeReasons: ["batches"],
  pollIntervalMs: 5_000,
  run: (signal) => carryOutBatches(ctx, signal),
});

function createDueSweep(
  ctx: SystemCtx & DomainPorts,
  name: string,
  due: DueColumn,
  work: (ctx: Ctx & DomainPorts, row: DomainRow) => Promise<void>,
): Sweep {
  const system = { ...ctx, actor: systemActor(name) };
  return {
    name,
    wakeReasons: ["clock"],
    pollIntervalMs,
    run: (signal) => workDueDomains(system, due, signal, (row) => work(system, row)),
  };
}

function createExpirySweep(ctx: SystemCtx): Sweep {
  return {
    name: "expiry notices",
    wakeReasons: ["clock"],
    pollIntervalMs,
    async run(signal) {
      for (let isDone = false; !isDone && !signal.aborted; ) {
        const now = await ctx.clock.now();
        ({ isDone } = await giveExpiryNotices({ ...ctx, actor: systemActor("expiry notices") }, now));
      }
    },
  };
}

function createContactsSweep(ctx: SystemCtx & DomainPorts): Sweep {
  return {
    name: "contacts at registries",
    wakeReasons: ["sync"],
    pollIntervalMs: 60_000,
    async run(signal) {
      const system = { ...ctx, actor: systemActor("contacts at registries") };
      await pushContacts(system, signal).catch((error: unknown) => {
        if (!(error instanceof RegistrarError)) {
          throw error;
        }
        ctx.log.warn({ reason: error.reason, err: error }, "contacts could not be sent to their registry");
      });
    },
  };
}

function createRegistrySyncSweep(ctx: SystemCtx & DomainPorts): Sweep {
  return {
    name: "registry sync",
    wakeReasons: ["sync"],
    pollIntervalMs: 5_000,
    async run(signal) {
      const system = { ...ctx, actor: systemActor("registry sync") };
      await syncWithRegistry(system, signal).catch((error: unknown) => {
        if (!(error instanceof RegistrarError)) {
          throw error;
        }
        ctx.log.warn({ reason: error.reason, err: error }, "the registry could not be asked");
      });
    },
  };
}
