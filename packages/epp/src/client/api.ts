import type { ServerChange } from "../codec/change-poll.ts";
import type { ContactCheckResult } from "../codec/contact-check.ts";
import type { ContactCreateCommand, ContactCreateResult } from "../codec/contact-create.ts";
import type { ContactInfo, ContactInfoCommand } from "../codec/contact-info.ts";
import type { ContactTransferCommand, ContactTransferResult } from "../codec/contact-transfer.ts";
import type { ContactUpdateCommand } from "../codec/contact-update.ts";
import type { DomainCheckCommand, DomainCheckResult } from "../codec/domain-check.ts";
import type { DomainCreateCommand, DomainCreateResult } from "../codec/domain-create.ts";
import type { DomainDeleteResult } from "../codec/domain-delete.ts";
import type { DomainInfo, DomainInfoCommand } from "../codec/domain-info.ts";
import type { DomainRenewCommand, DomainRenewResult } from "../codec/domain-renew.ts";
import type { DomainRestoreCommand, DomainRestoreResult } from "../codec/domain-restore.ts";
import type { DomainTransferCommand, DomainTransferResult } from "../codec/domain-transfer.ts";
import type { DomainUpdateCommand } from "../codec/domain-update.ts";
import type { Greeting } from "../codec/greeting.ts";
import type { HostCheckResult } from "../codec/host-check.ts";
import type { HostCreateCommand, HostCreateResult } from "../codec/host-create.ts";
import type { HostInfo } from "../codec/host-info.ts";
import type { HostUpdateCommand } from "../codec/host-update.ts";
import type { PollSubject } from "../codec/poll.ts";
import type { QueueReport } from "../codec/server-message.ts";
import type { TransferOperation } from "../codec/transfer-data.ts";

/** A successful answer. `clTRID` and `svTRID` name the transaction in both parties' logs (RFC 5730 section 2.5). */
export type EppReply<Data> = {
  code: number;
  message: string;
  clTRID: string;
  svTRID: string;
  /** What waits in the message queue, when the server says so: a reason to poll. */
  queue?: QueueReport;
  /** True for 1001: accepted, and not done yet. The outcome comes by poll, or can be asked for. */
  pending: boolean;
  data: Data;
};

/** The oldest message of the queue (RFC 5730 section 2.9.2.3). */
export type PollMessage = {
  id: string;
  /** How many messages wait, this one included. */
  count: number;
  queuedAt?: Date;
  text?: string;
  /** Absent when the message is text alone, or about something that this package does not know. */
  subject?: PollSubject;
  /** Who has changed the subject, when it was not its sponsor (RFC 8590). */
  change?: ServerChange;
  /** Why a subject or change that is there could not be read. */
  unreadable?: string;
};

export type EppCallOptions = {
  /** 3 to 64 characters, unique; made by the client when left out. Give one to know it before the command is sent. */
  clTRID?: string;
};

/** What ends a transfer, or begins one; `query` has methods of its own. */
export type TransferChange = Exclude<TransferOperation, "query">;

/**
 * The commands of EPP. Each method rejects with EppResultError when the server refuses, EppConnectionError when
 * the server is away, EppOutcomeUnknownError when a change was sent and no answer came, EppProtocolError when an
 * answer makes no sense, and EppCodecError when the input cannot be sent. No change is ever sent twice.
 */
export type EppClient = {
  /** Asks for the greeting (RFC 5730 section 2.3): a proof of life that needs no rights. */
  hello(): Promise<Greeting>;
  /** RFC 5731 section 3.1.1; with `fee`, prices too (RFC 8748 section 5.1.1). */
  domainCheck(
    names: readonly string[],
    options?: EppCallOptions & Pick<DomainCheckCommand, "fee">,
  ): Promise<EppReply<DomainCheckResult>>;
  /** RFC 5731 section 3.1.2; 2303 when there is no such domain, 2201 when it is another client's. */
  domainInfo(
    name: string,
    options?: EppCallOptions & Pick<DomainInfoCommand, "hosts" | "authInfo" | "authInfoRoid">,
  ): Promise<EppReply<DomainInfo>>;
  /** RFC 5731 section 3.2.5 and RFC 5910 section 5.2.5. */
  domainUpdate(
    name: string,
    changes: Omit<DomainUpdateCommand, "type" | "name">,
    options?: EppCallOptions,
  ): Promise<EppReply<undefined>>;
  /** RFC 5731 section 3.2.1. No data while it is pending, unless the server has some. */
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
  /** RFC 5731 section 3.2.2. With most registries 1001: the redemption period has begun. */
  domainDelete(name: string, options?: EppCallOptions): Promise<EppReply<DomainDeleteResult>>;
  /** RFC 3915 section 4.2.5: the request without a report, and the report after it where one is wanted. */
  domainRestore(
    name: string,
    details?: Omit<DomainRestoreCommand, "type" | "name">,
    options?: EppCallOptions,
  ): Promise<EppReply<DomainRestoreResult>>;
  /** RFC 5731 section 3.2.4. A request wants `authInfo`; 1001 is its usual answer. */
  domainTransfer(
    name: string,
    operation: TransferChange,
    details?: Omit<DomainTransferCommand, "type" | "name" | "operation">,
    options?: EppCallOptions,
  ): Promise<EppReply<DomainTransferResult | undefined>>;
  /** RFC 5731 section 3.1.3: the transfer that runs, or the last one; 2301 when there is none to tell of. */
  domainTransferQuery(
    name: string,
    options?: EppCallOptions & Pick<DomainTransferCommand, "authInfo" | "authInfoRoid">,
  ): Promise<EppReply<DomainTransferResult>>;
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
  /** RFC 5733 section 3.2.2; 2305 while the contact is in use. */
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
  /** RFC 5732 section 3.2.2; 2305 while a domain is delegated to it. */
  hostDelete(name: string, options?: EppCallOptions): Promise<EppReply<undefined>>;
  /** The oldest message, or `undefined` when there is none. It stays in the queue until `ackPoll`. */
  poll(options?: EppCallOptions): Promise<EppReply<PollMessage | undefined>>;
  /** Takes a message off the queue; 2303 when it is gone already. Acknowledge only what has been dealt with. */
  ackPoll(messageId: string, options?: EppCallOptions): Promise<EppReply<undefined>>;
  /** Lets the commands that are waiting finish, logs out and closes. Commands after it are refused. */
  close(): Promise<void>;
};
