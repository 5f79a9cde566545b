import type { Db } from "@zonepost/db";
import type { Queryable } from "../kernel/ctx.ts";
import type { ErasureRule } from "../kernel/erasure/erasure-rule.ts";
import { kernelErasure } from "../kernel/erasure/kernel-erasure.ts";
import { accountErasure, type ErasurePorts } from "../modules/accounts/index.ts";
import { attentionErasure } from "../modules/attention/index.ts";
import { dnsErasure, withdrawZonesOf } from "../modules/dns/index.ts";
import { countDomainHolds, domainErasure } from "../modules/domains/index.ts";
import { mailErasure } from "../modules/mail/index.ts";
import { countOrderHolds, orderErasure } from "../modules/orders/index.ts";
import {
  countCustomers,
  countPaymentHolds,
  deleteCustomers,
  paymentErasure,
} from "../modules/payments/index.ts";
import { deleteEndpointsOf, webhookErasure } from "../modules/webhooks/index.ts";

/** What becomes of each table: deleted first is what refers to others, and the log last. */
export const erasureRules: readonly ErasureRule[] = [
  ...webhookErasure,
  ...dnsErasure,
  ...mailErasure,
  ...orderErasure,
  ...domainErasure,
  ...paymentErasure,
  ...attentionErasure,
  ...accountErasure,
  ...kernelErasure,
];

/** Without processors, a worker deletes the customers there. */
export const wireErasure = (
  db: Db,
  processors: Parameters<typeof deleteCustomers>[0]["processors"] | null,
): Omit<ErasurePorts, "secretBox" | "panelUrl" | "operatorEmail"> => ({
  erasureRules,
  countHolds: async (reader: Queryable, workspaceId: string) => ({
    ...(await countDomainHolds(reader, workspaceId)),
    ...(await countOrderHolds(reader, workspaceId)),
    ...(await countPaymentHolds(reader, workspaceId)),
  }),
  endDeliveries: deleteEndpointsOf,
  withdrawZones: withdrawZonesOf,
  countCustomers,
  deleteCustomers: processors && ((workspaceId) => deleteCustomers({ db, processors }, workspaceId)),
});
