import { type Metadata, newId, randomText, seconds } from "./object-fields.ts";

export type Customer = {
  id: string;
  object: "customer";
  address: null;
  balance: number;
  created: number;
  currency: null;
  default_source: null;
  delinquent: boolean;
  deleted?: true;
  description: string | null;
  discount: null;
  email: string | null;
  invoice_prefix: string;
  invoice_settings: {
    custom_fields: null;
    default_payment_method: string | null;
    footer: null;
    rendering_options: null;
  };
  livemode: false;
  metadata: Metadata;
  name: string | null;
  next_invoice_sequence: number;
  phone: string | null;
  preferred_locales: string[];
  shipping: null;
  tax_exempt: "none";
  test_clock: null;
};

export type CustomerDetails = {
  email: string | null;
  name: string | null;
  description: string | null;
  phone: string | null;
  metadata: Metadata;
  defaultPaymentMethod: string | null;
};

export function newCustomer(details: CustomerDetails, now: Date): Customer {
  return {
    id: newId("customer"),
    object: "customer",
    address: null,
    balance: 0,
    created: seconds(now),
    currency: null,
    default_source: null,
    delinquent: false,
    description: details.description,
    discount: null,
    email: details.email,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: details.defaultPaymentMethod,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: details.metadata,
    name: details.name,
    next_invoice_sequence: 1,
    phone: details.phone,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
  };
}
