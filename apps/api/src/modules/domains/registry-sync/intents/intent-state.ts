/**
 * - `written`: not sent yet.
 * - `sending`: a process holds the lease and is sending it, or died doing so.
 * - `unknown`: sent, but no response.
 * - `accepted`: the registry will carry it out later (RFC 5730, code 1001).
 * - `confirmed`: the registry has reported it as done, but doesn't show it yet.
 * - `declined`: a later notice reported that it will not.
 * The other three are final.
 */
export type IntentState =
  | { name: "written" }
  | { name: "sending"; leasedUntil: Date }
  | { name: "unknown"; leasedUntil: Date | null }
  | { name: "accepted"; leasedUntil: Date | null }
  | { name: "confirmed"; leasedUntil: Date | null }
  | { name: "declined" }
  | { name: FinalState; settledAt: Date };

export type FinalState = (typeof finalStates)[SettlingEvent];
export type OpenState = Exclude<IntentState["name"], FinalState>;

export const finalStates = { apply: "applied", refuse: "refused", supersede: "superseded" } as const;

export type SettlingEvent = keyof typeof finalStates;
/** `postpone` moves it to the end of the sync's queue. */
export type MovingEvent = "send" | "loseAnswer" | "accept" | "confirm" | "decline" | "postpone";
export type IntentEvent = MovingEvent | SettlingEvent;

type Transitions = Partial<Record<OpenState, IntentState["name"]>>;

const fromAny = (to: FinalState): Transitions => ({
  written: to,
  sending: to,
  unknown: to,
  accepted: to,
  confirmed: to,
  declined: to,
});

/**
 * All transitions. An accepted, confirmed or declined intent is never sent again, and final states are final. A written intent can
 * be applied: someone else may have made the same change.
 */
export const intentTransitions: Record<IntentEvent, Transitions> = {
  send: { written: "sending", sending: "sending", unknown: "sending" },
  // If an accepted change can't be read back, it is looked up like one without a response.
  loseAnswer: { sending: "unknown", unknown: "unknown", accepted: "unknown" },
  // A pending status at the registry overrides an earlier notice.
  accept: { sending: "accepted", unknown: "accepted", accepted: "accepted", declined: "accepted" },
  // One that was accepted without a pending status counts as done.
  confirm: { sending: "confirmed", unknown: "confirmed", accepted: "confirmed" },
  decline: { accepted: "declined", confirmed: "declined" },
  postpone: { written: "sending", sending: "sending", unknown: "unknown", confirmed: "confirmed" },
  apply: fromAny("applied"),
  refuse: {
    sending: "refused",
    unknown: "refused",
    accepted: "refused",
    confirmed: "refused",
    declined: "refused",
  },
  supersede: fromAny("superseded"),
};

export const statesBefore = (event: IntentEvent): OpenState[] =>
  Object.keys(intentTransitions[event]) as OpenState[];

/** True while a process may still be sending it. Wall clock, like every lease. */
export const isInFlight = (state: IntentState, wallNow: Date): boolean =>
  "leasedUntil" in state && state.leasedUntil !== null && state.leasedUntil > wallNow;
