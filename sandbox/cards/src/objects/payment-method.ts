import { createHmac } from "node:crypto";
import type { TestCard } from "../rules/test-cards.ts";
import { type Metadata, newId, seconds } from "./object-fields.ts";

type BillingDetails = {
  address: null;
  email: string | null;
  name: string | null;
  phone: string | null;
};

export type PaymentMethod = {
  id: string;
  object: "payment_method";
  allow_redisplay: "unspecified" | "limited" | "always";
  billing_details: BillingDetails;
  card: {
    brand: string;
    checks: { address_line1_check: null; address_postal_code_check: null; cvc_check: "pass" };
    country: string;
    display_brand: string;
    exp_month: number;
    exp_year: number;
    fingerprint: string;
    funding: "credit";
    generated_from: null;
    last4: string;
    networks: { available: string[]; preferred: null };
    three_d_secure_usage: { supported: true };
    wallet: null;
  };
  created: number;
  customer: string | null;
  livemode: false;
  metadata: Metadata;
  type: "card";
};

export type CardDetails = {
  card: TestCard & { digits: string };
  expiry: { month: number; year: number };
  holder: { name: string | null; email: string | null };
};

/** The number itself isn't part of the result: only its last digits and a fingerprint. */
export function newPaymentMethod(
  { card, expiry, holder }: CardDetails,
  fingerprintKey: string,
  now: Date,
): PaymentMethod {
  return {
    id: newId("payment_method"),
    object: "payment_method",
    allow_redisplay: "limited",
    billing_details: { address: null, email: holder.email, name: holder.name, phone: null },
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
      country: card.country,
      display_brand: card.brand === "amex" ? "american_express" : card.brand,
      exp_month: expiry.month,
      exp_year: expiry.year,
      fingerprint: createHmac("sha256", fingerprintKey).update(card.digits).digest("hex").slice(0, 16),
      funding: "credit",
      generated_from: null,
      last4: card.digits.slice(-4),
      networks: { available: [card.brand], preferred: null },
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: seconds(now),
    customer: null,
    livemode: false,
    metadata: {},
    type: "card",
  };
}
