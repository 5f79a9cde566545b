import { type NotificationChoice, notificationChoices } from "@zonepost/schema";
import { choiceOf, deliveryOf, type Seat } from "../../accounts/index.ts";
import type { Notified } from "./notified.ts";

type Told = Pick<Notified, "kind" | "details" | "domainName">;

/** A charge that failed is also about payments: whichever of the two choices is more urgent counts. */
export function deliveryOfNotified(seat: Seat, { kind, details, domainName }: Told): NotificationChoice {
  const chosen = deliveryOf(seat, kind, [domainName]);
  const isFailedCharge = kind === "renewal_failed" && details.isPayment === true;
  const forPayments = isFailedCharge ? choiceOf(seat, "payments") : "none";
  return notificationChoices.find((choice) => choice === chosen || choice === forPayments) ?? "none";
}

/** Why a person gets these: `payments` if that is the only reason. */
export function reasonOf(seat: Seat, all: readonly Told[]): "owner" | "chosen" | "payments" {
  if (seat.role === "owner") {
    return "owner";
  }
  return all.some(({ kind, domainName }) => deliveryOf(seat, kind, [domainName]) !== "none")
    ? "chosen"
    : "payments";
}
