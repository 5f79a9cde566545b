/** A delivery that only this worker may try, until its lease ends. */
export type ClaimedDelivery = {
  workspaceId: string;
  deliveryId: string;
  claimId: string;
  endpointId: string;
  eventId: string;
  kind: "scheduled" | "replay" | "test";
  attemptsMade: number;
  /** How many attempts were or are replays, which don't count for the schedule. */
  replays: number;
  /** The catch-up that counts the outcome. */
  catchUpId: string | null;
  /** Of a replay: when the schedule goes on if it fails; null if no retry was scheduled. */
  resumeAt: Date | null;
  /** Holds back the later events of the same endpoint and subject. */
  isOrdered: boolean;
  /** True if an earlier claim ended without a result, so the attempt may have been made before. */
  isRepeat: boolean;
  dueAt: Date;
  /** Set on the single probe of a failing endpoint: the time from which it could be retried. */
  probeAt: Date | null;
  /** Of a probe: until when it keeps others from being granted. */
  heldUntil: Date | null;
  event: { type: string; body: string } | null;
  /** Null if the endpoint was deleted in between. */
  endpoint: {
    url: string;
    /** The URL's host without its port and final dot. */
    targetHost: string;
    active: boolean;
    /** False if it no longer selects the event's type. */
    isSubscribed: boolean;
    secretEncrypted: string;
    nextSecretEncrypted: string | null;
    /** Wall clock. */
    rotationEndsAt: Date | null;
  } | null;
};

export type ClaimRow = {
  workspace_id: string;
  delivery_id: string | null;
  endpoint_id: string;
  event_id: string;
  kind: ClaimedDelivery["kind"];
  attempt: number;
  replays: number;
  catch_up_id: string | null;
  resume_at: string | null;
  is_ordered: boolean;
  is_repeat: boolean;
  due_at: string;
  probe_at: string | null;
  held_until: string | null;
  type: string | null;
  body: string | null;
  url: string | null;
  host: string | null;
  active: boolean | null;
  is_subscribed: boolean | null;
  secret_encrypted: string | null;
  next_secret_encrypted: string | null;
  rotation_ends_at: string | null;
};

/** A claim that found nothing is one row without a delivery. */
export const claimedDeliveries = (rows: readonly ClaimRow[], claimId: string): ClaimedDelivery[] =>
  rows.flatMap((row) => (row.delivery_id === null ? [] : [claimedDelivery(row, row.delivery_id, claimId)]));

function claimedDelivery(row: ClaimRow, deliveryId: string, claimId: string): ClaimedDelivery {
  const { url, host: targetHost, active, secret_encrypted: secretEncrypted } = row;
  return {
    workspaceId: row.workspace_id,
    deliveryId,
    claimId,
    endpointId: row.endpoint_id,
    eventId: row.event_id,
    kind: row.kind,
    attemptsMade: row.attempt,
    replays: row.replays,
    catchUpId: row.catch_up_id,
    resumeAt: dateOf(row.resume_at),
    isOrdered: row.is_ordered,
    isRepeat: row.is_repeat,
    dueAt: new Date(row.due_at),
    probeAt: dateOf(row.probe_at),
    heldUntil: dateOf(row.held_until),
    event: row.type !== null && row.body !== null ? { type: row.type, body: row.body } : null,
    endpoint:
      url !== null && targetHost !== null && active !== null && secretEncrypted !== null
        ? {
            url,
            targetHost,
            active,
            isSubscribed: row.is_subscribed === true,
            secretEncrypted,
            nextSecretEncrypted: row.next_secret_encrypted,
            rotationEndsAt: dateOf(row.rotation_ends_at),
          }
        : null,
  };
}

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));
