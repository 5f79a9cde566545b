import type { XmlElement } from "../xml/element.ts";

/** The parts of a command in a frame: its verb, and the elements of its `<extension>`. */
export type CommandParts = {
  /** `<check>`, `<info>`, `<login>` … in the EPP namespace. */
  verb: XmlElement;
  extensions: XmlElement[];
};

/** The parts of a response that belong to a command: the children of `<resData>` and of `<extension>`. */
export type ResultParts = {
  resData: XmlElement[];
  extensions: XmlElement[];
};

/**
 * Both directions of one command: the client encodes the command and decodes its result, the server decodes the
 * command and encodes its result. Each command has its own file with one codec.
 */
export type CommandCodec<Command extends { type: string }, Result> = {
  type: Command["type"];
  /** The element inside `<command>`. */
  verb: string;
  /** The namespace of the object inside the verb; absent for session commands and poll. */
  objectUri?: string;
  /** The extension that distinguishes this command from others with the same verb. */
  markedBy?: string;
  /** The element of an extension, by namespace, if its name differs from the verb. */
  extensionNames?: Readonly<Record<string, string>>;
  /** The command's extensions that the decoder supports. */
  extensionUris: readonly string[];
  /** Whether the command may change something, so that it must not be repeated automatically. */
  changes(command: Command): boolean;
  encodeCommand(command: Command): CommandParts;
  decodeCommand(parts: CommandParts): Command;
  encodeResult(result: Result): ResultParts;
  decodeResult(parts: ResultParts): Result;
};
