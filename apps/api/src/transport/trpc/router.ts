import type { CurrentSession } from "@zonepost/schema";
import { personProcedure, router } from "../../kernel/trpc.ts";
import { type AccountPorts, createAccountRouters } from "../../modules/accounts/index.ts";
import {
  createContactsRouter,
  createDomainsRouter,
  type DomainPorts,
  type MailOfDomainPorts,
  type NameserverPorts,
} from "../../modules/domains/index.ts";
import { createMailRouter, type MailPorts } from "../../modules/mail/index.ts";
import { createWebhooksRouter, type WebhookPorts } from "../../modules/webhooks/index.ts";

export type SandboxSummary = { now: string; offsetSeconds: number; emailCount: number };

export type AppRouterPorts = AccountPorts &
  DomainPorts &
  MailOfDomainPorts &
  NameserverPorts &
  MailPorts &
  WebhookPorts & {
    /** The sandbox's clock and outbox at a glance; null in live mode. */
    readSandbox(): Promise<SandboxSummary | null>;
  };

/** What the panel asks. Each module brings its own part. */
export const createAppRouter = (ports: AppRouterPorts) =>
  router({
    session: router({
      current: personProcedure.query(
        async ({ ctx }): Promise<CurrentSession & { sandbox: SandboxSummary | null }> => ({
          ...ctx.currentSession(),
          sandbox: await ports.readSandbox(),
        }),
      ),
    }),
    ...createAccountRouters(ports),
    domains: createDomainsRouter(ports),
    contacts: createContactsRouter(ports),
    mail: createMailRouter(ports),
    webhooks: createWebhooksRouter(ports),
  });

export type AppRouter = ReturnType<typeof createAppRouter>;
