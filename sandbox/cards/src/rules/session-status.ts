const minuteSeconds = 60;
const daySeconds = 24 * 60 * minuteSeconds;

export type SessionStatus = "open" | "complete" | "expired";

export type SessionStep = "completed" | "expired";

/** Undefined if the step isn't possible in this status: a completed session never expires, and vice versa. */
export function sessionAfter(status: SessionStatus, step: SessionStep): SessionStatus | undefined {
  if (status !== "open") {
    return undefined;
  }
  return step === "completed" ? "complete" : "expired";
}

export const standardSessionSeconds = daySeconds;

/** A session stays open for 30 minutes to 24 hours. */
export function maySessionExpireAt(createdAt: number, expiresAt: number): boolean {
  const seconds = expiresAt - createdAt;
  return seconds >= 30 * minuteSeconds && seconds <= daySeconds;
}
