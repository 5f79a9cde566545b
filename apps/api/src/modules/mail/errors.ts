import { AppError } from "../../kernel/errors.ts";

const conflict = (code: string, publicMessage: string) => new AppError("conflict", code, publicMessage);

export const mailAlreadyActive = () =>
  conflict("mail_already_active", "Mail is already active for this domain.");

export const domainNotActive = (status: string) =>
  conflict("domain_not_active", `The domain is ${status}; mail can be activated for an active domain only.`);

export const planLimitReached = (planSlug: string, maxAccounts: number) =>
  conflict(
    "plan_limit_reached",
    `The plan ${planSlug} has ${maxAccounts} accounts for this domain, and all of them are in use.`,
  );

export const addressTaken = (address: string, holder: "account" | "alias") =>
  conflict("address_taken", `${address} is already an ${holder} of this domain.`);

export const aliasExists = () =>
  conflict("alias_exists", "There is already an alias between these two addresses.");

export const aliasLoop = () =>
  conflict(
    "alias_loop",
    "Mail would come back to fromAddress: an alias that is there already leads from toAddress to it.",
  );

export const aliasLimitReached = (limit: number) =>
  conflict("alias_limit_reached", `A domain can have ${limit} aliases, and all of them are in use.`);
