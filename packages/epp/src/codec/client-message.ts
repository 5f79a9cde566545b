import { conventionalPrefixes, namespaces } from "../namespaces.ts";
import { childElements, element, tokenOf, type XmlElement } from "../xml/element.ts";
import { EppXmlError, parseXml } from "../xml/parse.ts";
import { writeXml } from "../xml/write.ts";
import { EppCodecError } from "./codec-error.ts";
import type { CommandCodec } from "./command-codec.ts";
import { codecOf, commandCodecs, type EppCommand } from "./commands.ts";
import { checkLength, optionalChild } from "./read.ts";

/** A message from a client, as decoded by a server. */
export type ClientMessage =
  | { type: "hello" }
  | {
      type: "command";
      command: EppCommand;
      clTRID?: string;
      /** The objects and extensions that the command uses. The session must have requested them at login. */
      usedUris: string[];
    }
  /** Respond with the error's `resultCode`. */
  | { type: "invalid"; error: EppCodecError; clTRID?: string };

const verbs = new Set([
  "check",
  "create",
  "delete",
  "info",
  "login",
  "logout",
  "poll",
  "renew",
  "transfer",
  "update",
]);

/** `<hello>` (RFC 5730 section 2.3). */
export function encodeHello(): string {
  return writeXml(element(namespaces.epp, "epp", {}, [element(namespaces.epp, "hello")]));
}

/**
 * Encodes a command with the client's transaction identifier, 3 to 64 characters (RFC 5730 section 2.5).
 *
 * @throws EppCodecError for values that the schemas don't allow; EppXmlError for text that XML can't represent.
 */
export function encodeCommand(command: EppCommand, clTRID: string): string {
  const { verb, extensions } = codecOf(command).encodeCommand(command);
  return writeXml(
    element(namespaces.epp, "epp", {}, [
      element(namespaces.epp, "command", {}, [
        verb,
        extensions.length === 0 ? undefined : element(namespaces.epp, "extension", {}, extensions),
        element(namespaces.epp, "clTRID", {}, [checkLength("clTRID", clTRID, 3, 64)]),
      ]),
    ]),
  );
}

/** Decodes a message from a client. Never throws: a message that isn't valid is returned as `invalid`. */
export function decodeClientMessage(xml: string): ClientMessage {
  let clTRID: string | undefined;
  try {
    const root = parseXml(xml);
    if (root.namespace !== namespaces.epp || root.name !== "epp") {
      throw new EppCodecError(2001, "the root element is not <epp>");
    }
    const [message, ...more] = childElements(root);
    if (message === undefined || more.length > 0 || message.namespace !== namespaces.epp) {
      throw new EppCodecError(2001, "<epp> holds one message");
    }
    if (message.name === "hello") {
      return { type: "hello" };
    }
    if (message.name !== "command") {
      throw new EppCodecError(2001, `<${message.name}> is not a client's message`);
    }

    const identifier = optionalChild(message, "clTRID");
    if (identifier) {
      clTRID = checkLength("clTRID", tokenOf(identifier), 3, 64);
    }
    const extension = optionalChild(message, "extension");
    const [verb, ...rest] = childElements(message).filter(
      (child) => child !== identifier && child !== extension,
    );
    if (verb === undefined) {
      throw new EppCodecError(2003, "<command> is empty");
    }
    if (rest.length > 0 || verb.namespace !== namespaces.epp) {
      throw new EppCodecError(2001, "<command> holds one verb of the protocol");
    }
    if (!verbs.has(verb.name)) {
      throw new EppCodecError(2000, `<${verb.name}> is not a command`);
    }

    const objectUri = childElements(verb).find((child) => child.namespace !== namespaces.epp)?.namespace;
    const extensions = extension ? childElements(extension) : [];
    const codec = findCodec(verb.name, objectUri, extensions);
    for (const item of extensions) {
      if (
        !codec.extensionUris.includes(item.namespace) ||
        item.name !== (codec.extensionNames?.[item.namespace] ?? verb.name)
      ) {
        throw new EppCodecError(2103, `the extension ${item.name} is not known for this command`);
      }
    }
    const command = codec.decodeCommand({ verb, extensions });
    const usedUris = [...(objectUri ? [objectUri] : []), ...extensions.map((item) => item.namespace)];
    return { type: "command", command, usedUris, ...(clTRID !== undefined && { clTRID }) };
  } catch (error) {
    const invalid = error instanceof EppXmlError ? new EppCodecError(2001, error.message) : error;
    if (!(invalid instanceof EppCodecError)) {
      throw error;
    }
    return { type: "invalid", error: invalid, ...(clTRID !== undefined && { clTRID }) };
  }
}

function findCodec(
  verb: string,
  objectUri: string | undefined,
  extensions: readonly XmlElement[],
): CommandCodec<EppCommand, unknown> {
  const fitting = Object.values(commandCodecs).filter(
    (codec) => codec.verb === verb && (codec.objectUri === undefined || codec.objectUri === objectUri),
  );
  const marked = fitting.find((codec) => extensions.some((item) => item.namespace === codec.markedBy));
  const found = marked ?? fitting.find((codec) => codec.markedBy === undefined);
  if (found) {
    return codecOf({ type: found.type });
  }
  const isSupportedObject = Object.values(commandCodecs).some((codec) => codec.objectUri === objectUri);
  if (objectUri === undefined) {
    throw new EppCodecError(2003, `<${verb}> needs an object`);
  }
  if (isSupportedObject) {
    throw new EppCodecError(2101, `<${verb}> is not implemented for this object`);
  }
  const prefix = conventionalPrefixes.get(objectUri);
  throw new EppCodecError(2307, `${prefix ?? "this kind of"} objects are not served`);
}
