import type { mailEventKind } from "../mail/events.ts";
import { checkIntervalsMs, checkTableOf, couldNotCheck, type StatusTable, tableOf } from "./table.ts";

const mailDnsCheck = { check: "Each nameserver's records", intervalMs: checkIntervalsMs.mailDns };

/** `warning` and `optional` follow from a record's severity. */
export const mailDnsStates = /* @__PURE__ */ checkTableOf(
  mailDnsCheck,
  {
    ok: ["Works", "good", "nobody"],
    warning: ["Works, with a warning", "warn", "you"],
    missing: ["Missing", "bad", "you"],
    wrong: ["Wrong", "bad", "you"],
    differs: ["Nameservers differ", "bad", "you"],
    optional: ["Optional", "off", "nobody"],
  },
  { unknown: couldNotCheck },
);

/** Of what the zone has for a mail record, if it is hosted here. */
export const mailZoneStates = /* @__PURE__ */ tableOf(
  { record: "The records in the domain's zone" },
  {
    managed: ["Managed by mail", "good", "nobody"],
    unmanaged: ["Managed by you", "good", "nobody"],
    conflict: ["Other records", "warn", "you"],
    missing: ["Not in the zone", "off", "you"],
  },
);

/** The sum of the records of one purpose. */
export const mailDnsLights = /* @__PURE__ */ checkTableOf(
  mailDnsCheck,
  {
    good: ["Works", "good", "nobody"],
    warning: ["Needs attention", "warn", "you"],
    bad: ["Broken", "bad", "you"],
    optional: ["Optional", "off", "nobody"],
  },
  { unknown: couldNotCheck },
);

export const dkimRecordStates = /* @__PURE__ */ checkTableOf(
  mailDnsCheck,
  {
    shown: ["Published", "good", "nobody"],
    missing: ["Not published yet", "waiting", "you"],
    wrong: ["Another record", "bad", "you"],
  },
  { unreachable: couldNotCheck },
);

const worstFirst = ["bad", "warning", "unknown"] as const;

/** The worst state of a mail domain's lights, and what it is about. Null before the first check. */
export function summaryOfLights<Purpose>(
  lights: readonly { purpose: Purpose; state: keyof typeof mailDnsLights }[],
): { state: "good" | "warning" | "bad" | "unknown"; purposes: Purpose[] } | null {
  if (lights.length === 0) {
    return null;
  }
  const state = worstFirst.find((each) => lights.some((light) => light.state === each)) ?? "good";
  const isNamed = state === "bad" || state === "warning";
  const purposes = lights.flatMap((light) => (isNamed && light.state === state ? [light.purpose] : []));
  return { state, purposes };
}

export const mailDomainStates = /* @__PURE__ */ tableOf(
  { record: "The mail plan and its payment" },
  {
    active: ["Active", "good", "nobody"],
    suspended: ["Suspended", "warn", "you"],
    deactivated: ["Deactivated", "off", "nobody"],
  },
);

export const mailAccountStates = /* @__PURE__ */ tableOf(
  { record: "The account's settings and its use" },
  {
    current: ["Current", "info", "nobody"],
    active: ["Active", "good", "nobody"],
    limited: ["Sending limit reached", "bad", "you"],
    full: ["Full", "warn", "you"],
    sendOnly: ["Send only", "info", "nobody"],
    receiveOnly: ["Receive only", "info", "nobody"],
    closed: ["Can't send or receive", "off", "you"],
    suspended: ["Suspended", "off", "you"],
    deleted: ["Deleted", "bad", "you"],
  },
);

export const forwardingStates = /* @__PURE__ */ tableOf(
  { record: "The recipient's confirmation" },
  {
    active: ["Active", "good", "nobody"],
    waiting_for_confirmation: ["Waiting for confirmation", "waiting", "nobody"],
    stopped: ["Stopped by the recipient", "bad", "you"],
    paused: ["Paused: mail would loop", "bad", "you"],
    expired: ["Link expired", "off", "you"],
  },
);

/** The last event of a message. */
export const messageStates = /* @__PURE__ */ tableOf(
  { record: "The mail server's log" },
  {
    delivered: ["Delivered", "good", "nobody"],
    filtered: ["Delivered to Junk", "warn", "you"],
    sent: ["Sent", "good", "nobody"],
    forwarded: ["Forwarded", "good", "nobody"],
    received: ["Received", "info", "zonepost"],
    deferred: ["Waiting", "waiting", "zonepost"],
    greylisted: ["Greylisted", "waiting", "nobody"],
    delayed: ["Delayed: the sender will try again", "waiting", "nobody"],
    limited: ["Over the limit", "warn", "you"],
    refused: ["Refused", "bad", "nobody"],
    rejected: ["Rejected", "bad", "nobody"],
    bounced: ["Undeliverable", "bad", "nobody"],
    expired: ["Expired", "bad", "nobody"],
    discarded: ["Discarded", "off", "nobody"],
  },
) satisfies StatusTable<(typeof mailEventKind.options)[number]>;
