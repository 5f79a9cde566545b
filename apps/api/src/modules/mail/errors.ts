import { AppError } from "../../kernel/errors.ts";

const conflict = (code: string, publicMessage: string) => new AppError("conflict", code, publicMessage);

export const mailAlreadyActive = () =>
  conflict("mail_already_active", "Mail is already active for this domain.");

export const domainNotActive = (status: string) =>
  conflict("domain_not_active", `Mail can't be activated while the domain's status is ${status}.`);

export const planLimitReached = (planSlug: string, maxAccounts: number) =>
  conflict(
    "plan_limit_reached",
    `The ${planSlug} plan includes ${maxAccounts} accounts, and all of them are in use.`,
  );

export const addressTaken = (address: string, holder: "account" | "alias") =>
  conflict("address_taken", `${address} is already in use by an ${holder}.`);

export const aliasExists = () => conflict("alias_exists", "This alias already exists.");

export const aliasLoop = () =>
  conflict("alias_loop", "This alias would create a loop: `toAddress` already forwards to `fromAddress`.");

export const aliasLimitReached = (limit: number) =>
  conflict("alias_limit_reached", `This domain has reached its limit of ${limit} aliases.`);
