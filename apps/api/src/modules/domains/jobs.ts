import type { Actor } from "../../kernel/actor.ts";
import type { Ctx } from "../../kernel/ctx.ts";
import { dueWorkOf } from "../../kernel/due-work/due-rows.ts";
import type { DueWork, Sweep } from "../../kernel/due-work/due-work.ts";
import { minuteMs } from "../../kernel/durations.ts";
import { processBatches } from "./batches/process-batches.ts";
import { pushContacts } from "./contacts/push-contacts.ts";
import { deleteExpiredDomain } from "./lifecycle/delete-expired-domain.ts";
import { dueDomains } from "./lifecycle/due-domains.ts";
import { processDueDomains } from "./lifecycle/process-due-domains.ts";
import { sendExpiryNotices } from "./lifecycle/send-expiry-notices.ts";
import type { DomainRow } from "./model/domain-row.ts";
import { checkDueDomains } from "./nameservers/check-due-domains.ts";
import type { NameserverPorts } from "./nameservers/validate-nameservers.ts";
import { dueNotifications, sendNotifications } from "./notifications/send-notifications.ts";
import { type DomainPorts, type OperatorPorts, RegistrarError } from "./ports.ts";
import { isSending } from "./registry-sync/intents/is-sending.ts";
import { reportLowBalances } from "./registry-sync/messages/balances.ts";
import { reportToOperator } from "./registry-sync/messages/report-to-operator.ts";
import { reconcileDomain } from "./registry-sync/reconcile-domain.ts";
import { syncWithRegistry } from "./registry-sync/sync-with-registry.ts";
import type { DueColumn } from "./rules/retry-wait.ts";
import { replaceAuthCode } from "./transfers/replace-auth-code.ts";

type SystemCtx = Omit<Ctx, "actor">;
type EmailDeps = OperatorPorts & { panelUrl: string };

const pollIntervalMs = 15_000;

const systemActor = (job: string): Extract<Actor, { kind: "system" }> => ({ kind: "system", job });

/** Registries answer by the wall clock: if the sandbox clock went on meanwhile, a day could pass without an answer. */
const changesBeingSent: DueWork = {
  name: "changes being sent",
  nextDueAt: async () => null,
  isBusy: isSending,
};

/** Without the DNS checks: they find the same however far the sandbox clock jumps, so it doesn't stop for them. */
export const domainWorks: readonly DueWork[] = [
  dueWorkOf("expiry notices", dueDomains("nextNoticeAt")),
  dueWorkOf("deletions after grace", dueDomains("nextDeletionAt")),
  dueWorkOf("changes at the registry", dueDomains("nextLookAt")),
  changesBeingSent,
  dueWorkOf("auth codes", dueDomains("authCodeExpiresAt")),
  dueWorkOf("emails about domains", dueNotifications),
];

export const createDomainSweeps = (ctx: SystemCtx & DomainPorts & NameserverPorts & EmailDeps): Sweep[] => [
  createBatchSweep(ctx),
  createExpirySweep(ctx),
  createNotificationSweep(ctx),
  createRegistrySyncSweep(ctx),
  createContactsSweep(ctx),
  createDnsCheckSweep(ctx),
  createDueSweep(ctx, "deletions after grace", "nextDeletionAt", deleteExpiredDomain),
  createDueSweep(ctx, "changes at the registry", "nextLookAt", async (system, { id }) => {
    await reconcileDomain(system, id);
  }),
  createDueSweep(ctx, "auth codes", "authCodeExpiresAt", replaceAuthCode),
];

/** A queue job whose worker dies stays locked for hours. Here each domain has its own lease. */
const createBatchSweep = (ctx: SystemCtx & DomainPorts & NameserverPorts): Sweep => ({
  name: "batches",
  wakeReasons: ["batches"],
  pollIntervalMs: 5_000,
  run: (signal) => processBatches(ctx, signal),
});

const createDnsCheckSweep = (ctx: SystemCtx & NameserverPorts & EmailDeps): Sweep => ({
  name: "nameservers of domains",
  wakeReasons: [],
  pollIntervalMs: 5 * minuteMs,
  run: (signal) => checkDueDomains({ ...ctx, actor: systemActor("nameservers of domains") }, signal),
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
    run: (signal) => processDueDomains(system, due, signal, (row) => work(system, row)),
  };
}

function createExpirySweep(ctx: SystemCtx & DomainPorts): Sweep {
  return {
    name: "expiry notices",
    wakeReasons: ["clock"],
    pollIntervalMs,
    async run(signal) {
      for (let isDone = false; !isDone && !signal.aborted; ) {
        const now = await ctx.clock.now();
        ({ isDone } = await sendExpiryNotices({ ...ctx, actor: systemActor("expiry notices") }, now));
      }
    },
  };
}

function createNotificationSweep(ctx: SystemCtx & DomainPorts & EmailDeps): Sweep {
  return {
    name: "emails about domains",
    wakeReasons: ["clock", "notifications"],
    pollIntervalMs,
    run: (signal) => sendNotifications({ ...ctx, actor: systemActor("emails about domains") }, signal),
  };
}

function createContactsSweep(ctx: SystemCtx & DomainPorts): Sweep {
  return {
    name: "contacts at registries",
    wakeReasons: ["sync"],
    pollIntervalMs: minuteMs,
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

function createRegistrySyncSweep(ctx: SystemCtx & DomainPorts & OperatorPorts): Sweep {
  return {
    name: "registry sync",
    wakeReasons: ["sync"],
    pollIntervalMs: 5_000,
    async run(signal) {
      const system = { ...ctx, actor: systemActor("registry sync") };
      const syncing = syncWithRegistry(system, signal).finally(async () => {
        await reportToOperator(system);
        await reportLowBalances(system);
      });
      await syncing.catch((error: unknown) => {
        if (!(error instanceof RegistrarError)) {
          throw error;
        }
        ctx.log.warn({ reason: error.reason, err: error }, "couldn't query the registry");
      });
    },
  };
}
