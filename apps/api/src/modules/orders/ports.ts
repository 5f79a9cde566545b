import type { DomainPorts, NameserverPorts } from "../domains/index.ts";
import type { MailPorts } from "../mail/index.ts";
import type { PaymentPorts } from "../payments/index.ts";

/** Orders use the modules below; they have no port of their own. */
export type OrderPorts = DomainPorts & NameserverPorts & MailPorts & PaymentPorts;
