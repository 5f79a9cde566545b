import type { RefundPreview } from "@zonepost/schema";
import { publicId } from "../../../kernel/ids.ts";
import type { PaymentRow } from "../../payments/index.ts";
import type { RefundPlan } from "./make-refunds.ts";

export function presentPlan({ currency }: PaymentRow, { lines, planned }: RefundPlan): RefundPreview {
  const nameOf = (id: string) => lines.find((line) => line.id === id)?.row.domainName ?? "";
  return {
    dryRun: true,
    amountCents: planned.reduce((sum, { amountCents }) => sum + amountCents, 0),
    currency,
    lines: planned.map(({ id, ...line }) => ({
      lineId: publicId("orl", id),
      domainName: nameOf(id),
      ...line,
    })),
    warnings: planned
      .filter(({ effect }) => effect === "domain_deleted")
      .map(({ id }) => ({
        code: "domain_deleted",
        message: `${nameOf(id)} is deleted, and anyone can register it immediately.`,
      })),
  };
}
