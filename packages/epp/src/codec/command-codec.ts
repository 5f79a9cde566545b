import type { XmlElement } from "../xml/element.ts";

/** A command as it stands in a frame: what is inside its verb, and the elements of its `<extension>`. */
export type CommandParts = {
  /** `<check>`, `<info>`, `<login>` … of the protocol's own namespace. */
  verb: XmlElement;
  extensions: XmlElement[];
};

/** The parts of a response that belong to a command: the children of `<resData>` and of `<extension>`. */
export type ResultParts = {
  resData: XmlElement[];
  extensions: XmlElement[];
};

/**
 * Both directions of one command: the client encodes the command and decodes its result, the server decodes
 * the command and encodes its result. A new command is one more file with one of these.
 */
export type CommandCodec<Command extends { type: string }, Result> = {
  type: Command["type"];
  /** The element inside `<command>`. */
  verb: string;
  /** The namespace of the object inside the verb; absent for session commands and poll. */
  objectUri?: string;
  /** The extension that makes an object's verb this command and no other. */
  markedBy?: string;
  /** The name of the extensions' elements, when it is not the verb. */
  extensionName?: string;
  /** Extensions of the command that the decoder understands. */
  extensionUris: readonly string[];
  /** Whether the command may change something, so that it must never be repeated blindly. */
  changes(command: Command): boolean;
  encodeCommand(command: Command): CommandParts;
  decodeCommand(parts: CommandParts): Command;
  encodeResult(result: Result): ResultParts;
  decodeResult(parts: ResultParts): Result;
};
