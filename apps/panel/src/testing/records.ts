import type {
  ApiKey,
  AttentionItem,
  BillingProfile,
  Contact,
  CurrentSession,
  DomainBatchDetails,
  DomainBatchPreview,
  DomainOperation,
  DomainOperationPreview,
  DsRecord,
  Invitation,
  MailAccount,
  MailAlias,
  MailAppPassword,
  MailConnection,
  MailDkimKey,
  MailDnsRecord,
  MailDomain,
  MailSpfMerge,
  Member,
  OperatorPaymentDetails,
  OperatorRefund,
  Order,
  OrderedOperation,
  OrderLine,
  OrderPreview,
  OwnSession,
  PaymentMethod,
  Profile,
  Receipt,
  RecordSet,
  RefundPreview,
  TldOffer,
  UnpaidRenewals,
  WebhookCatchUp,
  WebhookDeliveryDetails,
  WebhookEndpoint,
  Workspace,
  ZoneChangePreview,
  ZoneDetails,
  ZonePublication,
  ZoneVersionDetails,
} from "@zonepost/schema";
import type {
  MailDnsPage,
  MailPlanPrice,
  OrderDetails,
  PaymentDetails,
  PaymentListItem,
} from "@zonepost/schema/panel";
import type { Domain } from "@/features/domains/domain.ts";

/** Only the fields that a form reads. */
const record = <Whole>(fields: Partial<Whole>) => fields as Whole;

const createdAt = "2026-01-01T00:00:00.000Z";
const id = (prefix: string, number = 0) => `${prefix}_${String(number).padStart(26, "0")}`;

export const domain = record<Domain>({
  name: "example.com",
  unicodeName: "example.com",
  tld: "com",
  status: "active",
  autoRenew: true,
  locked: false,
  whoisPrivacy: true,
  registeredAt: createdAt,
  expiresAt: "2099-01-01T00:00:00.000Z",
  renewsAt: null,
  renewal: null,
  deletesAt: null,
  nameservers: [],
  dsRecords: [],
  dnsCheck: null,
  mail: null,
  registryStatuses: [],
  operation: null,
});
export const attentionItem: AttentionItem = {
  id: `renewal_failed~${domain.name}`,
  kind: "renewal_failed",
  severity: "critical",
  subject: { type: "domain", id: domain.name, name: domain.name },
  since: createdAt,
  until: null,
  action: { code: "change_card", href: "/payments#cards" },
  explanation: { code: "renewal_failed", message: "The card was declined." },
  count: 1,
  snoozedUntil: null,
};
export const dsRecord: DsRecord = {
  keyTag: 12_345,
  algorithm: 13,
  digestType: 2,
  digest: "A".repeat(64),
} as DsRecord;
export const offer = record<TldOffer>({
  tld: "com",
  minYears: 1,
  maxYears: 10,
  currency: "EUR",
  prices: null,
  minNameservers: 2,
  maxNameservers: 13,
  digestTypes: [2],
  contactRoles: ["registrant"],
  registrantCountryCodes: null,
  whoisPrivacy: true,
  transferLock: true,
  redemptionDays: 30,
});
export const preview = record<DomainOperationPreview>({
  wouldSucceed: true,
  priceCents: 1000,
  currency: "EUR",
  expiresAt: "2099-01-01T00:00:00.000Z",
  years: 1,
  problems: [],
  warnings: [],
});
export const operation = record<DomainOperation>({
  id: id("dop"),
  kind: "transfer_in",
  domainName: domain.name,
  state: "pending",
  reason: null,
  waitsUntil: null,
  finishedAt: null,
});
export const ordered = record<OrderedOperation>({ ...operation, state: "succeeded", orderId: id("ord") });
export const succeeded = record<DomainOperation>({ ...operation, state: "succeeded" });
export const mail = record<MailDomain>({
  domainName: domain.name,
  status: "active",
  planSlug: "starter",
  nextPlanSlug: null,
  accountCount: 1,
  maxAccounts: 5,
  storageGigabytes: 2,
  usedBytes: 0,
  suspensionReason: null,
  suspendedAt: null,
  deactivatedAt: null,
  erasesAt: null,
  activatedAt: createdAt,
  expiresAt: "2099-01-01T00:00:00.000Z",
  autoRenew: true,
  renewsAt: "2098-12-18T00:00:00.000Z",
  renewalFailedAt: null,
  dkimRotationDays: null,
  dkimRotatesAt: null,
});
export const mailAccount = record<MailAccount>({
  id: id("mac"),
  fullAddress: `info@${domain.name}`,
  displayName: "Info",
  active: true,
  maySend: true,
  mayReceive: true,
  quotaMegabytes: 500,
  usedBytes: 104_857_600,
  messageCount: 12,
  full: false,
  forwardTo: null,
  keepCopy: true,
  sendingLimitedUntil: null,
  lastLoginAt: null,
  deletedAt: null,
  erasesAt: null,
  createdAt,
});
export const appPassword = record<MailAppPassword>({
  id: id("map"),
  label: "Phone",
  lastUsedAt: null,
  createdAt,
});
export const mailConnection = record<MailConnection>({
  id: id("mcn"),
  protocol: "imap",
  program: "Thunderbird 128.5.0",
  ipAddress: "203.0.113.7",
  since: createdAt,
  appPasswordLabel: null,
  host: "mail.example.com",
});
const dnsRecord: MailDnsRecord = {
  purpose: "mx",
  name: domain.name,
  type: "MX",
  expected: "10 mail.host.test",
  seen: [
    { nameserver: "ns1.example.net", state: "answers", values: ["10 mx.elsewhere.test"] },
    { nameserver: "ns2.example.net", state: "timeout", values: [] },
  ],
  status: "wrong",
  severity: "error",
  hint: "Replace the MX records with 10 mail.host.test.",
};
export const mailDnsPage = record<MailDnsPage>({
  records: [
    dnsRecord,
    {
      ...dnsRecord,
      purpose: "dmarc",
      name: `_dmarc.${domain.name}`,
      type: "TXT",
      expected: "v=DMARC1; p=quarantine",
      status: "ok",
      severity: "note",
      hint: "",
    },
  ],
  checkedAt: createdAt,
  zone: "@ IN MX 10 mail.host.test.\n",
  hasServers: true,
});
export const hostedConflict: MailDnsRecord = {
  ...dnsRecord,
  hosted: {
    state: "conflict",
    present: [{ name: "@", type: "MX", values: ["10 mx.elsewhere.test."] }],
    replaceable: true,
  },
};
export const spfMerge: MailSpfMerge = {
  before: ["v=spf1 include:_spf.crm.test ~all"],
  after: "v=spf1 a:mail.host.test include:_spf.crm.test ~all",
  lookups: { total: 2, limit: 10, terms: [{ term: "a:mail.host.test", lookups: 1 }] },
  problem: null,
};
export const dkimKey = record<MailDkimKey>({
  selector: "zp1",
  host: `zp1._domainkey.${domain.name}`,
  record: "v=DKIM1; k=rsa; p=MIIBIjANBg",
  recordStrings: ["v=DKIM1; k=rsa; p=MIIBIjANBg"],
  stage: "active",
  shown: [],
  checkedAt: null,
  waitsFor: null,
  hint: "This key signs outgoing mail.",
  movesOnAt: null,
  createdAt,
  activatedAt: createdAt,
  retiringAt: null,
  retiredAt: null,
});
export const orderPreview = record<OrderPreview>({
  lines: [record<OrderPreview["lines"][number]>({ expiresAt: mail.expiresAt })],
  totalCents: 1000,
  taxCents: 0,
  currency: "EUR",
  problems: [],
  warnings: [],
});
export const contact = record<Contact>({
  id: id("con"),
  name: "Ada Example",
  organization: null,
  email: "ada@example.com",
  phone: "+49 40 123456",
  street: ["Am Kai 3"],
  city: "Hamburg",
  stateOrProvince: null,
  postalCode: "20457",
  countryCode: "DE",
  domainCount: 0,
  createdAt,
  updatedAt: createdAt,
});
export const alias = record<MailAlias>({
  id: id("mal"),
  fromAddress: "sales@example.com",
  toAddress: "box@example.com",
  toAddresses: [
    { address: "box@example.com", external: false, state: "active" },
    { address: "ada@elsewhere.example", external: true, state: "waiting_for_confirmation" },
    { address: "eve@elsewhere.example", external: true, state: "stopped" },
  ],
  createdAt,
});
export const endpoint = record<WebhookEndpoint>({
  id: id("whe"),
  url: "https://hooks.example.com/in",
  events: ["*"],
  active: true,
  description: "",
  tags: [],
  ordered: false,
  consecutiveFailures: 0,
  createdAt,
  deactivatedAt: null,
  deactivationReason: null,
  rotation: null,
});
export const rotatingEndpoint: WebhookEndpoint = {
  ...endpoint,
  rotation: { endsAt: "2030-01-02T09:30:00.000Z" },
};
export const pausedEndpoint: WebhookEndpoint = {
  ...endpoint,
  active: false,
  deactivatedAt: createdAt,
  deactivationReason: "paused",
};
export const catchUp: WebhookCatchUp = {
  state: "sending",
  since: createdAt,
  until: null,
  ratePerSecond: null,
  total: 500,
  delivered: 120,
  failed: 2,
  waiting: 378,
  skipped: 0,
  startedAt: createdAt,
  finishedAt: null,
};
export const stoppedCatchUp: WebhookCatchUp = {
  ...catchUp,
  state: "stopped",
  total: 20,
  delivered: 2,
  failed: 1,
  waiting: 0,
  skipped: 17,
  finishedAt: new Date().toISOString(),
};

export const delivery = record<WebhookDeliveryDetails>({
  id: id("whd"),
  eventId: id("evt"),
  endpointId: endpoint.id,
  eventType: "domain.transferred",
  subject: "xn--bcher-kva.de",
  sequence: 3,
  status: "failed",
  statusCode: 500,
  error: "responded with 500",
  attempt: 1,
  createdAt,
  lastAttemptAt: createdAt,
  nextAttemptAt: null,
  durationMs: 12,
  body: '{"id":"evt_1"}',
  attempts: [
    {
      number: 1,
      sentAt: createdAt,
      durationMs: 12,
      request: {
        url: endpoint.url,
        headers: { "X-Service-Attempt": "1", "webhook-signature": "v1,c2lnbmVk" },
        body: '{"id":"evt_1"}',
      },
      response: {
        statusCode: 500,
        headers: { "content-type": "text/plain" },
        body: "kaputt",
        bodyEncoding: "utf-8",
        bodyTruncated: false,
      },
      error: {
        stage: "http_500",
        message: "responded with 500",
        hint: "Look for the error in the receiver's log.",
      },
    },
  ],
});
export const billing: BillingProfile = {
  company: "Acme GmbH",
  address: "Linienstraße 12\n10178 Berlin",
  countryCode: "DE",
  vatId: "DE123456789",
};

export const card: PaymentMethod = {
  id: id("pmt"),
  brand: "visa",
  last4: "4242",
  expiryMonth: 8,
  expiryYear: 2099,
  isDefault: true,
  createdAt,
  lastFailure: null,
};
const line = {
  years: 1,
  planSlug: null,
  state: "completed",
  priceCents: 1188,
  taxCents: 226,
  refundedCents: 0,
  failure: null,
  waitsFor: null,
  operationId: null,
} as const;
export const payment = record<PaymentListItem>({
  id: id("pay"),
  orderId: id("ord"),
  status: "received",
  amountCents: 1414,
  taxCents: 226,
  refundedCents: 0,
  currency: "EUR",
  createdAt,
  receivedAt: createdAt,
  confirmsAt: "2099-01-01T00:00:00.000Z",
  confirmedAt: null,
  cooldown: { state: "running" },
  cooldownLeftMs: null,
  pauseEndsAt: null,
  card: { brand: "visa", last4: "4242" },
  failure: null,
  orderState: "completed",
  lines: [
    {
      kind: "renewal",
      domainName: "example.com",
      years: 1,
      planSlug: null,
      priceCents: 1188,
      taxCents: 226,
    },
  ],
  lineCount: 1,
});
export const order = record<Order>({
  id: payment.orderId,
  state: "completed",
  lines: [
    {
      ...line,
      id: id("orl"),
      kind: "renewal",
      domainName: "example.com",
    },
    {
      ...line,
      id: id("orl", 1),
      kind: "registration",
      domainName: "new-name.com",
    },
  ],
  totalCents: 2828,
  taxCents: 452,
  taxPercent: 19,
  currency: "EUR",
  paymentId: payment.id,
  replacedOrders: [],
  settlesOrderId: null,
  unsettled: null,
  requestedBy: { kind: "user", name: "Ada" },
  cancelsAt: null,
  createdAt,
  finishedAt: createdAt,
});
export const planPrices: MailPlanPrice[] = [
  { slug: "starter", totalCents: 1178, taxCents: 188, currency: "EUR" },
  { slug: "pro", totalCents: 4748, taxCents: 758, currency: "EUR" },
  { slug: "business", totalCents: 11_888, taxCents: 1898, currency: "EUR" },
];
export const paymentDetails = record<PaymentDetails>({
  ...payment,
  amountCents: 2828,
  taxCents: 452,
  order,
  refundableCents: 2828,
  refundableLineIds: order.lines.slice(1).map((each) => each.id),
  mayRequestRefund: true,
  takenBackCents: 0,
  attempts: [
    {
      kind: "card",
      state: "succeeded",
      failure: null,
      requestedBy: order.requestedBy,
      createdAt,
      finishedAt: createdAt,
    },
  ],
  disputes: [],
  suspendsIfLost: true,
  refunds: [],
});
/** Paused by a fraud warning. */
export const suspectedPayment: PaymentDetails = {
  ...paymentDetails,
  cooldown: { state: "paused", reason: "early_fraud_warning" },
  confirmsAt: null,
  cooldownLeftMs: 12 * 86_400_000,
  pauseEndsAt: "2099-02-02T00:00:00.000Z",
  disputes: [
    {
      kind: "early_fraud_warning",
      state: "open",
      isInquiry: false,
      amountCents: 2828,
      evidenceDueAt: null,
      openedAt: createdAt,
      closedAt: null,
    },
  ],
};
const {
  orderState: _state,
  lines: _lines,
  cooldownLeftMs: _left,
  pauseEndsAt: _ends,
  ...plainPayment
} = payment;
/** A disputed payment of another workspace. */
export const operatorPayment: OperatorPaymentDetails = {
  ...plainPayment,
  amountCents: 2828,
  workspace: { id: id("wsp", 1), name: "Other Hosting" },
  needs: [],
  evidenceDueAt: null,
  order,
  refundableCents: 2828,
  disputes: [],
  refunds: [],
};
export const failedRefund: OperatorRefund = {
  id: id("rfd"),
  paymentId: payment.id,
  orderId: order.id,
  state: "failed",
  reason: "requested",
  amountCents: 1414,
  taxCents: 226,
  currency: "EUR",
  lines: [],
  failure: { code: "expired_card", message: "The card has expired." },
  isOwed: true,
  isOutside: false,
  note: "Known customer",
  requestedBy: { kind: "system", name: "operator" },
  retriedAs: null,
  createdAt,
  finishedAt: createdAt,
};
export const receipt: Receipt = {
  number: 1042,
  issuedAt: createdAt,
  paymentId: payment.id,
  orderId: order.id,
  seller: { name: "Zonepost Ltd", addressLines: ["1 High Street"], vatId: null },
  buyer: {
    name: "Acme GmbH",
    addressLines: ["Linienstraße 12", "10178 Berlin"],
    countryCode: "DE",
    vatId: "DE123456789",
  },
  lines: [
    {
      kind: "registration",
      domainName: "xn--bcher-kva.example",
      years: 1,
      planSlug: null,
      description: "Registration of xn--bcher-kva.example, 1 year",
      priceCents: 1188,
      taxCents: 226,
    },
  ],
  taxPercent: 19,
  taxCents: 226,
  totalCents: 1414,
  currency: "EUR",
  refunds: [{ amountCents: 400, refundedAt: "2026-01-03T00:00:00.000Z" }],
  takenBackCents: 0,
};
export const refundPreview: RefundPreview = {
  dryRun: true,
  amountCents: 1414,
  currency: "EUR",
  lines: order.lines.slice(1).map(({ id, domainName }) => ({
    lineId: id,
    domainName,
    amountCents: 1414,
    effect: "domain_deleted",
  })),
  warnings: [],
};
export const otherCard: PaymentMethod = {
  ...card,
  id: id("pmt", 1),
  brand: "mastercard",
  last4: "4444",
  isDefault: false,
};
const orderLine: OrderLine = {
  id: id("orl"),
  kind: "registration",
  domainName: domain.name,
  years: 1,
  planSlug: null,
  state: "pending",
  priceCents: 1000,
  taxCents: 190,
  refundedCents: 0,
  failure: null,
  waitsFor: "payment",
  operationId: null,
};
export const unpaidRenewals: UnpaidRenewals = {
  renewals: ["xn--bcher-kva.example", "second.example"].map((name, index) => ({
    orderId: `ord_${index + 1}`,
    kind: "domain",
    name,
    taxCents: 226,
    totalCents: 1414,
    currency: "EUR",
    chargesAt: "2099-01-10T00:00:00.000Z",
    expiresAt: "2099-01-24T00:00:00.000Z",
  })),
  totals: [{ currency: "EUR", count: 2, taxCents: 452, totalCents: 2828 }],
};

export const unpaidOrder: OrderDetails = {
  id: id("ord"),
  state: "awaiting_payment",
  lines: [orderLine],
  totalCents: 1190,
  taxCents: 190,
  taxPercent: 19,
  currency: "EUR",
  paymentId: id("pay"),
  replacedOrders: [],
  settlesOrderId: null,
  unsettled: null,
  requestedBy: { kind: "user", name: "Ada" },
  cancelsAt: "2099-01-01T00:00:00.000Z",
  createdAt,
  finishedAt: null,
  isBeingCharged: false,
  paymentFailure: null,
  card: null,
};
/** A lost dispute has left its amount owed. */
export const unsettledOrder: OrderDetails = {
  ...unpaidOrder,
  state: "completed",
  lines: [{ ...orderLine, state: "completed", waitsFor: null }],
  unsettled: { amountCents: 1190, suspendsAt: "2099-01-01T00:00:00.000Z" },
  cancelsAt: null,
  finishedAt: createdAt,
};
export const apiKey = record<ApiKey>({
  id: id("key"),
  name: "Deploy",
  start: "zp_1234",
  status: "active",
  scopes: ["domains:read"],
  domainNames: null,
  ipRanges: null,
  monthlyLimitCents: null,
  createdBy: "Ada",
  createdAt,
  expiresAt: null,
  lastUsedAt: null,
  heldAt: null,
});
export const member = record<Member>({
  id: id("mbr"),
  userId: id("usr", 1),
  email: "ben@example.com",
  name: "Ben",
  role: "member",
  domainNames: null,
  twoFactorEnabled: false,
  lastSeenAt: null,
  createdAt,
});
export const invitation = record<Invitation>({
  id: id("inv"),
  email: "cleo@example.com",
  role: "member",
  domainNames: null,
  status: "pending",
  invitedBy: "Ada",
  createdAt,
  sentAt: createdAt,
  expiresAt: "2099-01-01T00:00:00.000Z",
});
export const workspace = record<Workspace>({
  id: id("wsp"),
  name: "Acme",
  defaultNameservers: [],
  createdAt,
});
export const ownWorkspaces = [
  { id: workspace.id, name: workspace.name, role: "owner", isCurrent: true },
  { id: id("wsp", 1), name: "Other", role: "owner", isCurrent: false },
];
const user = {
  id: id("usr"),
  email: "ada@example.com",
  name: "Ada",
  emailVerified: true,
  image: null,
  language: null,
  twoFactorEnabled: false,
} as const;
export const session = record<CurrentSession>({
  user,
  session: {
    id: id("ses"),
    createdAt,
    expiresAt: "2099-01-01T00:00:00.000Z",
    confirmedAt: createdAt,
    workspaceId: workspace.id,
    workspaceName: workspace.name,
    role: "owner",
    domainNames: null,
    accountDeletesAt: null,
  },
});
export const profile = record<Profile>({
  user,
  hasPassword: true,
  providers: [],
  backupCodesLeft: 10,
  trustedDeviceCount: 1,
  deletesAt: null,
});
export const otherSession = record<OwnSession>({
  id: id("ses", 1),
  isCurrent: false,
  signedInBy: "password",
  ipAddress: null,
  userAgent: null,
  createdAt,
  lastUsedAt: createdAt,
});
export const batchPreview = record<DomainBatchPreview>({
  dryRun: true,
  total: 1,
  wouldSucceedCount: 1,
  wouldFailCount: 0,
  items: [
    {
      domainName: domain.name,
      wouldSucceed: true,
      before: { autoRenew: false },
      after: { autoRenew: true },
      problems: [],
      warnings: [],
    },
  ],
});
const publication: ZonePublication = {
  version: 3,
  state: "published",
  problem: null,
  servers: ["ns1.dns.example", "ns2.dns.example"].map((host) => ({
    host,
    serial: 2026010103,
    version: 3,
    inStepAt: createdAt,
    checkedAt: createdAt,
    problem: null,
  })),
};
export const zone: ZoneDetails = {
  name: domain.name,
  unicodeName: domain.name,
  version: 3,
  serial: 2026010103,
  recordCount: 3,
  signed: false,
  delegation: { state: "here", servers: ["ns1.dns.example"], checkedAt: createdAt },
  state: "active",
  updatedAt: createdAt,
  createdAt,
  basis: "held",
  nameservers: ["ns1.dns.example", "ns2.dns.example"],
  ends: null,
  dnssec: { state: "unsigned", explanation: "The zone isn't signed." },
  publication,
};
export const recordSet = (
  name: string,
  type: string,
  values: string[],
  more: Partial<RecordSet> = {},
): RecordSet => ({
  name,
  type,
  ttl: 3600,
  values,
  comment: null,
  tags: [],
  managedBy: null,
  updatedAt: createdAt,
  ...more,
});
export const zoneRecords: RecordSet[] = [
  recordSet("@", "NS", ["ns1.dns.example.", "ns2.dns.example."], { managedBy: "system" }),
  recordSet("@", "MX", ["10 mail.example.com."]),
  recordSet("www", "A", ["192.0.2.1"], { comment: "The shop" }),
];
export const zoneVersion: ZoneVersionDetails = {
  version: 2,
  serial: 2026010102,
  message: "Move the shop",
  actor: { kind: "user", id: id("usr"), name: "Ada" },
  createdAt,
  summary: { set: 1, deleted: 0 },
  restoredVersion: null,
  records: [],
  diff: [
    {
      name: "www",
      type: "A",
      before: null,
      after: { ttl: 3600, values: ["192.0.2.1"], comment: null, tags: [], managedBy: null },
    },
  ],
};
export const zoneChange: ZoneChangePreview = {
  dryRun: true,
  previousVersion: 3,
  diff: zoneVersion.diff,
  warnings: [],
};
export const batch = record<DomainBatchDetails>({
  id: id("dba"),
  state: "finished",
  change: { autoRenew: true },
  total: 1,
  succeeded: 0,
  failed: 1,
  createdAt,
  finishedAt: createdAt,
  items: [{ domainName: domain.name, state: "failed", reason: { code: "refused", message: "Refused." } }],
});
