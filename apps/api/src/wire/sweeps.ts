import type { Db } from "@zonepost/db";
import type { Env } from "../env.ts";
import type { Ctx } from "../kernel/ctx.ts";
import { createPartitionSweep } from "../kernel/database/partitions.ts";
import {
  createRetentionSweep,
  deleteOldAuditEntries,
  kernelRetentionRules,
} from "../kernel/database/retention.ts";
import type { Sweep } from "../kernel/due-work/due-work.ts";
import {
  createErasureSweeps,
  deleteExpiredDevices,
  deleteExpiredLinks,
  deleteExpiredPersonTokens,
  deleteExpiredSessions,
  deleteOldEmailOutcomes,
  deleteUnsentEmails,
  deleteUntoldChanges,
} from "../modules/accounts/index.ts";
import { createAttentionSweeps } from "../modules/attention/index.ts";
import { allowanceRetentionRules, createDnsSweeps, versionRetentionRules } from "../modules/dns/index.ts";
import { batchRetentionRules, createDomainSweeps, deleteOldNotifications } from "../modules/domains/index.ts";
import { createMailSweeps, mailRetentionRules } from "../modules/mail/index.ts";
import { createOrderSweeps } from "../modules/orders/index.ts";
import { createPaymentSweeps, paymentRetentionRules } from "../modules/payments/index.ts";
import {
  createCatchUpSweep,
  createDeliverySweep,
  createRotationSweep,
  webhookPartitions,
  webhookRetentionRules,
} from "../modules/webhooks/index.ts";
import { createArchiveSweep } from "./archive-alert.ts";
import { wireErasure } from "./erasure.ts";
import type { Ports } from "./ports.ts";

export function createSweeps(
  env: Env,
  base: Pick<Ctx, "db" | "clock" | "log">,
  ports: Ports,
  deliveryDb: Db,
): Sweep[] {
  const { db, clock } = base;
  const ctx = { ...base, ...ports, requestId: null, ipAddress: null };
  return [
    createDeliverySweep({
      ...base,
      ...ports,
      db: deliveryDb,
      inFlightPerEndpoint: env.WEBHOOKS_IN_FLIGHT_PER_ENDPOINT,
    }),
    createRotationSweep(base),
    createCatchUpSweep(base),
    ...createDomainSweeps({
      ...ctx,
      operator: { email: env.OPERATOR_EMAIL, lowBalanceCents: env.REGISTRY_LOW_BALANCE },
    }),
    ...createDnsSweeps(ctx),
    ...createMailSweeps(ctx),
    ...createOrderSweeps(ctx),
    ...createAttentionSweeps(ctx),
    ...createPaymentSweeps(ctx),
    createArchiveSweep({ ...base, ports, operatorEmail: env.OPERATOR_EMAIL }),
    ...createErasureSweeps({ ...ctx, ...wireErasure(db, ports.processors) }),
    createPartitionSweep(base, [
      { table: "mail_events", key: "id", days: 1, keptDays: env.MAIL_LOG_RETENTION_DAYS },
      ...webhookPartitions(env.WEBHOOK_RETENTION_DAYS),
    ]),
    createRetentionSweep(db, [
      ...kernelRetentionRules,
      deleteOldAuditEntries(env.AUDIT_RETENTION_DAYS),
      deleteOldNotifications(env.AUDIT_RETENTION_DAYS),
      deleteOldEmailOutcomes(env.AUDIT_RETENTION_DAYS),
      deleteExpiredSessions,
      deleteExpiredLinks,
      deleteExpiredPersonTokens,
      deleteExpiredDevices,
      deleteUnsentEmails,
      deleteUntoldChanges,
      ...batchRetentionRules,
    ]),
    createRetentionSweep(
      db,
      [
        ...versionRetentionRules(clock),
        ...allowanceRetentionRules(clock),
        ...mailRetentionRules(base),
        ...paymentRetentionRules(clock),
        ...webhookRetentionRules(clock, env.WEBHOOK_RETENTION_DAYS),
      ],
      { name: "retention by business time", wakeReasons: ["clock"] },
    ),
  ];
}
