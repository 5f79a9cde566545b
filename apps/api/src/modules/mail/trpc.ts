import {
  mailAccount,
  mailAccountCreated,
  mailAccountInput,
  mailActivation,
  mailActivationInput,
  mailAlias,
  mailAliasInput,
  mailDomain,
  mailDomainParameters,
} from "@zonepost/schema";
import { z } from "zod";
import { whole } from "../../kernel/page.ts";
import { procedure, router } from "../../kernel/trpc.ts";
import type { MailPorts } from "./ports.ts";
import { getMailDomain } from "./queries/get-mail-domain.ts";
import { listAccounts } from "./queries/list-accounts.ts";
import { listAliases } from "./queries/list-aliases.ts";
import { listMailDomains } from "./queries/list-mail-domains.ts";
import { activateMail } from "./use-cases/activate-mail.ts";
import { createAccount } from "./use-cases/create-account.ts";
import { createAlias } from "./use-cases/create-alias.ts";

export const createMailRouter = (ports: MailPorts) =>
  router({
    list: procedure.output(z.array(mailDomain)).query(({ ctx }) => listMailDomains(ctx)),
    get: procedure
      .input(mailDomainParameters)
      .output(mailDomain)
      .query(({ ctx, input }) => getMailDomain(ctx, input.domainName)),
    activate: procedure
      .input(mailActivationInput)
      .output(mailActivation)
      .mutation(({ ctx, input }) => activateMail({ ...ctx, ...ports }, input)),
    accounts: procedure
      .input(mailDomainParameters)
      .output(z.array(mailAccount))
      .query(({ ctx, input }) => whole(listAccounts(ctx, input.domainName))),
    createAccount: procedure
      .input(mailAccountInput.extend(mailDomainParameters.shape))
      .output(mailAccountCreated)
      .mutation(({ ctx, input }) => createAccount({ ...ctx, ...ports }, input)),
    aliases: procedure
      .input(mailDomainParameters)
      .output(z.array(mailAlias))
      .query(({ ctx, input }) => whole(listAliases(ctx, input.domainName))),
    createAlias: procedure
      .input(mailAliasInput.extend(mailDomainParameters.shape))
      .output(mailAlias)
      .mutation(({ ctx, input }) => createAlias(ctx, input)),
  });
