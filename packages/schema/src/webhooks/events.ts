import { z } from "zod";
import { zoneDelegationStates } from "../dns/limits.ts";
import { dsRecord } from "../dnssec/ds-record.ts";
import { cents, currency, pageQuery, paymentId, timestamp, timestampInput, typeId } from "../primitives.ts";

const domainBase = { name: z.string().meta({ examples: ["example.com"] }) };
const paymentBase = {
  paymentId,
  amountCents: cents,
  currency,
};

const ds = {
  keyTag: 55648,
  algorithm: 13,
  digestType: 2,
  digest: "B4C8C1FE2E7477127B27115656AD6256F424625BF5C1E2770CE6D6E37DF61D17",
};
const payment = { paymentId: "pay_01k3v2m8q4f7x9b0c1d2e3f4g5", amountCents: 1290, currency: "EUR" };

/** All events that Zonepost sends: when each is sent, the shape of its `data`, and an example. */
export const eventCatalog = {
  "domain.registered": {
    description: "A domain has been registered.",
    data: z.object({ ...domainBase, registeredAt: timestamp, expiresAt: timestamp }),
    example: {
      name: "example.com",
      registeredAt: "2026-03-01T09:30:00.000Z",
      expiresAt: "2027-03-01T09:30:00.000Z",
    },
  },
  "domain.expiring_soon": {
    description: "A domain is 30, 15, 7 or 1 days from expiry.",
    data: z.object({
      ...domainBase,
      expiresAt: timestamp,
      windowDays: z.union([z.literal(30), z.literal(15), z.literal(7), z.literal(1)]),
      autoRenew: z.boolean(),
    }),
    example: { name: "example.com", expiresAt: "2027-03-01T09:30:00.000Z", windowDays: 30, autoRenew: false },
  },
  "domain.expired": {
    description: "A domain has expired without renewal.",
    data: z.object({ ...domainBase, expiresAt: timestamp }),
    example: { name: "example.com", expiresAt: "2027-03-01T09:30:00.000Z" },
  },
  "domain.transferred": {
    description: "A domain has been transferred in or out.",
    data: z.object({ ...domainBase, direction: z.enum(["in", "out"]) }),
    example: { name: "example.com", direction: "in" },
  },
  "domain.nameservers_changed": {
    description: "A domain's nameservers have changed.",
    data: z.object({
      ...domainBase,
      nameservers: z.array(z.string()),
      previousNameservers: z.array(z.string()),
    }),
    example: {
      name: "example.com",
      nameservers: ["ns1.example.net", "ns2.example.net"],
      previousNameservers: ["ns1.example.org", "ns2.example.org"],
    },
  },
  "domain.dnssec_enabled": {
    description: "A DS record has been published.",
    data: z.object({ ...domainBase, dsRecord, dsRecords: z.array(dsRecord) }),
    example: { name: "example.com", dsRecord: ds, dsRecords: [ds] },
  },
  "domain.dnssec_disabled": {
    description: "A DS record has been removed.",
    data: z.object({ ...domainBase, dsRecord, dsRecords: z.array(dsRecord) }),
    example: { name: "example.com", dsRecord: ds, dsRecords: [] },
  },
  "zone.created": {
    description: "A zone has been created.",
    data: z.object({ ...domainBase, version: z.int(), nameservers: z.array(z.string()) }),
    example: { name: "example.com", version: 1, nameservers: ["ns1.example.net", "ns2.example.net"] },
  },
  "zone.changed": {
    description: "A zone has a new version. The nameservers get it next.",
    data: z.object({
      ...domainBase,
      version: z.int(),
      previousVersion: z.int(),
      serial: z.int(),
      summary: z.object({ set: z.int(), deleted: z.int() }),
      names: z.array(z.string()).meta({ description: "The names of the changed records, at most 50" }),
      actor: z.object({ kind: z.enum(["user", "api_key", "system", "registry"]), name: z.string() }),
      message: z.string().nullable(),
    }),
    example: {
      name: "example.com",
      version: 18,
      previousVersion: 17,
      serial: 1772357401,
      summary: { set: 2, deleted: 0 },
      names: ["@", "www"],
      actor: { kind: "user", name: "owner@example.com" },
      message: "New web server",
    },
  },
  "zone.published": {
    description: "All nameservers have a zone's version.",
    data: z.object({
      ...domainBase,
      version: z.int(),
      servers: z.array(z.object({ host: z.string(), serial: z.int() })),
    }),
    example: {
      name: "example.com",
      version: 18,
      servers: [
        { host: "ns1.example.net", serial: 1772357401 },
        { host: "ns2.example.net", serial: 1772357401 },
      ],
    },
  },
  "zone.delegation_changed": {
    description: "The nameservers that the parent zone names for a zone have changed.",
    data: z.object({
      ...domainBase,
      delegation: z.enum(zoneDelegationStates),
      servers: z.array(z.string()).meta({ description: "The nameservers in the parent zone" }),
    }),
    example: {
      name: "example.com",
      delegation: "here",
      servers: ["ns1.example.net", "ns2.example.net"],
    },
  },
  "zone.deleted": {
    description: "A zone has been deleted, or withdrawn because the right to its name has ended.",
    data: z.object(domainBase),
    example: { name: "example.com" },
  },
  "payment.received": {
    description: "A card payment has been completed.",
    data: z.object({ ...paymentBase, receivedAt: timestamp }),
    example: { ...payment, receivedAt: "2026-03-01T09:30:00.000Z" },
  },
  "payment.confirmed": {
    description: "The 20-day cooldown has passed, and the payment is confirmed.",
    data: z.object({ ...paymentBase, confirmedAt: timestamp }),
    example: { ...payment, confirmedAt: "2026-03-21T09:30:00.000Z" },
  },
  "payment.failed": {
    description: "A payment has failed.",
    data: z.object({ ...paymentBase, reason: z.string() }),
    example: { ...payment, reason: "card_declined" },
  },
  "payment.refunded": {
    description: "A payment has been refunded.",
    data: z.object({ ...paymentBase, refundedCents: cents, refundedAt: timestamp }),
    example: { ...payment, refundedCents: 1290, refundedAt: "2026-03-05T12:00:00.000Z" },
  },
} as const satisfies Record<string, { description: string; data: z.ZodType; example: unknown }>;

export type EventType = keyof typeof eventCatalog;
export const eventTypes = Object.keys(eventCatalog) as [EventType, ...EventType[]];
export type EventData<Type extends EventType> = z.infer<(typeof eventCatalog)[Type]["data"]>;

/** An event as received: `type` determines the shape of `data`. */
export type ZonepostEvent = {
  [Type in EventType]: {
    id: string;
    type: Type;
    createdAt: string;
    workspaceId: string;
    /** Position among the events of the same domain or payment, from 1; 0 if the event is older than sequences. */
    sequence: number;
    /** Only in a test event, which is a sample and reports nothing. */
    test?: true;
    data: EventData<Type>;
  };
}[EventType];

/** What an event is about: the name of its domain, or the ID of its payment. */
export const subjectOf = (data: EventData<EventType>): string =>
  "name" in data ? data.name : data.paymentId;

/** Such as `DomainRegisteredEvent`. */
const schemaIdOf = (type: EventType) =>
  `${type.replace(/(?:^|[._])(.)/g, (_, first: string) => first.toUpperCase())}Event`;

const envelope = <Type extends EventType>(type: Type) =>
  z
    .object({
      id: typeId("evt", "ID of the event. Use it to ignore duplicates."),
      type: z.literal(type),
      createdAt: timestamp,
      workspaceId: typeId("wsp", "ID of the workspace the event belongs to"),
      sequence: z.int().min(0).meta({
        description:
          "Position among the events of the same domain or payment, from 1. An event with a lower number is older. Numbers are missing if you don't select all event types.",
      }),
      test: z
        .literal(true)
        .optional()
        .meta({ description: "Only in a test event, which is a sample and reports nothing" }),
      data: eventCatalog[type].data,
    })
    .meta({ id: schemaIdOf(type) });

/** The body of a delivery, with one schema per event type. Fields may be added, but are never removed or redefined. */
export const eventBodies = Object.fromEntries(
  eventTypes.map((type) => [type, envelope(type)]),
) as unknown as {
  [Type in EventType]: z.ZodType<Extract<ZonepostEvent, { type: Type }>>;
};

/** A body of the event type, with the data of the catalog. */
export const exampleEvent = <Type extends EventType>(type: Type): Extract<ZonepostEvent, { type: Type }> =>
  ({
    id: "evt_01k3v2m8q4f7x9b0c1d2e3f4g5",
    type,
    createdAt: "2026-03-01T09:30:00.000Z",
    workspaceId: "wsp_01k3v2m8q4f7x9b0c1d2e3f4g5",
    sequence: 1,
    data: eventCatalog[type].example,
  }) as unknown as Extract<ZonepostEvent, { type: Type }>;

/** One event type, as input. */
export const knownEventType = z.enum(eventTypes, "Use an event type that GET /webhooks/event-types lists.");

export const eventQuery = z.strictObject({
  since: timestampInput
    .optional()
    .meta({ description: "Only events from this time on", examples: ["2026-03-01T09:30:00.000Z"] }),
  type: knownEventType.optional().meta({ description: "Only events of this type" }),
  ...pageQuery.shape,
  limit: pageQuery.shape.limit.meta({ description: "Page size, 100 by default" }),
});
export type EventQuery = z.infer<typeof eventQuery>;

export const eventTypeDescription = z
  .object({
    name: z.enum(eventTypes),
    description: z.string(),
    schema: z
      .record(z.string(), z.unknown())
      .meta({ description: "JSON Schema (2020-12) of a delivery's body" }),
    example: z.record(z.string(), z.unknown()).meta({ description: "A delivery's body" }),
  })
  .meta({ id: "EventType" });
export type EventTypeDescription = z.infer<typeof eventTypeDescription>;

/** Thrown by {@link parseEvent} if the body isn't an event of this version's catalog. */
export class UnknownEventError extends Error {
  override readonly name = "UnknownEventError";
  readonly type: unknown;
  constructor(type: unknown) {
    super(`Unknown event type: ${Array.from(String(type)).slice(0, 100).join("")}`);
    this.type = type;
  }
}

/**
 * Parses a delivery's body once its signature is verified.
 *
 * @param body the verified raw body: JSON text or its UTF-8 bytes
 * @returns the event, discriminated on `type`, without fields of later versions
 * @throws SyntaxError if it isn't JSON, UnknownEventError for a type that this version doesn't know, ZodError if the
 *   data doesn't have the type's shape
 */
export function parseEvent(body: string | Uint8Array): ZonepostEvent {
  const text = typeof body === "string" ? body : new TextDecoder("utf-8", { fatal: true }).decode(body);
  const value: unknown = JSON.parse(text);
  const type = typeof value === "object" && value !== null && "type" in value ? value.type : undefined;
  if (typeof type !== "string" || !Object.hasOwn(eventBodies, type)) {
    throw new UnknownEventError(type);
  }
  // Events from before sequences existed can still be replayed.
  return eventBodies[type as EventType].parse({ sequence: 0, ...(value as object) }) as ZonepostEvent;
}
