import { z } from "zod";
import { auditEntry } from "./accounts/audit.ts";
import { currentSession } from "./accounts/session.ts";
import {
  recordSet,
  zone,
  zoneChangesInput,
  zoneImportInput,
  zoneInput,
  zoneParameters,
  zonePublication,
  zoneVersionParameters,
} from "./dns/index.ts";
import { contact } from "./domains/contacts.ts";
import {
  deletionInput,
  domainDetails,
  domainOperationPreview,
  registrationInput,
  renewalInput,
  transferInInput,
} from "./domains/domain-life.ts";
import { unavailableReasons } from "./domains/domain-search.ts";
import { availability, domain, domainParameters } from "./domains/domains.ts";
import {
  mailAccount,
  mailAccountQuery,
  mailDnsPurpose,
  mailDnsRecord,
  mailDomain,
  mailDomainParameters,
  mailMessage,
  mailMessageQuery,
} from "./mail/index.ts";
import { mailPlanSlug } from "./mail/plans.ts";
import { withoutPastedEdges } from "./pasted.ts";
import { orderExportQuery, paymentExportQuery, renewalExportQuery } from "./payments/filters.ts";
import { operatorPayment, refundParameters } from "./payments/operator-payments.ts";
import {
  order,
  orderInput,
  orderLine,
  orderLineId,
  orderLineInput,
  orderLineLimit,
} from "./payments/orders.ts";
import { payment, paymentDispute, paymentMethod, paymentParameters } from "./payments/payments.ts";
import { operatorRefundInput, refund, refundInput } from "./payments/refunds.ts";
import { renewal, unpaidRenewals } from "./payments/renewals.ts";
import { cents, currency, paymentId, timestamp, timestampInput } from "./primitives.ts";
import { domainNotificationKinds, domainStatuses, renewalStates } from "./vocabulary.ts";
import { webhookCatchUp } from "./webhooks/catch-ups.ts";
import {
  webhookDelivery,
  webhookDeliveryQuery,
  webhookEndpointId,
  webhookEndpointParameters,
} from "./webhooks/webhooks.ts";

export { type IdPrefix, idPrefixes } from "./primitives.ts";

// Queries of the panel that the REST API doesn't have.

/** An ID of any kind. */
export const recordFindInput = z.object({ id: z.string().max(40) });
/** What the page of a record needs besides its ID, such as the domain and the account of an app password. */
export const recordPlace = z.object({ within: z.array(z.string()) });
export type RecordPlace = z.infer<typeof recordPlace>;

/** The latest check of a domain's nameservers and its chain of trust. */
export const domainDnsCheck = z.object({
  /** Null before the first check. */
  checkedAt: timestamp.nullable(),
  dnssec: z.enum(["insecure", "validates", "breaks", "unknown"]),
  /** How many nameservers answered, of how many. */
  answering: z.int(),
  asked: z.int(),
  /** Whether any has answered at this or an earlier check. */
  hasAnswered: z.boolean(),
});
export type DomainDnsCheck = z.infer<typeof domainDnsCheck>;
/** The state of a mail domain's DNS in lists. Without a check yet, there are no lights. */
export const mailDnsLights = z.object({
  domainName: z.string(),
  checkedAt: timestamp.nullable(),
  lights: z.array(
    z.object({
      purpose: mailDnsPurpose,
      state: z.enum(["good", "warning", "bad", "optional", "unknown"]),
    }),
  ),
});
export type MailDnsLights = z.infer<typeof mailDnsLights>;

/** The worst state of the lights, and what it is about. */
export const mailDnsSummary = z.object({
  state: z.enum(["good", "warning", "bad", "unknown"]),
  purposes: z.array(mailDnsPurpose),
});
export type MailDnsSummary = z.infer<typeof mailDnsSummary>;

/** A domain as a row of the panel's list. */
export const domainListItem = domain.extend({
  unicodeName: z.string(),
  locked: z.boolean(),
  hasDnssec: z.boolean(),
  /** Its registration was paid with money that a bank has taken back. */
  isSuspended: z.boolean(),
  dnsCheck: domainDnsCheck.nullable(),
  /** Null unless the domain is active or expired. */
  renewalState: z.enum(renewalStates).nullable(),
});
export type DomainListItem = z.infer<typeof domainListItem>;

/** How many of a workspace's domains are set up in which way. */
export const portfolio = z.object({
  domainCount: z.int(),
  autoRenewCount: z.int(),
  lockedCount: z.int(),
  /** By checks that are recent enough; the others are counted as unchecked. */
  dnssec: z.object({ validCount: z.int(), brokenCount: z.int(), uncheckedCount: z.int() }),
  nameservers: z.object({ answeringCount: z.int(), uncheckedCount: z.int() }),
});
export type Portfolio = z.infer<typeof portfolio>;

const onOrOff = z.enum(["on", "off"]);

/** Searched for without what a paste adds around it. */
const searchedText = z.string().overwrite(withoutPastedEdges).max(255);

/** Which domains a list shows; what is left out doesn't filter. */
export const domainFilter = z.strictObject({
  q: searchedText.optional().meta({ description: "A part of the name, in ASCII or in its own script" }),
  status: z.enum(domainStatuses).optional().meta({ description: "Only domains with this status" }),
  tld: z.string().max(63).optional().meta({ description: "Only domains of this TLD, in ASCII" }),
  renew: onOrOff.optional().meta({ description: "Whether auto-renew is on" }),
  locked: onOrOff.optional().meta({ description: "Whether the transfer lock is on" }),
  dnssec: onOrOff.optional().meta({ description: "Whether the domain has DS records" }),
  within: z
    .int()
    .min(0)
    .max(3_660)
    .optional()
    .meta({ description: "Only domains that have expired or expire within this many days" }),
  attention: z.boolean().optional().meta({ description: "Only domains that need attention" }),
});
export type DomainFilter = z.infer<typeof domainFilter>;

/** The same as the query of a URL. */
export const domainExportQuery = domainFilter.extend({
  within: z.coerce
    .number()
    .int()
    .min(0)
    .max(3_660)
    .optional()
    .meta(domainFilter.shape.within.meta() ?? {}),
  attention: z
    .enum(["true", "false"])
    .optional()
    .meta(domainFilter.shape.attention.meta() ?? {}),
});

/** The rows that a list reads at a time. */
export const pageSize = 100;
const pageInput = {
  limit: z.int().min(1).max(pageSize).default(pageSize),
  cursor: z.string().max(1_000).optional(),
  /** An infinite query of tRPC sends it. */
  direction: z.literal("forward").optional(),
};
const sortedPageInput = { ...pageInput, descending: z.boolean().default(false) };

export const domainSorts = ["name", "status", "expiresAt", "autoRenew", "locked", "whoisPrivacy"] as const;
export type DomainSort = (typeof domainSorts)[number];
export const domainPageInput = domainFilter.extend({
  sort: z.enum(domainSorts).default("expiresAt"),
  ...sortedPageInput,
});
export type DomainPageInput = z.infer<typeof domainPageInput>;

/** Without the name in its own script, which follows from the name: no page has a name twice. */
export const domainPage = z.object({
  items: z.array(
    domainListItem.omit({ unicodeName: true }).extend({
      /** False for callers without `mail:read`. */
      hasMail: z.boolean(),
      /** Null without mail, without a check of its DNS yet, and for callers without `mail:read`. */
      mailDns: mailDnsSummary.nullable(),
    }),
  ),
  nextCursor: z.string().nullable(),
});
export type DomainPage = z.infer<typeof domainPage>;

/** What is needed to change or order a domain that may not be on a page that was read. */
export const chosenDomain = domainListItem.pick({ name: true, status: true, expiresAt: true });
export type ChosenDomain = z.infer<typeof chosenDomain>;

/** The most that the finder offers at once. */
export const domainsFound = 50;
export const domainFindInput = z.strictObject({
  /** Parts of names, in ASCII or in their own script. */
  words: z.array(searchedText).max(8).default([]),
  /** Names that come before others, the latest first. */
  recent: z.array(z.string().max(255)).max(20).default([]),
});
export type DomainFindInput = z.infer<typeof domainFindInput>;

/** The counts next to a list and its filters. */
export const domainCounts = z.object({
  total: z.int(),
  /** Of those that the filter shows. */
  matching: z.int(),
  needAttention: z.int(),
  statuses: z.array(z.enum(domainStatuses)),
  tlds: z.array(z.string()),
});
export type DomainCounts = z.infer<typeof domainCounts>;

/** A domain with its mail, if any, and its latest check. */
export const domainWithMail = domainDetails.extend({
  dnsCheck: domainDnsCheck.nullable(),
  mail: mailDomain.pick({ planSlug: true, status: true }).nullable(),
});
export type DomainWithMail = z.infer<typeof domainWithMail>;

export const mailDomainSorts = ["domainName", "planSlug", "accountCount", "activatedAt"] as const;
export type MailDomainSort = (typeof mailDomainSorts)[number];
export const mailDomainPageInput = z.strictObject({
  /** A part of the name, in ASCII or in its own script. */
  q: searchedText.optional(),
  sort: z.enum(mailDomainSorts).default("domainName"),
  ...sortedPageInput,
});
export type MailDomainPageInput = z.infer<typeof mailDomainPageInput>;

export const mailDomainPage = z.object({
  items: z.array(
    mailDomain
      .pick({
        domainName: true,
        status: true,
        planSlug: true,
        accountCount: true,
        maxAccounts: true,
        activatedAt: true,
      })
      /** Null before the first check. */
      .extend({ dns: mailDnsSummary.nullable() }),
  ),
  nextCursor: z.string().nullable(),
  /** Without a filter. */
  total: z.int(),
});
export type MailDomainPage = z.infer<typeof mailDomainPage>;

export const zoneSorts = ["name", "recordCount", "updatedAt"] as const;
export type ZoneSort = (typeof zoneSorts)[number];
export const zonePageInput = z.strictObject({
  /** A part of the name, in ASCII or in its own script. */
  q: searchedText.optional(),
  sort: z.enum(zoneSorts).default("name"),
  ...sortedPageInput,
});
export type ZonePageInput = z.infer<typeof zonePageInput>;

export const zonePage = z.object({
  items: z.array(zone.extend({ publication: zonePublication.shape.state })),
  nextCursor: z.string().nullable(),
  /** Without a filter. */
  total: z.int(),
});
export type ZonePage = z.infer<typeof zonePage>;

/** The nameservers of hosted zones; none if the installation hosts no zones. */
export const zoneHosting = z.object({ nameservers: z.array(z.string()) });
export type ZoneHostingShown = z.infer<typeof zoneHosting>;

/** Null without a zone of exactly this name. */
export const foundZone = zoneHosting.extend({ zone: zone.nullable() });
export type FoundZone = z.infer<typeof foundZone>;

/** All records, and the version that has them. */
export const zoneContent = z.object({ version: z.int(), records: z.array(recordSet) });
export type ZoneContent = z.infer<typeof zoneContent>;

export const zonePreviewInput = zoneInput.omit({ dryRun: true });
export const zoneChangesPreviewInput = zoneParameters.extend(
  zoneChangesInput.omit({ dryRun: true, message: true }).shape,
);
export const zoneImportPreviewInput = zoneParameters.extend(
  zoneImportInput.omit({ dryRun: true, message: true }).shape,
);
export const zoneRestorePreviewInput = zoneVersionParameters;

/** For the finder: names of mail domains. */
export const foundMailDomains = z.array(z.string());

/** The most mail domains whose storage the overview shows. */
export const mailStorageShown = 5;
/** Mail domains that store something, the fullest first. */
export const mailStorage = z.object({
  domainCount: z.int(),
  fullest: z.array(mailDomain.pick({ domainName: true, usedBytes: true, storageGigabytes: true })),
  /** Of those that store something and aren't among `fullest`. */
  otherCount: z.int(),
});
export type MailStorage = z.infer<typeof mailStorage>;

export const mailAccountSorts = ["fullAddress", "displayName", "usedBytes", "lastLoginAt"] as const;
export type MailAccountSort = (typeof mailAccountSorts)[number];
export const mailAccountPageInput = mailDomainParameters.extend({
  state: mailAccountQuery.shape.state,
  /** A part of the address or the name. */
  q: searchedText.optional(),
  sort: z.enum(mailAccountSorts).default("fullAddress"),
  ...sortedPageInput,
});
export type MailAccountPageInput = z.infer<typeof mailAccountPageInput>;

export const mailAccountPage = z.object({
  items: z.array(mailAccount),
  nextCursor: z.string().nullable(),
  /** Without a filter. */
  total: z.int(),
});
export type MailAccountPage = z.infer<typeof mailAccountPage>;

/** The DNS records of a mail domain, as the panel shows them. */
export const mailDnsPage = z.object({
  records: z.array(mailDnsRecord),
  checkedAt: timestamp,
  zone: z.string(),
  /** False while the operator hasn't configured mail servers; then only some records can be shown. */
  hasServers: z.boolean(),
});
export type MailDnsPage = z.infer<typeof mailDnsPage>;

/** What an API key has spent this month, if it has a limit. */
export const apiKeySpending = z
  .object({ limitCents: z.int(), spentCents: z.int(), currency: z.string(), resetsAt: timestamp })
  .nullable();

/** Something that was emailed to people about a domain, or will be. */
export const domainNotification = z.object({
  id: z.string(),
  kind: z.enum(domainNotificationKinds),
  occurredAt: timestamp,
  /** Of an expiry notice: days before expiry, and the date. */
  windowDays: z.int().nullable(),
  expiresAt: timestamp.nullable(),
  /** When it will be emailed; null if that is over. */
  scheduledFor: timestamp.nullable(),
  /** Why no one was emailed. */
  notSent: z.enum(["no_recipient", "obsolete", "digest"]).nullable(),
  emails: z.array(
    z.object({
      /** Null without the right to see who is in the workspace. */
      to: z.string().nullable(),
      outcome: z.enum(["queued", "sent", "refused", "failed", "dropped"]),
      at: timestamp,
    }),
  ),
});
export type DomainNotification = z.infer<typeof domainNotification>;

export const namedAvailability = availability.extend({
  name: z.string(),
  unicodeName: z.string(),
  /** Null if the name is available. */
  reason: z.enum(unavailableReasons).nullable(),
});
export type NamedAvailability = z.infer<typeof namedAvailability>;

// A preview returns the price, so its input has no price to agree to.
const noPrice = { expectedPriceCents: true, dryRun: true } as const;
export const registrationPreviewInput = registrationInput.omit(noPrice);
export const renewalPreviewInput = renewalInput.omit(noPrice).extend(domainParameters.shape);
export const deletionPreviewInput = deletionInput.omit({ dryRun: true }).extend(domainParameters.shape);
export const transferInPreviewInput = transferInInput.omit(noPrice);
export const orderPreviewInput = orderInput.pick({ lines: true });

// The auth codes of a basket are stored at the server, so its lines have none.
const [registrationLine, renewalLine, restoreLine, transferInLine, mailPlanLine] = orderLineInput.options;
const basketLine = z.discriminatedUnion("kind", [
  registrationLine,
  renewalLine,
  restoreLine,
  transferInLine.omit({ authCode: true }),
  mailPlanLine,
]);
export type BasketLine = z.output<typeof basketLine>;
export const basketOrderInput = orderInput
  .omit({ dryRun: true })
  .extend({ lines: z.array(basketLine).min(1).max(orderLineLimit) });
export type BasketOrderInput = z.output<typeof basketOrderInput>;
export const basketPreviewInput = basketOrderInput.pick({ lines: true });

/** Domains of other registrars to check before they are ordered. */
export const transferCheckInput = z.strictObject({
  lines: z
    .array(transferInInput.pick({ name: true, authCode: true }))
    .min(1)
    .max(orderLineLimit),
});
/** Whether each can be transferred, and at which price. The codes of those that can are kept for a day. */
export const transferCheck = z.array(domainOperationPreview);
export type TransferCheck = z.infer<typeof transferCheck>;
export const transferCodesInput = z.strictObject({
  names: z.array(domainParameters.shape.name).min(1).max(1000),
});

/** An order, with the state of its payment while it isn't paid. */
export const orderDetails = order.extend({
  /** A charge has begun, and its outcome isn't known yet. */
  isBeingCharged: z.boolean(),
  paymentFailure: payment.shape.failure,
  /** That paid it; null before that, and for callers without `payments:read`. */
  card: payment.shape.card,
});
export type OrderDetails = z.infer<typeof orderDetails>;

/** An order whose lost dispute suspends the domain or its mail, or will. */
export const unsettledOrderQuery = z.strictObject({ domainName: domainParameters.shape.name });
export const unsettledOrder = z.object({
  orderId: order.shape.id,
  amountCents: cents,
  currency: order.shape.currency,
  suspendsAt: timestamp.nullable(),
});
export type UnsettledOrder = z.infer<typeof unsettledOrder>;

/** A mail plan that was ordered for a domain without mail, and waits for its payment. */
export const unpaidMail = z.object({
  orderId: order.shape.id,
  domainName: z.string(),
  planSlug: mailPlanSlug,
  /** Of the whole order, with tax. */
  totalCents: cents,
  currency: order.shape.currency,
});
export type UnpaidMail = z.infer<typeof unpaidMail>;

/** Names that are checked together. */
export const namesQuery = z.strictObject({
  names: z.array(z.string().overwrite(withoutPastedEdges).min(1).max(253)).min(1).max(20),
});

export const mailboxQuery = z.strictObject({
  words: z.string().overwrite(withoutPastedEdges).min(1).max(254),
});
/** A mail account with the domain whose page shows it. */
export const mailbox = z.object({
  fullAddress: z.string(),
  displayName: z.string(),
  domainName: z.string(),
});
export type Mailbox = z.infer<typeof mailbox>;

export const contactSorts = ["createdAt", "name", "countryCode", "domainCount"] as const;
export type ContactSort = (typeof contactSorts)[number];
export const contactPageInput = z.strictObject({
  /** A part of the name, organization, email address or city. */
  q: searchedText.optional(),
  sort: z.enum(contactSorts).default("createdAt"),
  ...sortedPageInput,
});
export type ContactPageInput = z.infer<typeof contactPageInput>;

export const contactPage = z.object({
  items: z.array(
    contact.pick({
      id: true,
      name: true,
      organization: true,
      email: true,
      city: true,
      countryCode: true,
      domainCount: true,
    }),
  ),
  nextCursor: z.string().nullable(),
  /** Without a filter. */
  total: z.int(),
});
export type ContactPage = z.infer<typeof contactPage>;

export const domainOfContact = z.object({ name: z.string(), unicodeName: z.string() });
export type DomainOfContact = z.infer<typeof domainOfContact>;

/** `bought` has the names of the domains that the order or payment is about. */
export const auditLogEntry = auditEntry.extend({ bought: z.array(z.string()) });
export type AuditLogEntry = z.infer<typeof auditLogEntry>;
export const auditPage = z.object({ entries: z.array(auditLogEntry), nextCursor: z.string().nullable() });
export type AuditPage = z.infer<typeof auditPage>;

export const mailMessagePageQuery = mailDomainParameters.extend({
  ...mailMessageQuery.shape,
  /** Whether the address or the Message-ID suffices, as for a search field that takes both. */
  matchesEither: z.boolean().default(false),
});
export const mailMessagePage = z.object({
  messages: z.array(mailMessage),
  nextCursor: z.string().nullable(),
});
export type MailMessagePage = z.infer<typeof mailMessagePage>;

export const panelSession = currentSession.extend({
  /** An operator of the installation also has its pages. */
  isOperator: z.boolean(),
  /** Without payments, the panel hides their pages. */
  paymentsOn: z.boolean(),
  /** The sandbox's clock and outbox; null in live mode. */
  sandbox: z.object({ now: timestamp, offsetSeconds: z.number(), emailCount: z.int() }).nullable(),
});
export type PanelSession = z.infer<typeof panelSession>;

export const cardPageParameters = z.strictObject({ id: z.string().max(64) });

/** A hosted page that a card is saved on, as of this moment at the processor. */
export const cardPage = z.object({
  state: z.enum(["open", "completed", "expired"]),
  /** The card that was saved, unless it has been removed since. */
  paymentMethod: paymentMethod.nullable(),
});
export type CardPage = z.infer<typeof cardPage>;

/** A year of a mail plan. */
export const mailPlanPrice = z.object({
  slug: mailPlanSlug,
  /** With tax. */
  totalCents: cents,
  taxCents: cents,
  currency,
});
export type MailPlanPrice = z.infer<typeof mailPlanPrice>;

const stoppedCooldown = {
  /** What was left of the cooldown when it was paused or ended. Null while it runs, and once it is done. */
  cooldownLeftMs: z.int().nullable(),
  /** When a pause for a fraud warning ends. */
  pauseEndsAt: timestamp.nullable(),
};

/** A payment as a row of the panel's list. */
export const paymentListItem = payment.extend({
  orderState: order.shape.state,
  /** What it paid for: the first line, or those for the domain that the list is filtered by. */
  lines: z.array(
    orderLine.pick({
      kind: true,
      domainName: true,
      years: true,
      planSlug: true,
      priceCents: true,
      taxCents: true,
    }),
  ),
  /** Of its order. */
  lineCount: z.int(),
  ...stoppedCooldown,
});
export type PaymentListItem = z.infer<typeof paymentListItem>;

export const paymentSorts = ["date", "amount"] as const;
export const paymentPageInput = paymentExportQuery.extend({
  /** Without it, the newest payment comes first. */
  sort: z.enum(paymentSorts).optional(),
  ...sortedPageInput,
});
export type PaymentPageInput = z.infer<typeof paymentPageInput>;
export const paymentPage = z.object({
  items: z.array(paymentListItem),
  nextCursor: z.string().nullable(),
  /** Of the filter, on the first page alone. */
  total: z.int().nullable(),
});
export type PaymentPage = z.infer<typeof paymentPage>;

/** An order as a row of the panel's list. */
export const orderListItem = order
  .pick({
    id: true,
    state: true,
    totalCents: true,
    currency: true,
    requestedBy: true,
    createdAt: true,
    finishedAt: true,
  })
  .extend({ firstName: z.string(), nameCount: z.int() });
export type OrderListItem = z.infer<typeof orderListItem>;
export const orderPageInput = orderExportQuery.extend(pageInput);
export type OrderPageInput = z.infer<typeof orderPageInput>;
/** Open orders come first; each group newest first. */
export const orderPage = z.object({
  items: z.array(orderListItem),
  nextCursor: z.string().nullable(),
  /** Of the filter, on the first page alone. */
  total: z.int().nullable(),
});
export type OrderPage = z.infer<typeof orderPage>;

export const renewalSorts = ["name", "date", "total"] as const;
export type RenewalSort = (typeof renewalSorts)[number];
export const renewalPageInput = renewalExportQuery.extend({
  sort: z.enum(renewalSorts).default("date"),
  ...sortedPageInput,
});
export type RenewalPageInput = z.infer<typeof renewalPageInput>;
const { totals } = unpaidRenewals.shape;
export const renewalPage = z.object({
  items: z.array(renewal),
  nextCursor: z.string().nullable(),
  /** Of the filter, on the first page alone. A renewal without a known price counts, at 0. */
  sums: z.object({ renewing: totals, expiring: totals }).nullable(),
});
export type RenewalPage = z.infer<typeof renewalPage>;

const ended = { createdAt: timestamp, finishedAt: timestamp.nullable() };
const { requestedBy } = order.shape;

/** A payment with everything that happened to it. */
export const paymentDetails = payment.extend({
  ...stoppedCooldown,
  order,
  /** By the bank, in lost disputes. */
  takenBackCents: cents,
  /** The amount that can still be refunded. Pending refunds are subtracted. */
  refundableCents: cents,
  /** The lines that the workspace gets back without the operator. */
  refundableLineIds: z.array(orderLineId),
  /** Whether the workspace can ask the operator for a refund. */
  mayRequestRefund: z.boolean(),
  attempts: z.array(
    z.object({
      /** A saved card, or a page on which a person pays. */
      kind: z.enum(["card", "page"]),
      state: z.enum(["starting", "confirming", "awaiting_customer", "succeeded", "failed", "canceled"]),
      /** Of the last decline. */
      failure: payment.shape.failure,
      requestedBy,
      ...ended,
    }),
  ),
  disputes: z.array(paymentDispute),
  /** Whether what it paid for is suspended if a dispute is lost and the loss isn't paid. */
  suspendsIfLost: z.boolean(),
  refunds: z.array(refund.extend({ requestedBy })),
});
export type PaymentDetails = z.infer<typeof paymentDetails>;

export const refundPreviewInput = z.strictObject({
  ...paymentParameters.shape,
  lineIds: refundInput.shape.lineIds,
});

/** A page of the operator's list of payments. */
export const operatorPaymentPage = z.object({
  payments: z.array(operatorPayment),
  nextCursor: z.string().nullable(),
});
export type OperatorPaymentPage = z.infer<typeof operatorPaymentPage>;

/** The latest reconciliation of the ledger with the processor and the registries. */
export const operatorBooks = z.object({
  day: z.iso.date().nullable().meta({ description: "Null before the first one" }),
  differences: z.array(
    z.object({
      /** Null for an account as a whole. */
      paymentId: paymentId.nullable(),
      at: z.enum(["ledger", "processor", "registry"]),
      ownCents: z.int(),
      foundCents: z.int(),
      currency,
    }),
  ),
  unchecked: z.array(
    z.object({
      at: z.enum(["processor", "registry"]),
      registrar: z.string().nullable(),
      reason: z.enum(["not_offered", "no_answer", "failed", "changing"]),
    }),
  ),
});
export type OperatorBooks = z.infer<typeof operatorBooks>;

export const operatorRefundPreviewInput = z.strictObject({
  ...refundParameters.shape,
  lineIds: operatorRefundInput.shape.lineIds,
  allocation: operatorRefundInput.shape.allocation,
  keepGoods: operatorRefundInput.shape.keepGoods,
});

/** A page of an endpoint's delivery log. */
export const webhookDeliveryPage = z.object({
  deliveries: z.array(webhookDelivery),
  nextCursor: z.string().nullable(),
});
export type WebhookDeliveryPage = z.infer<typeof webhookDeliveryPage>;
export const webhookDeliveryPageQuery = z.strictObject({
  id: z.string().max(64),
  ...webhookDeliveryQuery.shape,
});

const webhookCounts = z.object({
  startsAt: timestamp,
  delivered: z.int(),
  /** Every attempt that failed, including those of deliveries that are retried or were delivered later. */
  failedAttempts: z.int(),
  skipped: z.int(),
});

/** The deliveries of all endpoints in the last seven days, six hours in each bucket. */
export const webhookActivity = z.object({ buckets: z.array(webhookCounts) });
export type WebhookActivity = z.infer<typeof webhookActivity>;

/** An endpoint's health: what waits now, and its attempts of the last 24 hours, oldest hour first. */
export const webhookHealth = z.object({
  nextAttemptAt: timestamp.nullable(),
  /** The number of deliveries that wait, counted up to `webhookWaitingLimit`. */
  waiting: z.int(),
  /** Of all attempts in that time. Null without any. */
  p95DurationMs: z.int().nullable(),
  buckets: z.array(webhookCounts),
});
export type WebhookHealth = z.infer<typeof webhookHealth>;

/** What an inactive endpoint has missed since it was deactivated, counted up to `webhookMissedLimit`. */
export const missedWebhookEvents = z.array(
  z.object({ endpointId: webhookEndpointId, since: timestamp, count: z.int() }),
);
export type MissedWebhookEvents = z.infer<typeof missedWebhookEvents>;

/**
 * What an active endpoint could catch up on: events of the last 30 days, counted up to `webhookMissedLimit`, and when the
 * oldest was created. Null without any.
 */
export const endpointMissedEvents = z.object({ since: timestamp.nullable(), count: z.int() });
export type EndpointMissedEvents = z.infer<typeof endpointMissedEvents>;

/** The count of a catch-up, before it is started. */
export const webhookCatchUpPreview = webhookEndpointParameters.extend({ since: timestampInput });

/** An endpoint's latest catch-up; null if there was none. */
export const latestWebhookCatchUp = webhookCatchUp.nullable();
