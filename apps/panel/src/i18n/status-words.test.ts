import * as tables from "@zonepost/schema/status";
import { expect, it } from "vitest";
import messages from "../../messages/en.json" with { type: "json" };

type Block = Record<string, unknown>;

/** Where the panel's message files have the words of each table. */
const blocks: [name: string, table: tables.StatusTable, block: Block, keyOf: (state: string) => string][] = [
  ["a renewal", tables.renewalStateTable, messages.renewals, (state) => `state_${state}`],
  ["an order", tables.orderStateTable, messages.orders, (state) => `state_${state}`],
  ["an order's line", tables.orderLineStateTable, messages.payment, (state) => `line_${state}`],
  ["a refund", tables.refundStates, messages.payment, (state) => `refund_${state}`],
  ["an operation", tables.operationStates, messages.operations, (state) => `state_${state}`],
  ["an endpoint", tables.endpointStates, messages.webhooks, (state) => state],
  ["a mail domain", tables.mailDomainStates, messages.mail, (state) => `status_${state}`],
  ["a forwarding", tables.forwardingStates, messages.mailAccount, (state) => `forward_${state}`],
  ["a mail account", tables.mailAccountStates, messages.mailAccount, (state) => `status_${state}`],
  ["a payment", tables.paymentStates, messages.paymentWords, (state) => `status_${state}`],
  ["a delivery", tables.deliveryStates, messages.webhooks, (state) => `delivery_${state}`],
  ["an invitation", tables.invitationStates, messages.people, (state) => `status_${state}`],
  ["a chain of trust", tables.dnssecStates, messages.dnsStates, (state) => `dnssec_${state}`],
  ["all nameservers", tables.delegationStates, messages.dnsStates, (state) => `delegation_${state}`],
  ["a mail record", tables.mailDnsStates, messages.mailDns, (state) => `state_${state}`],
  ["a mail record's purpose", tables.mailDnsLights, messages.mailDns, (state) => `sum_${state}`],
  ["a message", tables.messageStates, messages.mailMessages, (state) => `kind_${state}`],
  ["a batch's domain", tables.batchItemStates, messages.bulk, (state) => `state_${state}`],
  ["a name", tables.nameStates, messages.search, (state) => `reason_${state}`],
  ["a card", tables.cardStates, messages.payments, (state) => `card_${state}`],
  ["a zone's publication", tables.zonePublicationStates, messages.zones, (state) => `publication_${state}`],
  ["a zone's nameserver", tables.zoneServerStates, messages.zones, (state) => `server_${state}`],
  ["a zone's delegation", tables.zoneDelegationStateTable, messages.zones, (state) => `delegation_${state}`],
  ["an API key", tables.apiKeyStates, messages.apiKeys, (state) => `status_${state}`],
];

it.each(blocks)(
  "the panel calls each state of %s what the API and emails call it",
  (_, table, block, keyOf) => {
    const shown = Object.entries(table).filter(([state]) => keyOf(state) in block);
    expect(shown.length).toBeGreaterThan(1);
    expect(Object.fromEntries(shown.map(([state]) => [state, block[keyOf(state)]]))).toEqual(
      Object.fromEntries(shown.map(([state, { word }]) => [state, word])),
    );
  },
);

it("the panel says of mail that isn't paid what it says of its order", () => {
  expect(messages.mail.status_notPaid).toBe(tables.orderStateTable.awaiting_payment.word);
});

it("the panel says of a declined card what the table says", () => {
  expect(messages.payments.declinedOn).toContain(tables.cardStates.declined.word);
});

it("the panel calls each status of a domain what the API and emails call it", () => {
  const { expires, ...words } = messages.domainStatus;
  expect(expires).toContain(tables.domainStates.expires.word);
  const { expires: _, ...states } = tables.domainStates;
  expect(words).toEqual(Object.fromEntries(Object.entries(states).map(([state, { word }]) => [state, word])));
});
