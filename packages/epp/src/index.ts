export {
  createEppClient,
  type EppCallOptions,
  type EppClient,
  type EppReply,
  type PollMessage,
} from "./client/client.ts";
export {
  EppConnectionError,
  EppError,
  EppOutcomeUnknownError,
  EppProtocolError,
  EppResultError,
} from "./client/errors.ts";
export type { EppClientOptions, EppLogEntry } from "./client/options.ts";
export {
  type ClientMessage,
  decodeClientMessage,
  encodeCommand,
  encodeHello,
} from "./codec/client-message.ts";
export { EppCodecError } from "./codec/codec-error.ts";
export type { CommandCodec, CommandParts, ResultParts } from "./codec/command-codec.ts";
export {
  type CommandMap,
  type CommandType,
  codecOf,
  commandCodecs,
  type EppCommand,
  type ResultOf,
} from "./codec/commands.ts";
export type { DomainAvailability, DomainCheckCommand, DomainCheckResult } from "./codec/domain-check.ts";
export type { DomainCreateCommand, DomainCreateResult } from "./codec/domain-create.ts";
export type { DomainInfo, DomainInfoCommand } from "./codec/domain-info.ts";
export {
  type DomainContact,
  type DomainStatus,
  domainStatuses,
  type HostAddress,
  type Nameserver,
  type Period,
} from "./codec/domain-parts.ts";
export type { DomainRenewCommand, DomainRenewResult } from "./codec/domain-renew.ts";
export type { DomainUpdateCommand, DomainUpdateParts } from "./codec/domain-update.ts";
export {
  type Fee,
  type FeeAgreement,
  type FeeCharged,
  type FeeCommandName,
  type FeeQuery,
  type FeeQuote,
  type FeeQuoteCommand,
  type FeeQuoteItem,
  fromMinorUnits,
  toMinorUnits,
} from "./codec/fee.ts";
export type { Greeting } from "./codec/greeting.ts";
export type { LoginCommand } from "./codec/login.ts";
export type { LogoutCommand } from "./codec/logout.ts";
export type { PendingAction } from "./codec/pending-action.ts";
export type { PollCommand, PollResult, PollSubject } from "./codec/poll.ts";
export type { DsData, KeyData, SecDnsData, SecDnsUpdate } from "./codec/sec-dns.ts";
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
} from "./codec/server-message.ts";
export {
  createFrameDecoder,
  defaultMaxFrameBytes,
  EppFrameError,
  encodeFrame,
  type FrameDecoder,
} from "./frames.ts";
export { namespaces } from "./namespaces.ts";
export { describeResultCode, type EppResultClass, type EppResultCode, resultCodes } from "./result-codes.ts";
export type { XmlElement } from "./xml/element.ts";
export { EppXmlError, parseXml } from "./xml/parse.ts";
export { writeXml } from "./xml/write.ts";
