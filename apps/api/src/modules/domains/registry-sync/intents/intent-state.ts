/**
 * The life of an intent. `written`: nobody has sent it yet. `sending`: a process holds the lease and sends it, or died
 * doing so. `unknown`: it was sent and no answer came. `accepted`: the registry will carry it out later (RFC 5730, code
 * 1001). `declined`: a notice said afterwards that it will not. The other three are final.
 */
export type IntentState =
  | { name: "written" }
  | { name: "sending"; leasedUntil: Date }
  | { name: "unknown"; leasedUntil: Date | null }
  | { name: "accepted"; leasedUntil: Date | null }
  | { name: "declined" }
  | { name: FinalState; settledAt: Date };

export type FinalState = (typeof finalStates)[SettlingEvent];
export type OpenState = Exclude<IntentState["name"], FinalState>;

/** What an intent settles as. */
export const finalStates = { apply: "applied", refuse: "refused", supersede: "superseded" } as const;

export type SettlingEvent = keyof typeof finalStates;
/** `postpone` puts it at the end of the queue of those that the sync looks at. */
export type MovingEvent = "send" | "loseAnswer" | "accept" | "decline" | "postpone";
export type IntentEvent = MovingEvent | SettlingEvent;

type Transitions = Partial<Record<OpenState, IntentState["name"]>>;

const fromAny = (to: FinalState): Transitions => ({
  written: to,
  sending: to,
  unknown: to,
  accepted: to,
  declined: to,
});

/**
 * Every transition there is. What the registry has accepted or declined is never sent again, and nothing leaves a final
 * state. A written intent can be applied: somebody else may have made the same change.
 */
export const intentTransitions: Record<IntentEvent, Transitions> = {
  send: { written: "sending", sending: "sending", unknown: "sending" },
  // An accepted change whose effect could not be read back is looked for like one without an answer.
  loseAnswer: { sending: "unknown", unknown: "unknown", accepted: "unknown" },
  // What the registry shows as pending counts for more than an earlier notice.
  accept: { sending: "accepted", unknown: "accepted", accepted: "accepted", declined: "accepted" },
  decline: { accepted: "declined" },
  postpone: { written: "sending", sending: "sending", unknown: "unknown" },
  apply: fromAny("applied"),
  refuse: { sending: "refused", unknown: "refused", accepted: "refused", declined: "refused" },
  supersede: fromAny("superseded"),
};

/** The states in which an event can happen. */
export const statesBefore = (event: IntentEvent): OpenState[] =>
  Object.keys(intentTransitions[event]) as OpenState[];

/** Whether somebody may still be sending it. By the wall clock, like every lease. */
export const isInFlight = (state: IntentState, wallNow: Date): boolean =>
  "leasedUntil" in state && state.leasedUntil !== null && state.leasedUntil > wallNow;
