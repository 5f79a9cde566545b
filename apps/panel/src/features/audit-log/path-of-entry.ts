import type { AuditEntry } from "@zonepost/schema";
import {
  apiKeyPath,
  batchPath,
  contactPath,
  deliveryPath,
  domainPath,
  mailPath,
  newZonePath,
  orderPath,
  paymentPath,
  savedCardsPath,
  settingsPath,
  webhookPath,
  zonePath,
  zoneVersionPath,
} from "../../lib/paths.ts";

type Entry = Pick<AuditEntry, "action" | "target" | "details">;

/** After these, there is nothing left to open. */
const endings = new Set([
  "cancelled",
  "deleted",
  "left",
  "registration_failed",
  "removed",
  "transfer_failed",
  "transferred_out",
  "withdrawn",
]);

const domainOf = (address: string) => address.slice(address.lastIndexOf("@") + 1);

const paths: Record<string, (entry: Entry) => string | undefined> = {
  api_key: ({ target }) => apiKeyPath(target),
  contact: ({ target }) => contactPath(target),
  dnssec: ({ target }) => domainPath(target, "dnssec"),
  domain: ({ action, target }) =>
    action === "domain.batch_requested" ? batchPath(target) : domainPath(target),
  invitation: () => settingsPath("people"),
  mail: ({ target }) => mailPath(target),
  mail_account: ({ target }) => mailPath(domainOf(target), "accounts"),
  mail_alias: ({ target }) => mailPath(domainOf(target), "aliases"),
  mail_app_password: ({ target }) => mailPath(domainOf(target), "accounts"),
  member: () => settingsPath("people"),
  order: ({ target }) => orderPath(target),
  payment: ({ target }) => paymentPath(target),
  payment_method: () => savedCardsPath,
  webhook_delivery: ({ target, details: { endpointId } }) =>
    typeof endpointId === "string" ? deliveryPath(endpointId, target) : undefined,
  webhook_endpoint: ({ target }) => webhookPath(target),
  zone: ({ action, target, details: { version } }) => {
    if (action === "zone.allowed") {
      return newZonePath(target);
    }
    return typeof version === "number" ? zoneVersionPath(target, version) : zonePath(target);
  },
  workspace: () => settingsPath("workspace"),
};

/** The page of what an entry is about, if it is still there. */
export function pathOfEntry(entry: Entry): string | undefined {
  const [kind = "", verb = ""] = entry.action.split(".");
  // A canceled order stays.
  const isLeft = kind === "order" || !endings.has(verb);
  return isLeft && Object.hasOwn(paths, kind) ? paths[kind]?.(entry) : undefined;
}
