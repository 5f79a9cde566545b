import { type BalanceInfo, type BalanceInfoCommand, balanceInfo } from "./balance-info.ts";
import type { CommandCodec } from "./command-codec.ts";
import { type ContactCheckCommand, type ContactCheckResult, contactCheck } from "./contact/contact-check.ts";
import {
  type ContactCreateCommand,
  type ContactCreateResult,
  contactCreate,
} from "./contact/contact-create.ts";
import { type ContactDeleteCommand, contactDelete } from "./contact/contact-delete.ts";
import { type ContactInfo, type ContactInfoCommand, contactInfo } from "./contact/contact-info.ts";
import {
  type ContactTransferCommand,
  type ContactTransferResult,
  contactTransfer,
} from "./contact/contact-transfer.ts";
import { type ContactUpdateCommand, contactUpdate } from "./contact/contact-update.ts";
import { type DomainCheckCommand, type DomainCheckResult, domainCheck } from "./domain/domain-check.ts";
import { type DomainCreateCommand, type DomainCreateResult, domainCreate } from "./domain/domain-create.ts";
import { type DomainDeleteCommand, type DomainDeleteResult, domainDelete } from "./domain/domain-delete.ts";
import { type DomainInfo, type DomainInfoCommand, domainInfo } from "./domain/domain-info.ts";
import { type DomainRenewCommand, type DomainRenewResult, domainRenew } from "./domain/domain-renew.ts";
import {
  type DomainRestoreCommand,
  type DomainRestoreResult,
  domainRestore,
} from "./domain/domain-restore.ts";
import {
  type DomainTransferCommand,
  type DomainTransferResult,
  domainTransfer,
} from "./domain/domain-transfer.ts";
import { type DomainUpdateCommand, type DomainUpdateResult, domainUpdate } from "./domain/domain-update.ts";
import { type HostCheckCommand, type HostCheckResult, hostCheck } from "./host/host-check.ts";
import { type HostCreateCommand, type HostCreateResult, hostCreate } from "./host/host-create.ts";
import { type HostDeleteCommand, hostDelete } from "./host/host-delete.ts";
import { type HostInfo, type HostInfoCommand, hostInfo } from "./host/host-info.ts";
import { type HostUpdateCommand, hostUpdate } from "./host/host-update.ts";
import { type PollCommand, type PollResult, poll } from "./poll.ts";
import { type LoginCommand, type LoginResult, login } from "./session/login.ts";
import { type LogoutCommand, logout } from "./session/logout.ts";

/** Each command with its result, by the command's `type`. */
export type CommandMap = {
  login: { command: LoginCommand; result: LoginResult | undefined };
  logout: { command: LogoutCommand; result: undefined };
  poll: { command: PollCommand; result: PollResult };
  "balance:info": { command: BalanceInfoCommand; result: BalanceInfo };
  "domain:check": { command: DomainCheckCommand; result: DomainCheckResult };
  "domain:info": { command: DomainInfoCommand; result: DomainInfo };
  "domain:update": { command: DomainUpdateCommand; result: DomainUpdateResult };
  "domain:create": { command: DomainCreateCommand; result: DomainCreateResult };
  "domain:renew": { command: DomainRenewCommand; result: DomainRenewResult };
  "domain:transfer": { command: DomainTransferCommand; result: DomainTransferResult };
  "domain:delete": { command: DomainDeleteCommand; result: DomainDeleteResult };
  "domain:restore": { command: DomainRestoreCommand; result: DomainRestoreResult };
  "contact:check": { command: ContactCheckCommand; result: ContactCheckResult };
  "contact:info": { command: ContactInfoCommand; result: ContactInfo };
  "contact:create": { command: ContactCreateCommand; result: ContactCreateResult };
  "contact:update": { command: ContactUpdateCommand; result: undefined };
  "contact:delete": { command: ContactDeleteCommand; result: undefined };
  "contact:transfer": { command: ContactTransferCommand; result: ContactTransferResult };
  "host:check": { command: HostCheckCommand; result: HostCheckResult };
  "host:info": { command: HostInfoCommand; result: HostInfo };
  "host:create": { command: HostCreateCommand; result: HostCreateResult };
  "host:update": { command: HostUpdateCommand; result: undefined };
  "host:delete": { command: HostDeleteCommand; result: undefined };
};

export type CommandType = keyof CommandMap;

/** Any command that this package can encode and decode. */
export type EppCommand = CommandMap[CommandType]["command"];

/** The codec of each command. */
export const commandCodecs: {
  readonly [Type in CommandType]: CommandCodec<CommandMap[Type]["command"], CommandMap[Type]["result"]>;
} = {
  login,
  logout,
  poll,
  "balance:info": balanceInfo,
  "domain:check": domainCheck,
  "domain:info": domainInfo,
  "domain:update": domainUpdate,
  "domain:create": domainCreate,
  "domain:renew": domainRenew,
  "domain:transfer": domainTransfer,
  "domain:delete": domainDelete,
  "domain:restore": domainRestore,
  "contact:check": contactCheck,
  "contact:info": contactInfo,
  "contact:create": contactCreate,
  "contact:update": contactUpdate,
  "contact:delete": contactDelete,
  "contact:transfer": contactTransfer,
  "host:check": hostCheck,
  "host:info": hostInfo,
  "host:create": hostCreate,
  "host:update": hostUpdate,
  "host:delete": hostDelete,
};

/** The result that belongs to a command. */
export type ResultOf<Command extends EppCommand> = CommandMap[Command["type"]]["result"];

/** The codec of a command whose type is only known at run time. */
export function codecOf(command: Pick<EppCommand, "type">): CommandCodec<EppCommand, unknown> {
  // The table's type ties each codec to its command; indexing it with a union of types loses that.
  return commandCodecs[command.type] as unknown as CommandCodec<EppCommand, unknown>;
}
