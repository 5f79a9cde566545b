/** A line of a log that matters, without the text around it. */
export type LogStep = { at: Date } & (
  | {
      /** A message begins: a client connects with it, or forwarded mail is taken in again. */
      type: "taken";
      queueId: string;
      login: string | null;
      /** The message that this one forwards. */
      forwardedQueueId: string | null;
    }
  | { type: "named"; queueId: string; messageId: string }
  | { type: "queued"; queueId: string; sender: string; sizeBytes: number }
  | {
      type: "attempt";
      queueId: string;
      recipient: string;
      originalRecipient: string | null;
      relay: string | null;
      /** `forward` hands it to this host again, to get a sender of this host. */
      via: "mailbox" | "outside" | "forward";
      status: "sent" | "deferred" | "bounced";
      reply: string;
    }
  | { type: "expired"; queueId: string }
  | { type: "removed"; queueId: string }
  | {
      type: "refused";
      /** Empty for a message that was refused before it had an ID. */
      queueId: string;
      sender: string;
      recipient: string;
      reply: string;
      /** False for one recipient, whose message may go on to others. */
      isWholeMessage: boolean;
      /** Whether the client came to a port on which people sign in. */
      isSubmission: boolean;
    }
  /** A message was stored in a mailbox. */
  | { type: "stored"; address: string; session: string; folder: string; isFiled: boolean }
  | { type: "scored"; queueId: string; action: string; score: string; limit: string; symbols: string[] }
  | { type: "login"; address: string }
);
