import { checkIntervalsMs, checkTableOf, couldNotCheck, notCheckedYet, tableOf } from "./table.ts";

export const zoneStateTable = /* @__PURE__ */ tableOf(
  { record: "The zone" },
  {
    active: ["Active", "good", "nobody"],
    ending: ["Ending", "warn", "you"],
  },
);

export const zonePublicationStates = /* @__PURE__ */ tableOf(
  { check: "The nameservers' answers", intervalMs: checkIntervalsMs.zonePublication },
  {
    publishing: ["Publishing", "waiting", "zonepost"],
    published: ["Published", "good", "nobody"],
    failed: ["Not accepted", "bad", "you"],
  },
);

/** One nameserver of a zone. */
export const zoneServerStates = /* @__PURE__ */ checkTableOf(
  { check: "The nameserver's answer", intervalMs: checkIntervalsMs.zonePublication },
  {
    current: ["Up to date", "good", "nobody"],
    behind: ["Behind", "waiting", "zonepost"],
    not_served: ["Doesn't serve the zone yet", "waiting", "zonepost"],
  },
  { unchecked: notCheckedYet, unknown: couldNotCheck },
);
export type ZoneServerLabel = keyof typeof zoneServerStates;

export const zoneDelegationStateTable = /* @__PURE__ */ checkTableOf(
  { check: "The nameservers in the parent zone", intervalMs: checkIntervalsMs.nameservers },
  {
    here: ["Delegated here", "good", "nobody"],
    partly: ["Partly delegated here", "warn", "you"],
    elsewhere: ["Not delegated here", "off", "you"],
    lame: ["Not answering", "bad", "zonepost"],
  },
  { unchecked: notCheckedYet, unknown: couldNotCheck },
);

export type ZoneDelegationLabel = keyof typeof zoneDelegationStateTable;

export const zoneDnssecStates = /* @__PURE__ */ tableOf(
  { record: "The zone's signing" },
  { unsigned: ["Not signed", "off", "you"] },
);
