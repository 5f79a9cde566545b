import type { CommandCodec } from "./command-codec.ts";
import { type DomainCheckCommand, type DomainCheckResult, domainCheck } from "./domain-check.ts";
import { type DomainCreateCommand, type DomainCreateResult, domainCreate } from "./domain-create.ts";
import { type DomainInfo, type DomainInfoCommand, domainInfo } from "./domain-info.ts";
import { type DomainRenewCommand, type DomainRenewResult, domainRenew } from "./domain-renew.ts";
import { type DomainUpdateCommand, domainUpdate } from "./domain-update.ts";
import { type LoginCommand, login } from "./login.ts";
import { type LogoutCommand, logout } from "./logout.ts";
import { type PollCommand, type PollResult, poll } from "./poll.ts";

/** Each command with its result, by the command's `type`. */
export interface CommandMap {
  login: { command: LoginCommand; result: undefined };
  logout: { command: LogoutCommand; result: undefined };
  poll: { command: PollCommand; result: PollResult };
  "domain:check": { command: DomainCheckCommand; result: DomainCheckResult };
  "domain:info": { command: DomainInfoCommand; result: DomainInfo };
  "domain:update": { command: DomainUpdateCommand; result: undefined };
  "domain:create": { command: DomainCreateCommand; result: DomainCreateResult };
  "domain:renew": { command: DomainRenewCommand; result: DomainRenewResult };
}

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
  "domain:check": domainCheck,
  "domain:info": domainInfo,
  "domain:update": domainUpdate,
  "domain:create": domainCreate,
  "domain:renew": domainRenew,
};

/** The result that belongs to a command. */
export type ResultOf<Command extends EppCommand> = CommandMap[Command["type"]]["result"];

/** The codec of a command whose type is known only when it runs. */
export function codecOf(command: Pick<EppCommand, "type">): CommandCodec<EppCommand, unknown> {
  // The table's own type ties each codec to its command; only the two together lose it.
  return commandCodecs[command.type] as unknown as CommandCodec<EppCommand, unknown>;
}
