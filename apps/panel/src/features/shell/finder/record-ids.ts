import type { IdPrefix } from "@zonepost/schema/panel";
import {
  apiKeyPath,
  auditLogPath,
  batchPath,
  contactPath,
  deliveryPath,
  domainPath,
  mailAccountPath,
  mailPath,
  operationPath,
  orderPath,
  paymentPath,
  savedCardsPath,
  settingsPath,
  webhookPath,
} from "../../../lib/paths.ts";
import type { places } from "./places.ts";

type RecordKind = {
  /** The place that lists them. */
  place: (typeof places)[number]["key"];
  /** `within` is from the API: the names and IDs that the page needs besides. */
  pathOf: (id: string, within: readonly string[]) => string;
};

const withQuery = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query)}`;

const ofAccount: RecordKind = {
  place: "goMail",
  pathOf: (_, [domainName = "", account = ""]) => mailAccountPath(domainName, account),
};
const ofDelivery: RecordKind = {
  place: "goWebhooks",
  pathOf: (_, [endpoint = "", delivery = ""]) => deliveryPath(endpoint, delivery),
};
const ofPeople: RecordKind = { place: "goPeople", pathOf: () => settingsPath("people") };

/** Those that no page shows. */
type PrefixWithoutPage =
  // A visit to the page on which the processor takes a card: it ends when the person comes back.
  | "cpg"
  // Transactions of the ledger are only in its export.
  | "ltx";
export type FindablePrefix = Exclude<IdPrefix, PrefixWithoutPage>;

const records: Record<FindablePrefix, RecordKind> = {
  aud: {
    place: "goAuditLog",
    // The log opens an entry that it has read, so it begins with that day.
    pathOf: (entry, [occurredAt = ""]) => withQuery(auditLogPath, { until: dayAfter(occurredAt), entry }),
  },
  con: { place: "goContacts", pathOf: contactPath },
  dba: { place: "goDomains", pathOf: batchPath },
  dhe: { place: "goDomains", pathOf: (_, [name = ""]) => domainPath(name, "history") },
  dnf: { place: "goDomains", pathOf: (_, [name = ""]) => domainPath(name) },
  dom: { place: "goDomains", pathOf: (_, [name = ""]) => domainPath(name) },
  dop: { place: "goOperations", pathOf: operationPath },
  evt: ofDelivery,
  inv: ofPeople,
  key: { place: "goApiKeys", pathOf: apiKeyPath },
  mac: ofAccount,
  mal: { place: "goMail", pathOf: (_, [domainName = ""]) => mailPath(domainName, "aliases") },
  map: ofAccount,
  mbr: ofPeople,
  mcn: ofAccount,
  mms: {
    place: "goMail",
    pathOf: (message, [domainName = "", address = ""]) =>
      withQuery(mailPath(domainName, "messages"), { address, range: "month", message }),
  },
  ord: { place: "goOrders", pathOf: orderPath },
  orl: { place: "goOrders", pathOf: (_, [order = ""]) => orderPath(order) },
  pay: { place: "goPayments", pathOf: paymentPath },
  pmt: { place: "goPayments", pathOf: () => savedCardsPath },
  rfd: { place: "goPayments", pathOf: (_, [payment = ""]) => paymentPath(payment) },
  ses: { place: "goSecurity", pathOf: () => settingsPath("security") },
  usr: ofPeople,
  whd: ofDelivery,
  whe: { place: "goWebhooks", pathOf: webhookPath },
  wsp: { place: "goWorkspace", pathOf: () => settingsPath("workspace") },
};

const isWholeId = /^[a-z]+_[0-9a-z]{26}$/;

type RecordQuery = RecordKind & { prefix: FindablePrefix; id: string; isWhole: boolean };

const isFindable = (prefix: string): prefix is FindablePrefix => Object.hasOwn(records, prefix);

/** What an ID, or the beginning of one, is about. */
export function recordOfId(query: string): RecordQuery | undefined {
  const id = query.trim().toLowerCase();
  const [prefix = "", rest] = id.split("_");
  return rest !== undefined && isFindable(prefix)
    ? { ...records[prefix], prefix, id, isWhole: isWholeId.test(id) }
    : undefined;
}

const dayMs = 86_400_000;

/** The day after, since the reader's own day can be ahead of the one in UTC. */
const dayAfter = (occurredAt: string) => new Date(Date.parse(occurredAt) + dayMs).toISOString().slice(0, 10);
