import type { BalanceInfo } from "../codec/balance-info.ts";
import type { ContactCheckResult } from "../codec/contact/contact-check.ts";
import type { ContactCreateCommand, ContactCreateResult } from "../codec/contact/contact-create.ts";
import type { ContactInfo, ContactInfoCommand } from "../codec/contact/contact-info.ts";
import type { ContactTransferCommand, ContactTransferResult } from "../codec/contact/contact-transfer.ts";
import type { ContactUpdateCommand } from "../codec/contact/contact-update.ts";
import type { DomainCheckCommand, DomainCheckResult } from "../codec/domain/domain-check.ts";
import type { DomainCreateCommand, DomainCreateResult } from "../codec/domain/domain-create.ts";
import type { DomainDeleteResult } from "../codec/domain/domain-delete.ts";
import type { DomainInfo, DomainInfoCommand } from "../codec/domain/domain-info.ts";
import type { DomainRenewCommand, DomainRenewResult } from "../codec/domain/domain-renew.ts";
import type { DomainRestoreCommand, DomainRestoreResult } from "../codec/domain/domain-restore.ts";
import type { DomainTransferCommand, DomainTransferResult } from "../codec/domain/domain-transfer.ts";
import type { DomainUpdateCommand, DomainUpdateResult } from "../codec/domain/domain-update.ts";
import type { ServerChange } from "../codec/extensions/change-poll.ts";
import type { HostCheckResult } from "../codec/host/host-check.ts";
import type { HostCreateCommand, HostCreateResult } from "../codec/host/host-create.ts";
import type { HostInfo } from "../codec/host/host-info.ts";
import type { HostUpdateCommand } from "../codec/host/host-update.ts";
import type { PollSubject } from "../codec/poll.ts";
import type { QueueReport } from "../codec/server-message.ts";
import type { Greeting } from "../codec/session/greeting.ts";
import type { TransferOperation } from "../codec/transfer-data.ts";

/** A successful response. `clTRID` and `svTRID` identify the transaction in both parties' logs (RFC 5730 section 2.5). */
export type EppReply<Data> = {
  code: number;
  message: string;
  clTRID: string;
  svTRID: string;
  /** The state of the message queue, if the response includes it. Poll when it is present. */
  queue?: QueueReport;
  /** True for 1001: accepted but not complete yet. The outcome arrives as a poll message, or query the object. */
  pending: boolean;
  data: Data;
};

/** The oldest message of the queue (RFC 5730 section 2.9.2.3). */
export type PollMessage = {
  id: string;
  /** The number of messages in the queue, including this one. */
  count: number;
  queuedAt?: Date;
  text?: string;
  /** Absent if the message is only text, or concerns an object that this package doesn't support. */
  subject?: PollSubject;
  /** Details of a change that the sponsor didn't make (RFC 8590). */
  change?: ServerChange;
  /** Why the message's subject or change couldn't be decoded. */
  unreadable?: string;
};

export type EppCallOptions = {
  /** 3 to 64 characters, unique; generated if omitted. Pass one to store it before the command is sent. */
  clTRID?: string;
};

/** The operations that start or end a transfer; `query` has its own methods. */
export type TransferChange = Exclude<TransferOperation, "query">;

/**
 * The EPP commands. Each method rejects with EppResultError if the server refuses the command, EppConnectionError if
 * the server can't be reached, EppOutcomeUnknownError if a change was sent and no response arrived,
 * EppProtocolError if a response isn't valid, and EppCodecError if the input can't be encoded. A change is never
 * sent twice.
 */
export type EppClient = {
  /** Requests the greeting (RFC 5730 section 2.3): a health check that needs no privileges. */
  hello(): Promise<Greeting>;
  /** RFC 5731 section 3.1.1; with `fee`, also the prices (RFC 8748 section 5.1.1). */
  domainCheck(
    names: readonly string[],
    options?: EppCallOptions & Pick<DomainCheckCommand, "fee">,
  ): Promise<EppReply<DomainCheckResult>>;
  /** RFC 5731 section 3.1.2; fails with 2303 if the domain doesn't exist, with 2201 if another client sponsors it. */
  domainInfo(
    name: string,
    options?: EppCallOptions & Pick<DomainInfoCommand, "hosts" | "authInfo" | "authInfoRoid">,
  ): Promise<EppReply<DomainInfo>>;
  /** RFC 5731 section 3.2.5 and RFC 5910 section 5.2.5. */
  domainUpdate(
    name: string,
    changes: Omit<DomainUpdateCommand, "type" | "name">,
    options?: EppCallOptions,
  ): Promise<EppReply<DomainUpdateResult>>;
  /** RFC 5731 section 3.2.1. While it is pending, `data` may be undefined. */
  domainCreate(
    name: string,
    details: Omit<DomainCreateCommand, "type" | "name">,
    options?: EppCallOptions,
  ): Promise<EppReply<DomainCreateResult | undefined>>;
  /** RFC 5731 section 3.2.3. */
  domainRenew(
    name: string,
    details: Omit<DomainRenewCommand, "type" | "name">,
    options?: EppCallOptions,
  ): Promise<EppReply<DomainRenewResult | undefined>>;
  /** RFC 5731 section 3.2.2. Most registries return 1001 and start the redemption period. */
  domainDelete(name: string, options?: EppCallOptions): Promise<EppReply<DomainDeleteResult>>;
  /** RFC 3915 section 4.2.5: send the request without a report, then the report if the registry requires one. */
  domainRestore(
    name: string,
    details?: Omit<DomainRestoreCommand, "type" | "name">,
    options?: EppCallOptions,
  ): Promise<EppReply<DomainRestoreResult>>;
  /** RFC 5731 section 3.2.4. A request needs `authInfo`, and usually returns 1001. */
  domainTransfer(
    name: string,
    operation: TransferChange,
    details?: Omit<DomainTransferCommand, "type" | "name" | "operation">,
    options?: EppCallOptions,
  ): Promise<EppReply<DomainTransferResult | undefined>>;
  /** RFC 5731 section 3.1.3: the current or most recent transfer; fails with 2301 if there is none. */
  domainTransferQuery(
    name: string,
    options?: EppCallOptions & Pick<DomainTransferCommand, "authInfo" | "authInfoRoid">,
  ): Promise<EppReply<DomainTransferResult>>;
  /** Verisign's balance mapping; fails unless the greeting lists `namespaces.balance`. */
  balanceInfo(options?: EppCallOptions): Promise<EppReply<BalanceInfo>>;
  /** RFC 5733 section 3.1.1 */
  contactCheck(ids: readonly string[], options?: EppCallOptions): Promise<EppReply<ContactCheckResult>>;
  /** RFC 5733 section 3.1.2 */
  contactInfo(
    id: string,
    options?: EppCallOptions & Pick<ContactInfoCommand, "authInfo">,
  ): Promise<EppReply<ContactInfo>>;
  /** RFC 5733 section 3.2.1 */
  contactCreate(
    id: string,
    details: Omit<ContactCreateCommand, "type" | "id">,
    options?: EppCallOptions,
  ): Promise<EppReply<ContactCreateResult | undefined>>;
  /** RFC 5733 section 3.2.5 */
  contactUpdate(
    id: string,
    changes: Omit<ContactUpdateCommand, "type" | "id">,
    options?: EppCallOptions,
  ): Promise<EppReply<undefined>>;
  /** RFC 5733 section 3.2.2; fails with 2305 while the contact is in use. */
  contactDelete(id: string, options?: EppCallOptions): Promise<EppReply<undefined>>;
  /** RFC 5733 section 3.2.4 */
  contactTransfer(
    id: string,
    operation: TransferChange,
    details?: Pick<ContactTransferCommand, "authInfo">,
    options?: EppCallOptions,
  ): Promise<EppReply<ContactTransferResult | undefined>>;
  /** RFC 5733 section 3.1.3 */
  contactTransferQuery(
    id: string,
    options?: EppCallOptions & Pick<ContactTransferCommand, "authInfo">,
  ): Promise<EppReply<ContactTransferResult>>;
  /** RFC 5732 section 3.1.1 */
  hostCheck(names: readonly string[], options?: EppCallOptions): Promise<EppReply<HostCheckResult>>;
  /** RFC 5732 section 3.1.2 */
  hostInfo(name: string, options?: EppCallOptions): Promise<EppReply<HostInfo>>;
  /** RFC 5732 section 3.2.1 */
  hostCreate(
    name: string,
    details?: Omit<HostCreateCommand, "type" | "name">,
    options?: EppCallOptions,
  ): Promise<EppReply<HostCreateResult | undefined>>;
  /** RFC 5732 section 3.2.5; `newName` renames the host wherever it is used. */
  hostUpdate(
    name: string,
    changes: Omit<HostUpdateCommand, "type" | "name">,
    options?: EppCallOptions,
  ): Promise<EppReply<undefined>>;
  /** RFC 5732 section 3.2.2; fails with 2305 while a domain is delegated to the host. */
  hostDelete(name: string, options?: EppCallOptions): Promise<EppReply<undefined>>;
  /** Returns the oldest message, or `undefined` if the queue is empty. It stays in the queue until `ackPoll`. */
  poll(options?: EppCallOptions): Promise<EppReply<PollMessage | undefined>>;
  /** Removes a message from the queue; fails with 2303 if it isn't there. Process a message before you acknowledge it. */
  ackPoll(messageId: string, options?: EppCallOptions): Promise<EppReply<undefined>>;
  /** Waits for queued commands to finish, logs out and closes. Later commands are rejected. */
  close(): Promise<void>;
};
