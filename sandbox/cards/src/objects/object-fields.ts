import { randomBytes } from "node:crypto";

/** The kinds of objects, named by their `object` field. */
const idPrefixes = {
  customer: "cus_",
  payment_method: "pm_",
  setup_intent: "seti_",
  "checkout.session": "cs_test_",
  payment_intent: "pi_",
  charge: "ch_",
  refund: "re_",
  dispute: "du_",
  "radar.early_fraud_warning": "issfr_",
  balance_transaction: "txn_",
  payout: "po_",
  event: "evt_",
};

export type Kind = keyof typeof idPrefixes;

export type Metadata = Record<string, string>;

export const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Letters and digits, as in Stripe's ids. */
export function randomText(length: number): string {
  // 248 is the largest multiple of 62 in a byte, so that every character is equally likely.
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      text += byte < 248 && text.length < length ? alphabet[byte % 62] : "";
    }
  }
  return text;
}

export const newId = (kind: Kind): string =>
  idPrefixes[kind] + randomText(kind === "checkout.session" ? 58 : 24);

export const kindOfId = (id: string): Kind | undefined =>
  (Object.keys(idPrefixes) as Kind[]).find((kind) => id.startsWith(idPrefixes[kind]));

/** An empty value removes its key, and an empty text removes all, as at Stripe. */
export function mergeMetadata(current: Metadata, change: Metadata | "" | undefined): Metadata {
  if (change === undefined) {
    return current;
  }
  return Object.fromEntries(
    Object.entries(change === "" ? {} : { ...current, ...change }).filter(([, value]) => value !== ""),
  );
}
