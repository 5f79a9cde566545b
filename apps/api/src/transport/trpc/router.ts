import { type PanelSession, panelSession } from "@zonepost/schema/panel";
import { router, signedInProcedure } from "../../kernel/http/trpc.ts";
import { type AccountPorts, createAccountRouters } from "../../modules/accounts/index.ts";
import { createAttentionRouter } from "../../modules/attention/index.ts";
import { createZonesRouter, type DnsModulePorts } from "../../modules/dns/index.ts";
import {
  createContactsRouter,
  createDomainsRouter,
  type DomainPorts,
  type NameserverPorts,
} from "../../modules/domains/index.ts";
import { createFinderRouter } from "../../modules/finder/index.ts";
import { createMailRouter, type MailPorts } from "../../modules/mail/index.ts";
import { createOperatorRouter, createOrdersRouter, type OrderPorts } from "../../modules/orders/index.ts";
import { type CardPorts, createPaymentsRouter } from "../../modules/payments/index.ts";
import { createWebhooksRouter, type WebhookPorts } from "../../modules/webhooks/index.ts";

export type AppRouterPorts = AccountPorts &
  DomainPorts &
  NameserverPorts &
  DnsModulePorts &
  MailPorts &
  OrderPorts &
  CardPorts &
  WebhookPorts & {
    /** A summary of the sandbox's clock and outbox; null in live mode. */
    readSandbox(): Promise<PanelSession["sandbox"]>;
  };

export const createAppRouter = (ports: AppRouterPorts) =>
  router({
    session: router({
      current: signedInProcedure
        .meta({ operationId: "getCurrentSession", right: null })
        .output(panelSession)
        .query(async ({ ctx }) => ({
          ...ctx.currentSession(),
          isOperator: ctx.operatorCtx !== null,
          paymentsOn: ports.processors.current !== null,
          sandbox: await ports.readSandbox(),
        })),
    }),
    ...createAccountRouters(ports),
    attention: createAttentionRouter(),
    domains: createDomainsRouter(ports),
    contacts: createContactsRouter(ports),
    finder: createFinderRouter(),
    mail: createMailRouter(ports),
    operator: createOperatorRouter(ports),
    orders: createOrdersRouter(ports),
    payments: createPaymentsRouter(ports),
    webhooks: createWebhooksRouter(ports),
    zones: createZonesRouter(ports),
  });

export type AppRouter = ReturnType<typeof createAppRouter>;
