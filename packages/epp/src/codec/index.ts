export {
  createFrameDecoder,
  defaultMaxFrameBytes,
  EppFrameError,
  encodeFrame,
  type FrameDecoder,
} from "../frames.ts";
export type { XmlElement } from "../xml/element.ts";
export { EppXmlError, parseXml } from "../xml/parse.ts";
export { writeXml } from "../xml/write.ts";
export { type ClientMessage, decodeClientMessage, encodeCommand, encodeHello } from "./client-message.ts";
export type { CommandCodec, CommandParts, ResultParts } from "./command-codec.ts";
export {
  type CommandMap,
  type CommandType,
  codecOf,
  commandCodecs,
  type EppCommand,
  type ResultOf,
} from "./commands.ts";
export {
  decodeResult,
  decodeServerMessage,
  type EppResponse,
  type EppResult,
  encodeGreetingMessage,
  encodeResponse,
  encodeResult,
  type QueueReport,
  type ResponseInput,
  type ServerMessage,
} from "./server-message.ts";
