import { namespaces } from "../namespaces.ts";
import { element, type XmlElement } from "../xml/element.ts";
import { EppCodecError } from "./codec-error.ts";
import type { CommandCodec } from "./command-codec.ts";
import { type DomainInfo, decodeDomainInfo, encodeDomainInfo } from "./domain-info.ts";
import { type DomainRenewResult, decodeDomainRenewal, encodeDomainRenewal } from "./domain-renew.ts";
import { decodePendingAction, encodePendingAction, type PendingAction } from "./pending-action.ts";
import { assertShape } from "./read.ts";

/** Asks for the oldest message of the queue, or takes one off it (RFC 5730 section 2.9.2.3). */
export type PollCommand =
  | { type: "poll"; operation: "request" }
  | { type: "poll"; operation: "acknowledge"; messageId: string };

/** What a message is about, where it carries an object that this package knows. */
export type PollSubject =
  | { type: "domain:info"; domain: DomainInfo }
  | { type: "domain:renewed"; domain: DomainRenewResult }
  | { type: "domain:pendingAction"; action: PendingAction };

/** The object-specific part of a message; its id, date and text are in the response's own queue report. */
export interface PollResult {
  subject?: PollSubject;
}

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
    if (op === "req") return { type: "poll", operation: "request" };
    if (op !== "ack") throw new EppCodecError(2005, "poll takes req or ack");
    if (msgID === undefined) throw new EppCodecError(2003, "an acknowledgement needs msgID");
    return { type: "poll", operation: "acknowledge", messageId: msgID.trim() };
  },

  encodeResult({ subject }) {
    switch (subject?.type) {
      case "domain:info":
        return encodeDomainInfo(subject.domain);
      case "domain:renewed":
        return { resData: [encodeDomainRenewal(subject.domain)], extensions: [] };
      case "domain:pendingAction":
        return { resData: [encodePendingAction(subject.action)], extensions: [] };
      default:
        return { resData: [], extensions: [] };
    }
  },

  decodeResult({ resData, extensions }) {
    const item = resData.find((candidate) => candidate.namespace === namespaces.domain);
    const subject = item && decodeSubject(item, extensions);
    return subject ? { subject } : {};
  },
};

function decodeSubject(item: XmlElement, extensions: XmlElement[]): PollSubject | undefined {
  switch (item.name) {
    case "infData":
      return { type: "domain:info", domain: decodeDomainInfo(item, extensions) };
    case "renData":
      return { type: "domain:renewed", domain: decodeDomainRenewal(item) };
    case "panData":
      return { type: "domain:pendingAction", action: decodePendingAction(item) };
    default:
      return undefined;
  }
}
