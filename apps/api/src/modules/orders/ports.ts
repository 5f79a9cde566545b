import type { DomainPorts, NameserverPorts } from "../domains/index.ts";
import type { MailPorts } from "../mail/index.ts";
import type { OperatorPorts, PaymentPorts } from "../payments/index.ts";

/** On receipts: the operator, as set in the environment. */
type Seller = { name: string; addressLines: string[]; vatId: string | null };

export type OrderPorts = DomainPorts &
  NameserverPorts &
  MailPorts &
  PaymentPorts &
  OperatorPorts & { seller: Seller; renewsUnpaid: boolean };
