import { type StatusTone, tableOf } from "./table.ts";

export const endpointStates = /* @__PURE__ */ tableOf(
  { record: "The endpoint's settings and its latest attempts" },
  {
    active: ["Active", "good", "nobody"],
    failing: ["Failing", "warn", "you"],
    paused: ["Paused", "off", "you"],
    deactivated: ["Deactivated", "bad", "you"],
  },
);

export const deliveryStates = /* @__PURE__ */ tableOf(
  { record: "The receiver's response" },
  {
    pending: ["Pending", "waiting", "zonepost"],
    waiting: ["Waiting", "waiting", "zonepost"],
    retrying: ["Retrying", "warn", "zonepost"],
    on_hold: ["On hold", "off", "you"],
    succeeded: ["Delivered", "good", "nobody"],
    failed: ["Failed", "bad", "you"],
    skipped: ["Skipped", "off", "nobody"],
  },
);

export const catchUpStates = /* @__PURE__ */ tableOf(
  { record: "The catch-up's deliveries" },
  {
    preparing: ["Preparing", "waiting", "zonepost"],
    sending: ["Sending", "waiting", "zonepost"],
    done: ["Completed", "good", "nobody"],
    stopped: ["Stopped", "off", "nobody"],
  },
);

/** What the signature doctor has found. */
export const signatureTones = {
  accepted: "good",
  rejected: "bad",
  oneMatches: "warn",
  correct: "good",
  note: "info",
  fix: "warn",
  cause: "bad",
  likelyCause: "warn",
} as const satisfies Record<string, StatusTone>;
