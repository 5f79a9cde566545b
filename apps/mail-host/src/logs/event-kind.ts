/** The values of mailEventKind in packages/schema. */
export type EventKind =
  | "received"
  | "refused"
  | "delayed"
  | "limited"
  | "delivered"
  | "filtered"
  | "discarded"
  | "rejected"
  | "forwarded"
  | "sent"
  | "deferred"
  | "greylisted"
  | "expired"
  | "bounced";

/** Where a mailbox's rules leave a message, the strongest last: `filed` beats `discarded`, as "if not explicitly delivered". */
const places = ["discarded", "rejected", "redirected", "Junk", "filed", "kept", "failed"] as const;
export type Place = (typeof places)[number];

export const strongerPlace = (known: Place | undefined, place: Place): Place =>
  known !== undefined && places.indexOf(known) > places.indexOf(place) ? known : place;

/** Reasons of our own, where no server gave one. The API describes them. */
export const removedByOperator = "removed from the queue";
export const droppedForward = "not forwarded";
export const droppedHere = "dropped by the spam filter";
export const keptAsSpam = "Junk: not forwarded";
export const expiredDetail = (isForced: boolean) => (isForced ? "expired by the operator" : "expired");

const placeWords: Partial<Record<Place, string>> = {
  redirected: "redirected by a rule",
  filed: "filed by a rule",
  failed: "the rules failed",
};

export function placedDetail(reply: string, place: Place | undefined): string {
  const words = place && placeWords[place];
  return words ? `${reply}; ${words}` : reply;
}

/** The class of a reply, with or without a code of SMTP: a milter gives only the one of RFC 3463. */
const isTemporary = (reply: string): boolean => /^4(?:\d\d|\.)/.test(reply);

export function refusalKind(reply: string): EventKind {
  if (!isTemporary(reply)) {
    return "refused";
  }
  return /\breached its (?:sending )?limit\b/.test(reply) ? "limited" : "delayed";
}

type Attempt = {
  status: "sent" | "deferred" | "bounced" | "dropped";
  via: "mailbox" | "outside" | "forward" | "nowhere";
  reply: string;
};

export function attemptKind(
  { status, via, reply }: Attempt,
  { original, place }: { original: string | null; place: Place | undefined },
): EventKind {
  switch (status) {
    case "dropped":
      return "discarded";
    case "deferred":
      return via === "outside" && /\bgr[ea]y[- ]?list/i.test(reply) ? "greylisted" : "deferred";
    case "bounced":
      return via === "mailbox" && /said: 5\d\d[- ]5\.7\.\d/.test(reply) ? "rejected" : "bounced";
    case "sent":
      if (via === "mailbox") {
        if (place === "redirected") {
          return "forwarded";
        }
        return place === "discarded" || place === "rejected" ? place : "delivered";
      }
      return via === "nowhere" ? "discarded" : original === null ? "sent" : "forwarded";
  }
}
