import type { RefundEffect, RefundPreview } from "@zonepost/schema";
import { publicId } from "../../../kernel/ids.ts";
import { writtenDay } from "../../../kernel/written-day.ts";
import type { PaymentRow } from "../../payments/index.ts";
import type { RefundPlan } from "./make-refunds.ts";
import type { KnownLine } from "./read-refundable-lines.ts";

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
    warnings: planned.flatMap(({ id, effect }) => {
      const message = messageOf(effect, {
        name: nameOf(id),
        plan: lines.find((line) => line.id === id)?.plan,
      });
      return message === undefined ? [] : [{ code: effect, message }];
    }),
  };
}

function messageOf(
  effect: RefundEffect,
  { name, plan }: { name: string; plan: KnownLine["plan"] },
): string | undefined {
  switch (effect) {
    case "domain_deleted":
      return `${name} is deleted, and anyone can register it immediately.`;
    case "plan_ended":
      return (
        plan && `The mail plan of ${name} ends on ${writtenDay(plan.after.paidUntil)}. Nothing is erased.`
      );
    case "plan_reverted":
      return plan && `Mail of ${name} goes back to the ${plan.after.planSlug} plan.`;
    default:
      return undefined;
  }
}
