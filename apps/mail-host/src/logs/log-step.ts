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
  /** The message comes from the rules of this mailbox: an automatic reply or a redirected message. */
  | { type: "ruledBy"; queueId: string; account: string }
  | { type: "named"; queueId: string; messageId: string }
  | { type: "queued"; queueId: string; sender: string; sizeBytes: number }
  | {
      type: "attempt";
      queueId: string;
      recipient: string;
      originalRecipient: string | null;
      relay: string | null;
      /** `forward` hands it to this host again, to get a sender of this host; `nowhere` ends it for a reason of ours. */
      via: "mailbox" | "outside" | "forward" | "nowhere";
      status: "sent" | "deferred" | "bounced";
      reply: string;
      /** The process that made the attempt, and the host and port that it was connected to. */
      process: string;
      connection: string | null;
    }
  /** A connection to another host was encrypted: `TLSv1.3 verified`. What is sent over it follows. */
  | { type: "secured"; process: string; connection: string; tls: string }
  | { type: "expired"; queueId: string; isForced: boolean }
  /** The operator deleted it from the queue. */
  | { type: "deleted"; queueId: string }
  | { type: "removed"; queueId: string }
  | {
      type: "refused";
      /** Empty for a message that was refused before it had an ID. */
      queueId: string;
      sender: string;
      /** Empty for a message to several recipients that is refused as a whole. */
      recipient: string;
      reply: string;
      /** False for one recipient, whose message may go on to others. */
      isWholeMessage: boolean;
      /** Whether the client came to a port on which people sign in. */
      isSubmission: boolean;
    }
  /** The spam filter dropped it: for the client, it was accepted. */
  | { type: "dropped"; queueId: string; recipient: string; reply: string }
  /** A message was stored in a mailbox. */
  | { type: "stored"; address: string; session: string; folder: string; isFiled: boolean }
  /** The rules of a mailbox left it nowhere, refused it, redirected it, or failed. */
  | { type: "ruled"; session: string; outcome: "discarded" | "rejected" | "redirected" | "failed" }
  | {
      type: "scored";
      queueId: string;
      action: string;
      score: string;
      limit: string;
      symbols: string[];
      recipients: string[];
    }
  | { type: "login"; address: string }
);
