import { namespaces } from "../namespaces.ts";
import { element, type XmlElement } from "../xml/element.ts";
import { EppCodecError } from "./codec-error.ts";
import type { CommandCodec, ResultParts } from "./command-codec.ts";
import { type ContactInfo, decodeContactInfo, encodeContactInfo } from "./contact/contact-info.ts";
import {
  type ContactTransferResult,
  decodeContactTransfer,
  encodeContactTransfer,
} from "./contact/contact-transfer.ts";
import { type DomainInfo, decodeDomainInfo, encodeDomainInfo } from "./domain/domain-info.ts";
import { type DomainRenewResult, decodeDomainRenewal, encodeDomainRenewal } from "./domain/domain-renew.ts";
import {
  type DomainTransferResult,
  decodeDomainTransfer,
  encodeDomainTransfer,
} from "./domain/domain-transfer.ts";
import { decodeServerChange, encodeServerChange, type ServerChange } from "./extensions/change-poll.ts";
import {
  decodeLowBalance,
  decodeMaintenance,
  encodeLowBalance,
  encodeMaintenance,
  type LowBalance,
  type Maintenance,
} from "./extensions/registry-notices.ts";
import { decodeHostInfo, encodeHostInfo, type HostInfo } from "./host/host-info.ts";
import { findElement } from "./object-command.ts";
import { decodePendingAction, encodePendingAction, type PendingAction } from "./pending-action.ts";
import { assertShape } from "./read.ts";

/** Requests the oldest message in the queue, or removes one (RFC 5730 section 2.9.2.3). */
export type PollCommand =
  | { type: "poll"; operation: "request" }
  | { type: "poll"; operation: "acknowledge"; messageId: string };

/** The object that a message concerns, if this package supports it. */
export type PollSubject =
  /** The current grace periods are in `domain.rgpStatuses` (RFC 3915). */
  | { type: "domain:info"; domain: DomainInfo }
  | { type: "domain:renewed"; domain: DomainRenewResult }
  /** A transfer was requested or has ended; see `transfer.status` (RFC 5731 section 3.1.3). */
  | { type: "domain:transfer"; transfer: DomainTransferResult }
  | { type: "domain:pendingAction"; action: PendingAction }
  | { type: "contact:info"; contact: ContactInfo }
  | { type: "contact:transfer"; transfer: ContactTransferResult }
  | { type: "contact:pendingAction"; action: PendingAction }
  | { type: "host:info"; host: HostInfo }
  | { type: "host:pendingAction"; action: PendingAction }
  /** About the registrar's account or the registry's systems, not about an object. */
  | { type: "lowBalance"; lowBalance: LowBalance }
  | { type: "maintenance"; maintenance: Maintenance };

/** The object-specific part of a message. The response's queue report has its id, date and text. */
export type PollResult = {
  subject?: PollSubject;
  /** Details of a change that the sponsor didn't make (RFC 8590). */
  change?: ServerChange;
  /** Why the subject or change couldn't be decoded. The message can be acknowledged anyway. */
  unreadable?: string;
};

export const poll: CommandCodec<PollCommand, PollResult> = {
  type: "poll",
  verb: "poll",
  extensionUris: [],
  changes: (command) => command.operation === "acknowledge",

  encodeCommand(command) {
    const attributes =
      command.operation === "request" ? { op: "req" } : { op: "ack", msgID: command.messageId };
    return { verb: element(namespaces.epp, "poll", attributes), extensions: [] };
  },

  decodeCommand({ verb }) {
    assertShape(verb, [], ["op", "msgID"]);
    const { op, msgID } = verb.attributes;
    if (op === "req") {
      return { type: "poll", operation: "request" };
    }
    if (op !== "ack") {
      throw new EppCodecError(2005, "poll takes req or ack");
    }
    if (msgID === undefined) {
      throw new EppCodecError(2003, "an acknowledgement needs msgID");
    }
    return { type: "poll", operation: "acknowledge", messageId: msgID.trim() };
  },

  encodeResult({ subject, change }) {
    const parts = subject ? encodeSubject(subject) : { resData: [], extensions: [] };
    return change ? { ...parts, extensions: [...parts.extensions, encodeServerChange(change)] } : parts;
  },

  decodeResult({ resData, extensions }) {
    const change = findElement(extensions, namespaces.changePoll, "changeData");
    const result: PollResult = {};
    // A message that fails to decode would block the queue, so errors beyond its text are only reported.
    readable(result, () => {
      const subject = resData.map((item) => decodeSubject(item, extensions)).find((found) => found);
      if (subject) {
        result.subject = subject;
      }
    });
    readable(result, () => {
      if (change) {
        result.change = decodeServerChange(change);
      }
    });
    return result;
  },
};

function readable(result: PollResult, read: () => void): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof EppCodecError)) {
      throw error;
    }
    result.unreadable = error.message;
  }
}

function encodeSubject(subject: PollSubject): ResultParts {
  const plain = (item: XmlElement): ResultParts => ({ resData: [item], extensions: [] });
  switch (subject.type) {
    case "domain:info":
      return encodeDomainInfo(subject.domain);
    case "domain:renewed":
      return plain(encodeDomainRenewal(subject.domain));
    case "domain:transfer":
      return encodeDomainTransfer(subject.transfer);
    case "domain:pendingAction":
      return plain(encodePendingAction(namespaces.domain, subject.action));
    case "contact:info":
      return plain(encodeContactInfo(subject.contact));
    case "contact:transfer":
      return plain(encodeContactTransfer(subject.transfer));
    case "contact:pendingAction":
      return plain(encodePendingAction(namespaces.contact, subject.action));
    case "host:info":
      return plain(encodeHostInfo(subject.host));
    case "host:pendingAction":
      return plain(encodePendingAction(namespaces.host, subject.action));
    case "lowBalance":
      return plain(encodeLowBalance(subject.lowBalance));
    case "maintenance":
      return plain(encodeMaintenance(subject.maintenance));
  }
}

function decodeSubject(item: XmlElement, extensions: XmlElement[]): PollSubject | undefined {
  if (item.namespace === namespaces.domain) {
    return decodeDomainSubject(item, extensions);
  }
  if (item.namespace === namespaces.contact) {
    return decodeContactSubject(item);
  }
  if (item.namespace === namespaces.host) {
    return decodeHostSubject(item);
  }
  if (item.namespace === namespaces.lowBalance && item.name === "pollData") {
    return { type: "lowBalance", lowBalance: decodeLowBalance(item) };
  }
  if (item.namespace === namespaces.maintenance && item.name === "infData") {
    return { type: "maintenance", maintenance: decodeMaintenance(item) };
  }
  return undefined;
}

function decodeDomainSubject(item: XmlElement, extensions: XmlElement[]): PollSubject | undefined {
  switch (item.name) {
    case "infData":
      return { type: "domain:info", domain: decodeDomainInfo(item, extensions) };
    case "renData":
      return { type: "domain:renewed", domain: decodeDomainRenewal(item) };
    case "trnData":
      return { type: "domain:transfer", transfer: decodeDomainTransfer(item, extensions) };
    case "panData":
      return { type: "domain:pendingAction", action: decodePendingAction(item) };
    default:
      return undefined;
  }
}

function decodeContactSubject(item: XmlElement): PollSubject | undefined {
  switch (item.name) {
    case "infData":
      return { type: "contact:info", contact: decodeContactInfo(item) };
    case "trnData":
      return { type: "contact:transfer", transfer: decodeContactTransfer(item) };
    case "panData":
      return { type: "contact:pendingAction", action: decodePendingAction(item) };
    default:
      return undefined;
  }
}

function decodeHostSubject(item: XmlElement): PollSubject | undefined {
  switch (item.name) {
    case "infData":
      return { type: "host:info", host: decodeHostInfo(item) };
    case "panData":
      return { type: "host:pendingAction", action: decodePendingAction(item) };
    default:
      return undefined;
  }
}
