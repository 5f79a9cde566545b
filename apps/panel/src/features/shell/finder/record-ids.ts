import type { Right } from "@zonepost/schema";
import {
  apiKeyPath,
  auditLogPath,
  contactsPath,
  operationPath,
  orderPath,
  paymentPath,
  settingsPath,
  webhookPath,
} from "../../../lib/paths.ts";

type Record = { prefix: string; right?: Right; pathOf: (id: string) => string };

/** The records that have a page or an address of their own, by the prefix of their IDs. */
const records = [
  { prefix: "pay", right: "payments:read", pathOf: paymentPath },
  { prefix: "ord", right: "domains:read", pathOf: orderPath },
  { prefix: "dop", right: "domains:read", pathOf: operationPath },
  { prefix: "whe", right: "webhooks:read", pathOf: webhookPath },
  { prefix: "key", right: "api_keys:read", pathOf: apiKeyPath },
  {
    prefix: "con",
    right: "contacts:read",
    pathOf: (id) => `${contactsPath}?contact=${encodeURIComponent(id)}`,
  },
  { prefix: "aud", right: "audit:read", pathOf: (id) => `${auditLogPath}?entry=${encodeURIComponent(id)}` },
  { prefix: "usr", right: "members:read", pathOf: () => settingsPath("people") },
] as const satisfies Record[];

type RecordPrefix = (typeof records)[number]["prefix"];
export type FoundRecord = { prefix: RecordPrefix; right: Right; href: string; isWhole: boolean };

const listOf: { [prefix in RecordPrefix]: string } = {
  pay: "/payments",
  ord: "/payments/orders",
  dop: "/activity",
  whe: "/webhooks",
  key: settingsPath("api-keys"),
  con: contactsPath,
  aud: auditLogPath,
  usr: settingsPath("people"),
};

const isWholeId = /^[a-z]+_[0-9a-z]{26}$/;

/** What an ID, or the beginning of one, leads to: the page of the record, or the list of its kind. */
export function recordOfId(query: string): FoundRecord | undefined {
  const id = query.trim().toLowerCase();
  const record = records.find(({ prefix }) => id.startsWith(`${prefix}_`));
  if (!record) {
    return undefined;
  }
  const { prefix, right, pathOf } = record;
  const isWhole = isWholeId.test(id);
  return { prefix, right, isWhole, href: isWhole ? pathOf(id) : listOf[prefix] };
}
