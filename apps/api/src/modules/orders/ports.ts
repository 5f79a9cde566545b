import type { DomainPorts, NameserverPorts } from "../domains/index.ts";
import type { MailPorts } from "../mail/index.ts";
import type { PaymentPorts, Seller } from "../payments/index.ts";

export type OrderPorts = DomainPorts &
  NameserverPorts &
  MailPorts &
  PaymentPorts & {
    seller: Seller;
    /** Whether registrations and renewals wait until their payment is confirmed. */
    holdsUntilConfirmed: boolean;
    renewsUnpaid: boolean;
    /** How many registrations a workspace may undo in a month without the operator; null if only the operator refunds. */
    undoneRegistrations: number | null;
    /** Whether a lost dispute suspends what the payment has paid for, until it is settled. */
    suspendsUnpaid: boolean;
  };
