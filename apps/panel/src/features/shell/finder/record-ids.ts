import type { Right } from "@zonepost/schema";
import {
  apiKeyPath,
  auditLogPath,
  contactsPath,
  operationPath,
  operationsPath,
  orderPath,
  ordersPath,
  paymentPath,
  paymentsPath,
  settingsPath,
  webhookPath,
} from "../../../lib/paths.ts";

type FindableRecord = { prefix: string; right: Right; listPath: string; pathOf: (id: string) => string };

/** The records that have a page or an address of their own, by the prefix of their IDs. */
const records = [
  { prefix: "pay", right: "payments:read", listPath: paymentsPath, pathOf: paymentPath },
  { prefix: "ord", right: "domains:read", listPath: ordersPath, pathOf: orderPath },
  { prefix: "dop", right: "domains:read", listPath: operationsPath, pathOf: operationPath },
  { prefix: "whe", right: "webhooks:read", listPath: "/webhooks", pathOf: webhookPath },
  { prefix: "key", right: "api_keys:read", listPath: settingsPath("api-keys"), pathOf: apiKeyPath },
  {
    prefix: "con",
    right: "contacts:read",
    listPath: contactsPath,
    pathOf: (id) => `${contactsPath}?contact=${encodeURIComponent(id)}`,
  },
  {
    prefix: "aud",
    right: "audit:read",
    listPath: auditLogPath,
    pathOf: (id) => `${auditLogPath}?entry=${encodeURIComponent(id)}`,
  },
  {
    prefix: "usr",
    right: "members:read",
    listPath: settingsPath("people"),
    pathOf: () => settingsPath("people"),
  },
] as const satisfies FindableRecord[];

type RecordPrefix = (typeof records)[number]["prefix"];
export type FoundRecord = { prefix: RecordPrefix; right: Right; href: string; isWhole: boolean };

const isWholeId = /^[a-z]+_[0-9a-z]{26}$/;

/** What an ID, or the beginning of one, leads to: the page of the record, or the list of its kind. */
export function recordOfId(query: string): FoundRecord | undefined {
  const id = query.trim().toLowerCase();
  const record = records.find(({ prefix }) => id.startsWith(`${prefix}_`));
  if (!record) {
    return undefined;
  }
  const { prefix, right, listPath, pathOf } = record;
  const isWhole = isWholeId.test(id);
  return { prefix, right, isWhole, href: isWhole ? pathOf(id) : listPath };
}
