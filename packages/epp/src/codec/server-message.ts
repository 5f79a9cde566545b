import { namespaces } from "../namespaces.ts";
import { describeResultCode } from "../result-codes.ts";
import { childElements, elementIn, tokenOf, type XmlElement } from "../xml/element.ts";
import { parseXml } from "../xml/parse.ts";
import { writeXml } from "../xml/write.ts";
import { EppCodecError } from "./codec-error.ts";
import type { CommandCodec, ResultParts } from "./command-codec.ts";
import { type CommandMap, type CommandType, commandCodecs } from "./commands.ts";
import {
  checkLength,
  childrenNamed,
  dateTimeOf,
  optionalChild,
  requiredChild,
  writeDateTime,
} from "./read.ts";
import { decodeGreeting, encodeGreeting, type Greeting } from "./session/greeting.ts";

/** The state of the client's message queue (RFC 5730 section 2.6). */
export type QueueReport = {
  /** The number of messages in the queue. */
  count: number;
  /** The id of the oldest message. */
  id: string;
  /** When it was queued; only in poll responses. */
  queuedAt?: Date;
  /** Its text; only in poll responses. */
  text?: string;
};

/** One result of a response (RFC 5730 section 2.6). Failures may have several. */
export type EppResult = {
  code: number;
  message: string;
  /** Human-readable reasons, if the server returned any (`<extValue>`). */
  reasons: string[];
};

/** A response whose command-specific parts aren't decoded yet. */
export type EppResponse = {
  type: "response";
  results: [EppResult, ...EppResult[]];
  queue?: QueueReport;
  clTRID?: string;
  svTRID: string;
  parts: ResultParts;
};

/** A message from a server, as decoded by a client. */
export type ServerMessage = { type: "greeting"; greeting: Greeting } | EppResponse;

/** The input of `encodeResponse`. */
export type ResponseInput = {
  code: number;
  /** Default: the RFC's text for the code. */
  message?: string;
  /** The reasons of a failure, for people to read. */
  reason?: string;
  queue?: QueueReport;
  parts?: ResultParts;
  clTRID?: string;
  svTRID: string;
};

const eppElement = elementIn(namespaces.epp);

/** Encodes a greeting as a message (RFC 5730 section 2.4). */
export function encodeGreetingMessage(greeting: Greeting): string {
  return writeXml(eppElement("epp", {}, [encodeGreeting(greeting)]));
}

/** Encodes the part of a response that belongs to a command. */
export function encodeResult<Type extends CommandType>(
  type: Type,
  result: CommandMap[Type]["result"],
): ResultParts {
  const codec: CommandCodec<CommandMap[Type]["command"], CommandMap[Type]["result"]> = commandCodecs[type];
  return codec.encodeResult(result);
}

/** Decodes the part of a response that belongs to a command. */
export function decodeResult<Type extends CommandType>(
  type: Type,
  parts: ResultParts,
): CommandMap[Type]["result"] {
  const codec: CommandCodec<CommandMap[Type]["command"], CommandMap[Type]["result"]> = commandCodecs[type];
  return codec.decodeResult(parts);
}

/** Encodes a response (RFC 5730 section 2.6). */
export function encodeResponse(response: ResponseInput): string {
  const { code, reason, queue, parts, clTRID, svTRID } = response;
  return writeXml(
    eppElement("epp", {}, [
      eppElement("response", {}, [
        eppElement("result", { code: String(code) }, [
          eppElement("msg", {}, [response.message ?? describeResultCode(code).meaning]),
          reason === undefined
            ? undefined
            : eppElement("extValue", {}, [
                // The schema requires an element inside <value>, even without an offending one (RFC 5730 section 2.6).
                eppElement("value", {}, [eppElement("undef")]),
                eppElement("reason", {}, [reason]),
              ]),
        ]),
        queue &&
          eppElement("msgQ", { count: String(queue.count), id: queue.id }, [
            queue.queuedAt && eppElement("qDate", {}, [writeDateTime(queue.queuedAt)]),
            queue.text === undefined ? undefined : eppElement("msg", {}, [queue.text]),
          ]),
        parts && parts.resData.length > 0 ? eppElement("resData", {}, parts.resData) : undefined,
        parts && parts.extensions.length > 0 ? eppElement("extension", {}, parts.extensions) : undefined,
        eppElement("trID", {}, [
          clTRID === undefined ? undefined : eppElement("clTRID", {}, [checkLength("clTRID", clTRID, 3, 64)]),
          eppElement("svTRID", {}, [checkLength("svTRID", svTRID, 3, 64)]),
        ]),
      ]),
    ]),
  );
}

/**
 * Decodes a message from a server. Extensions that the client didn't request are kept but not decoded.
 *
 * @throws EppXmlError if it isn't well-formed; EppCodecError if it is neither a greeting nor a response.
 */
export function decodeServerMessage(xml: string): ServerMessage {
  const root = parseXml(xml);
  if (root.namespace !== namespaces.epp || root.name !== "epp") {
    throw new EppCodecError(2001, "the root element is not <epp>");
  }
  const [message] = childElements(root);
  if (message === undefined || message.namespace !== namespaces.epp) {
    throw new EppCodecError(2001, "<epp> holds no message");
  }
  if (message.name === "greeting") {
    return { type: "greeting", greeting: decodeGreeting(message) };
  }
  if (message.name !== "response") {
    throw new EppCodecError(2001, `<${message.name}> is not a server's message`);
  }

  const [first, ...more] = childrenNamed(message, "result").map(decodeOneResult);
  if (first === undefined) {
    throw new EppCodecError(2003, "a response needs <result>");
  }
  const queue = optionalChild(message, "msgQ");
  const resData = optionalChild(message, "resData");
  const extension = optionalChild(message, "extension");
  const transaction = requiredChild(message, "trID");
  const clTRID = optionalChild(transaction, "clTRID");
  return {
    type: "response",
    results: [first, ...more],
    ...(queue && { queue: decodeQueueReport(queue) }),
    ...(clTRID && { clTRID: tokenOf(clTRID) }),
    svTRID: tokenOf(requiredChild(transaction, "svTRID")),
    parts: {
      resData: resData ? childElements(resData) : [],
      extensions: extension ? childElements(extension) : [],
    },
  };
}

function decodeOneResult(item: XmlElement): EppResult {
  const code = item.attributes.code;
  if (code === undefined || !/^[12]\d{3}$/.test(code)) {
    throw new EppCodecError(2005, "a result code is four digits");
  }
  return {
    code: Number(code),
    message: tokenOf(requiredChild(item, "msg")),
    reasons: childrenNamed(item, "extValue").map((value) => tokenOf(requiredChild(value, "reason"))),
  };
}

function decodeQueueReport(item: XmlElement): QueueReport {
  const { count, id } = item.attributes;
  if (count === undefined || !/^\d{1,15}$/.test(count) || id === undefined) {
    throw new EppCodecError(2005, "a queue report needs its count and id");
  }
  const queuedAt = optionalChild(item, "qDate");
  const text = optionalChild(item, "msg");
  return {
    count: Number(count),
    id: id.trim(),
    ...(queuedAt && { queuedAt: dateTimeOf(queuedAt) }),
    ...(text && { text: allText(text) }),
  };
}

/** The text of a queue message may be mixed with the server's own elements (RFC 5730 section 2.6). */
function allText(item: XmlElement): string {
  const whole = item.children
    .map((child) => (typeof child === "string" ? child : ` ${allText(child)} `))
    .join("");
  return whole.replace(/\s+/g, " ").trim();
}
