import {
  attemptKind,
  droppedForward,
  droppedHere,
  type EventKind,
  expiredDetail,
  keptAsSpam,
  type Place,
  placedDetail,
  refusalKind,
  removedByOperator,
  strongerPlace,
} from "./event-kind.ts";
import type { LogStep } from "./log-step.ts";

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
  /** `TLSv1.3 verified`, or `none`; null if the log doesn't tell. */
  tls: string | null;
  /** Whether it counts as a message that its sender has sent: once for all recipients. */
  isFirst: boolean;
  /** Whether it counts as a message that the recipient's mailbox has received. */
  isDelivery: boolean;
  /** What people who don't own the mailbox see instead: null for nothing. */
  seenByOthers?: { kind: EventKind; detail: string } | null;
};

type Message = {
  login: string | null;
  /** The mailbox whose rules send it; missing in the state of an earlier version. */
  account?: string;
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
type LoggedAttempt = Extract<LogStep, { type: "attempt" }>;
type Attempt = Omit<LoggedAttempt, "type" | "status" | "process" | "connection"> & {
  status: LoggedAttempt["status"] | "dropped";
  /** Missing in the state of an earlier version. */
  tls?: string | null;
};
type Secured = { connection: string; tls: string; queueId: string | null };

/** What isn't optional is in the state of each earlier version. */
export type AssemblerState = {
  messages: [string, Message][];
  folders: [string, string][];
  scores: [string, string][];
  recipients?: [string, string[]][];
  secured?: [string, Secured][];
  logsTls?: boolean;
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
  /** Where rules left a message, by LMTP session. */
  readonly #folders: Map<string, Place>;
  /** Rspamd's reasons by queue ID. */
  readonly #scores: Map<string, string>;
  /** Of messages that Rspamd doesn't let in, by queue ID: Postfix's line has one of them. */
  readonly #recipients: Map<string, string[]>;
  /** The encrypted connection of each process of Postfix's client. */
  readonly #secured: Map<string, Secured>;
  /** Whether this host logs encrypted connections: then one without a line wasn't encrypted. */
  #logsTls: boolean;

  constructor(state?: AssemblerState) {
    this.#messages = new Map(state?.messages);
    this.#folders = new Map(state?.folders as [string, Place][] | undefined);
    this.#scores = new Map(state?.scores);
    this.#recipients = new Map(state?.recipients);
    this.#secured = new Map(state?.secured);
    this.#logsTls = state?.logsTls ?? false;
  }

  get state(): AssemblerState {
    return {
      messages: [...this.#messages],
      folders: [...this.#folders],
      scores: [...this.#scores],
      recipients: [...this.#recipients],
      secured: [...this.#secured],
      logsTls: this.#logsTls,
    };
  }

  take(step: LogStep): MessageEvent[] {
    switch (step.type) {
      case "taken":
        this.#begin(step.queueId, step.login, step.forwardedQueueId);
        return [];
      case "ruledBy":
        this.#get(step.queueId).account = step.account;
        return [];
      case "named":
        this.#get(step.queueId).messageId = step.messageId;
        return [];
      case "queued": {
        const message = this.#get(step.queueId);
        message.sender = step.sender;
        message.sizeBytes = step.sizeBytes;
        // An automatic reply has no sender, and a redirected message that of the original.
        message.login ??= step.sender === "" ? (message.account ?? null) : null;
        message.queuedAt ??= step.at.toISOString();
        return [];
      }
      case "attempt":
        return this.#attempt({ ...step, tls: this.#tlsOf(step) });
      case "secured":
        this.#logsTls = true;
        remember(this.#secured, step.process, { connection: step.connection, tls: step.tls, queueId: null });
        return [];
      case "expired":
        return this.#end(step, { kind: "expired", detail: expiredDetail(step.isForced) });
      case "deleted": {
        const events = this.#end(step, { kind: "discarded", detail: removedByOperator });
        this.#messages.delete(step.queueId);
        return events;
      }
      case "refused": {
        const events = this.#refuse(step);
        if (step.isWholeMessage) {
          this.#messages.delete(step.queueId);
        }
        return events;
      }
      case "dropped":
        return this.#drop(step);
      case "removed":
        this.#messages.delete(step.queueId);
        return [];
      case "stored":
        // The names of other folders are the person's own.
        this.#place(step.session, !step.isFiled ? "kept" : step.folder === "Junk" ? "Junk" : "filed");
        return [];
      case "ruled":
        this.#place(step.session, step.outcome);
        return [];
      case "scored":
        this.#score(step);
        return [];
      default:
        return [];
    }
  }

  #place(session: string, place: Place): void {
    remember(this.#folders, session, strongerPlace(this.#folders.get(session), place));
  }

  #score({ queueId, action, score, limit, symbols, recipients }: Extract<LogStep, { type: "scored" }>): void {
    if (action === "reject" || action === "soft reject" || action === "discard") {
      remember(this.#recipients, queueId, recipients.slice(0, maxRecipients));
    }
    // Another rule may have decided about a message with a low score.
    if (action === "add header" || action === "rewrite subject" || Number(score) >= Number(limit)) {
      const reasons = symbols.length > 0 ? ` (${symbols.join(", ")})` : "";
      remember(this.#scores, queueId, `spam score ${score} of ${limit}${reasons}`);
    }
  }

  /** A process makes one delivery at a time, over the connection that it logged before. */
  #tlsOf({ process, connection, queueId, via, status }: LoggedAttempt): string | null {
    if (via !== "outside" || connection === null) {
      return null;
    }
    const secured = this.#secured.get(process);
    if (secured?.connection === connection && (secured.queueId ?? queueId) === queueId) {
      secured.queueId = queueId;
      return secured.tls;
    }
    return this.#logsTls && status === "sent" ? "none" : null;
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
    const own = Object.hasOwn(message.recipients, step.recipient)
      ? message.recipients[step.recipient]
      : undefined;
    if (message.parent && own === undefined) {
      const [forwarded, ...others] = Object.entries(message.recipients);
      if (step.status === "sent" && forwarded && others.length === 0) {
        if (step.via === "mailbox") {
          return [this.#keep(step, message, forwarded)];
        }
        if (step.via === "nowhere") {
          return this.#attempt({ ...step, recipient: forwarded[0], status: "dropped" });
        }
      }
      if (message.parked.length < maxRecipients) {
        message.parked.push({ ...step, at: step.at.toISOString() });
      }
      return [];
    }
    if (step.via === "nowhere" && !message.parent) {
      // A notice to a sender who may be forged.
      return [];
    }
    const redirected = message.login === null ? (message.account ?? null) : null;
    const original = own?.original ?? redirected ?? differing(step);
    const received = this.#receive(step.queueId, message, step.recipient, original, step.at);
    if (step.via === "forward" && step.status === "sent") {
      return [...received, ...this.#release(message, step.recipient, original)];
    }
    setOwn(message.recipients, step.recipient, { original, isWaiting: step.status === "deferred" });
    const session = / (\S+) Saved$/.exec(step.reply)?.[1] ?? "";
    const place = step.via === "mailbox" ? this.#folders.get(session) : undefined;
    this.#folders.delete(session);
    const kind = attemptKind(step, { original, place });
    const event = this.#eventOf(step.queueId, message, {
      at: step.at,
      kind,
      recipient: step.recipient,
      originalRecipient: original,
      relay: step.via === "mailbox" ? null : step.relay,
      detail: step.reply,
      tls: step.tls ?? null,
      isDelivery: step.via === "mailbox" && step.status === "sent",
    });
    const seenByOthers = { kind: "delivered" as const, detail: step.reply };
    if (step.via !== "mailbox" || step.status !== "sent" || kind === "rejected") {
      return [...received, event];
    }
    if (place !== "Junk") {
      return [...received, { ...event, detail: placedDetail(step.reply, place), seenByOthers }];
    }
    const reason = this.#scores.get(step.queueId);
    const detail = reason ? `Junk: ${reason}` : "Junk";
    return [
      ...received,
      event,
      { ...event, kind: "filtered", detail, isDelivery: false, seenByOthers: null },
    ];
  }

  /** A copy that isn't forwarded, and stays in the mailbox that would have forwarded it. */
  #keep(
    { queueId, at }: Attempt,
    message: Message,
    [recipient, { original }]: [string, Message["recipients"][string]],
  ): MessageEvent {
    setOwn(message.recipients, recipient, { original, isWaiting: false });
    return this.#eventOf(queueId, message, {
      at,
      kind: "filtered",
      recipient,
      originalRecipient: original,
      relay: null,
      detail: keptAsSpam,
    });
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
        isFirst: known.length === 0 && message.account === undefined,
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
      // A copy that isn't forwarded goes to a mailbox or nowhere, which have other addresses.
      const isOwn = (attempt: Message["parked"][number]) =>
        attempt.recipient === recipient || attempt.via === "mailbox" || attempt.via === "nowhere";
      const parked = child.parked.filter(isOwn);
      child.parked = child.parked.filter((attempt) => !isOwn(attempt));
      return parked.flatMap((attempt) => this.#attempt({ ...attempt, at: new Date(attempt.at) }));
    });
  }

  /** The end of each recipient that still waits. */
  #end(
    { queueId, at }: { queueId: string; at: Date },
    { kind, detail }: { kind: EventKind; detail: string },
  ): MessageEvent[] {
    const message = this.#messages.get(queueId);
    return Object.entries(message?.recipients ?? {})
      .filter(([, { isWaiting }]) => isWaiting)
      .map(([recipient, { original }]) =>
        this.#eventOf(queueId, message as Message, {
          at,
          kind,
          recipient,
          originalRecipient: original,
          relay: null,
          detail,
        }),
      );
  }

  /** The client was told that it was accepted, so its path begins like that of each other message. */
  #drop({ queueId, at, recipient }: Extract<LogStep, { type: "dropped" }>): MessageEvent[] {
    const isCopy = this.#get(queueId).parent !== null;
    return this.#allRecipients(queueId, recipient).flatMap((each) =>
      this.#attempt({
        at,
        queueId,
        recipient: each,
        originalRecipient: null,
        relay: null,
        via: "outside",
        status: "dropped",
        reply: isCopy ? droppedForward : droppedHere,
      }),
    );
  }

  #allRecipients(queueId: string, named: string): string[] {
    return [...new Set([named, ...(this.#recipients.get(queueId) ?? [])])];
  }

  #refuse(step: Extract<LogStep, { type: "refused" }>): MessageEvent[] {
    const message = this.#messages.get(step.queueId);
    const score = step.isWholeMessage ? this.#scores.get(step.queueId) : undefined;
    // The sender of such a message belongs to someone else.
    const forger = /not owned by user (\S+)$/.exec(step.reply)?.[1]?.toLowerCase();
    const login = message?.login ?? forger ?? (step.isSubmission ? step.sender : null);
    const recipients = step.isWholeMessage
      ? this.#allRecipients(step.queueId, step.recipient)
      : [step.recipient];
    return recipients.map((recipient) => ({
      at: step.at,
      queueId: step.queueId,
      messageId: message?.messageId ?? "",
      kind: refusalKind(step.reply),
      sender: step.sender || (login ?? ""),
      login,
      recipient,
      originalRecipient: null,
      sizeBytes: message?.sizeBytes ?? null,
      relay: null,
      detail: score ? `${step.reply}; ${score}` : step.reply,
      tls: null,
      isFirst: false,
      isDelivery: false,
    }));
  }

  #eventOf(
    queueId: string,
    message: Message,
    own: Pick<MessageEvent, "at" | "kind" | "recipient" | "originalRecipient" | "relay" | "detail"> &
      Partial<Pick<MessageEvent, "tls" | "isFirst" | "isDelivery">>,
  ): MessageEvent {
    const { parent, sizeBytes } = message;
    const { login, messageId, sender } = parent ?? message;
    return {
      tls: null,
      isFirst: false,
      isDelivery: false,
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

/** A recipient may be called like a property that all objects have. */
function setOwn<Value>(record: Record<string, Value>, key: string, value: Value): void {
  Object.defineProperty(record, key, { value, enumerable: true, writable: true, configurable: true });
}

function remember<Value>(notes: Map<string, Value>, key: string, value: Value): void {
  notes.set(key, value);
  if (notes.size > maxNotes) {
    notes.delete(notes.keys().next().value ?? "");
  }
}
