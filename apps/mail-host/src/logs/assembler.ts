import type { LogStep } from "./log-step.ts";

type EventKind =
  | "received"
  | "refused"
  | "filtered"
  | "delivered"
  | "forwarded"
  | "sent"
  | "deferred"
  | "bounced";

/** What happened to a message on its way to one recipient. */
export type MessageEvent = {
  at: Date;
  queueId: string;
  messageId: string;
  kind: EventKind;
  sender: string;
  /** The account that sent it; null for mail from outside. */
  login: string | null;
  recipient: string;
  originalRecipient: string | null;
  sizeBytes: number | null;
  relay: string | null;
  detail: string;
  /** Whether it counts as a message that its sender has sent: once for all recipients. */
  isFirst: boolean;
};

type Message = {
  login: string | null;
  messageId: string;
  sender: string;
  sizeBytes: number | null;
  queuedAt: string | null;
  /** Recipients with an event, and whether they still wait. */
  recipients: Record<string, { original: string | null; isWaiting: boolean }>;
  /** Set if this message forwards another one, which has the path that people see. */
  parent: (Pick<Message, "login" | "messageId" | "sender"> & { queueId: string }) | null;
  children: string[];
  /** Attempts that came before the parent's line about the same recipient. */
  parked: (Omit<Attempt, "at"> & { at: string })[];
};
type Attempt = Extract<LogStep, { type: "attempt" }>;

export type AssemblerState = {
  messages: [string, Message][];
  folders: [string, string][];
  scores: [string, string][];
};

const maxMessages = 10_000;
const maxRecipients = 1_000;
const maxNotes = 2_000;

/**
 * Joins the steps of messages by their queue IDs. Its memory is bounded: beyond the limits, the oldest messages lose
 * their sender and size.
 */
export class Assembler {
  readonly #messages: Map<string, Message>;
  /** Junk folders by LMTP session. */
  readonly #folders: Map<string, string>;
  /** Rspamd's reasons by queue ID. */
  readonly #scores: Map<string, string>;

  constructor(state?: AssemblerState) {
    this.#messages = new Map(state?.messages);
    this.#folders = new Map(state?.folders);
    this.#scores = new Map(state?.scores);
  }

  get state(): AssemblerState {
    return { messages: [...this.#messages], folders: [...this.#folders], scores: [...this.#scores] };
  }

  take(step: LogStep): MessageEvent[] {
    switch (step.type) {
      case "taken":
        this.#begin(step.queueId, step.login, step.forwardedQueueId);
        return [];
      case "named":
        this.#get(step.queueId).messageId = step.messageId;
        return [];
      case "queued": {
        const message = this.#get(step.queueId);
        message.sender = step.sender;
        message.sizeBytes = step.sizeBytes;
        message.queuedAt ??= step.at.toISOString();
        return [];
      }
      case "attempt":
        return this.#attempt(step);
      case "expired":
        return this.#expire(step);
      case "refused": {
        const event = this.#refuse(step);
        if (step.isWholeMessage) {
          this.#messages.delete(step.queueId);
        }
        return [event];
      }
      case "removed":
        this.#messages.delete(step.queueId);
        return [];
      case "stored":
        // The names of other folders are the person's own.
        if (step.isFiled && step.folder === "Junk") {
          remember(this.#folders, step.session, step.folder);
        }
        return [];
      case "scored":
        if (step.action !== "no action") {
          const reasons = step.symbols.length > 0 ? ` (${step.symbols.join(", ")})` : "";
          remember(this.#scores, step.queueId, `spam score ${step.score} of ${step.limit}${reasons}`);
        }
        return [];
      default:
        return [];
    }
  }

  #begin(queueId: string, login: string | null, forwardedQueueId: string | null): void {
    // A queue ID can be used again, for a message that has nothing to do with the former one.
    this.#messages.delete(queueId);
    const message = this.#get(queueId);
    message.login = login;
    const parent = forwardedQueueId === null ? undefined : this.#messages.get(forwardedQueueId);
    if (parent && forwardedQueueId !== null) {
      parent.children.push(queueId);
      message.parent = {
        queueId: forwardedQueueId,
        login: parent.login,
        messageId: parent.messageId,
        sender: parent.sender,
      };
    }
  }

  #get(queueId: string): Message {
    const found = this.#messages.get(queueId);
    if (found) {
      return found;
    }
    const message: Message = {
      login: null,
      messageId: "",
      sender: "",
      sizeBytes: null,
      queuedAt: null,
      recipients: {},
      parent: null,
      children: [],
      parked: [],
    };
    this.#messages.set(queueId, message);
    if (this.#messages.size > maxMessages) {
      this.#messages.delete(this.#messages.keys().next().value ?? "");
    }
    return message;
  }

  #attempt(step: Attempt): MessageEvent[] {
    const message = this.#get(step.queueId);
    if (message.parent && message.recipients[step.recipient] === undefined) {
      if (message.parked.length < maxRecipients) {
        message.parked.push({ ...step, at: step.at.toISOString() });
      }
      return [];
    }
    const original = message.recipients[step.recipient]?.original ?? differing(step);
    const received = this.#receive(step.queueId, message, step.recipient, original, step.at);
    if (step.via === "forward" && step.status === "sent") {
      return [...received, ...this.#release(message, step.recipient, original)];
    }
    setOwn(message.recipients, step.recipient, { original, isWaiting: step.status === "deferred" });
    const event = this.#eventOf(step.queueId, message, {
      at: step.at,
      kind: kindOf(step, original),
      recipient: step.recipient,
      originalRecipient: original,
      relay: step.via === "mailbox" ? null : step.relay,
      detail: step.reply,
    });
    const folder = this.#folders.get(/ (\S+) Saved$/.exec(step.reply)?.[1] ?? "");
    if (event.kind !== "delivered" || folder === undefined) {
      return [...received, event];
    }
    const reason = this.#scores.get(step.queueId);
    return [
      ...received,
      { ...event, kind: "filtered", detail: reason ? `${folder}: ${reason}` : folder },
      event,
    ];
  }

  /** The first event of a recipient: when the message was taken in. */
  #receive(
    queueId: string,
    message: Message,
    recipient: string,
    original: string | null,
    at: Date,
  ): MessageEvent[] {
    const known = Object.keys(message.recipients);
    if (message.parent || Object.hasOwn(message.recipients, recipient) || known.length >= maxRecipients) {
      return [];
    }
    setOwn(message.recipients, recipient, { original, isWaiting: true });
    return [
      this.#eventOf(queueId, message, {
        at: message.queuedAt === null ? at : new Date(message.queuedAt),
        kind: "received",
        recipient,
        originalRecipient: original,
        relay: null,
        detail: "",
        isFirst: known.length === 0,
      }),
    ];
  }

  /** The message goes on as its child: what happens to that belongs to this one. */
  #release(message: Message, recipient: string, original: string | null): MessageEvent[] {
    setOwn(message.recipients, recipient, { original, isWaiting: false });
    return message.children.flatMap((id) => {
      const child = this.#messages.get(id);
      if (!child) {
        return [];
      }
      setOwn(child.recipients, recipient, { original: original ?? recipient, isWaiting: true });
      const parked = child.parked.filter((attempt) => attempt.recipient === recipient);
      child.parked = child.parked.filter((attempt) => attempt.recipient !== recipient);
      return parked.flatMap((attempt) => this.#attempt({ ...attempt, at: new Date(attempt.at) }));
    });
  }

  #expire(step: Extract<LogStep, { type: "expired" }>): MessageEvent[] {
    const message = this.#messages.get(step.queueId);
    return Object.entries(message?.recipients ?? {})
      .filter(([, { isWaiting }]) => isWaiting)
      .map(([recipient, { original }]) =>
        this.#eventOf(step.queueId, message as Message, {
          at: step.at,
          kind: "bounced",
          recipient,
          originalRecipient: original,
          relay: null,
          detail: "expired",
        }),
      );
  }

  #refuse(step: Extract<LogStep, { type: "refused" }>): MessageEvent {
    const message = this.#messages.get(step.queueId);
    const score = this.#scores.get(step.queueId);
    // The sender of such a message belongs to someone else.
    const forger = /not owned by user (\S+)$/.exec(step.reply)?.[1]?.toLowerCase();
    return {
      at: step.at,
      queueId: step.queueId,
      messageId: message?.messageId ?? "",
      kind: "refused",
      sender: step.sender,
      login: message?.login ?? forger ?? (step.isSubmission ? step.sender : null),
      recipient: step.recipient,
      originalRecipient: null,
      sizeBytes: message?.sizeBytes ?? null,
      relay: null,
      detail: score ? `${step.reply}; ${score}` : step.reply,
      isFirst: false,
    };
  }

  #eventOf(
    queueId: string,
    message: Message,
    own: Pick<MessageEvent, "at" | "kind" | "recipient" | "originalRecipient" | "relay" | "detail"> & {
      isFirst?: boolean;
    },
  ): MessageEvent {
    const { parent, sizeBytes } = message;
    const { login, messageId, sender } = parent ?? message;
    return {
      isFirst: false,
      ...own,
      // A forwarded copy that is delivered to no alias's target has no other original.
      originalRecipient: own.originalRecipient === own.recipient ? null : own.originalRecipient,
      queueId: parent?.queueId ?? queueId,
      messageId,
      login,
      sender,
      sizeBytes,
    };
  }
}

const differing = ({ recipient, originalRecipient }: Attempt): string | null =>
  originalRecipient === recipient ? null : originalRecipient;

function kindOf({ status, via }: Attempt, original: string | null): EventKind {
  if (status !== "sent") {
    return status;
  }
  if (via === "mailbox") {
    return "delivered";
  }
  return original === null ? "sent" : "forwarded";
}

/** A recipient may be called like a property that all objects have. */
function setOwn<Value>(record: Record<string, Value>, key: string, value: Value): void {
  Object.defineProperty(record, key, { value, enumerable: true, writable: true, configurable: true });
}

function remember(notes: Map<string, string>, key: string, value: string): void {
  notes.set(key, value);
  if (notes.size > maxNotes) {
    notes.delete(notes.keys().next().value ?? "");
  }
}
