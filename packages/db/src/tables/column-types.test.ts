import type {
  ApiKeyScope,
  DomainBatchChange,
  DomainBatchItem,
  DomainHistoryEvent,
  DomainOperation,
  DomainStatus,
  DsRecord,
  EventType,
  Language,
  MailActivation,
  OwnSession,
  WebhookDelivery,
  WorkspaceRole,
} from "@zonepost/schema";
import { describe, expectTypeOf, it } from "vitest";
import type {
  apiKeys,
  deliveries,
  domainBatches,
  domainBatchItems,
  domainHistory,
  domainIntents,
  domainOperations,
  domains,
  events,
  invitations,
  mailDomains,
  members,
  sessions,
  users,
  webhookEndpoints,
} from "./index.ts";

type Row<Table extends { $inferSelect: unknown }> = Table["$inferSelect"];

// The type check is the test: a column that falls back to `string`, or a value that only one side has, fails it.
describe("a column has the type of the field that callers see", () => {
  it("of domains", () => {
    expectTypeOf<Row<typeof domains>["status"]>().toEqualTypeOf<DomainStatus>();
    expectTypeOf<Row<typeof domains>["dsRecords"]>().toEqualTypeOf<DsRecord[]>();
    expectTypeOf<Row<typeof domainHistory>["kind"]>().toEqualTypeOf<DomainHistoryEvent["kind"]>();
    expectTypeOf<Row<typeof domainOperations>["kind"]>().toEqualTypeOf<DomainOperation["kind"]>();
    expectTypeOf<Row<typeof domainOperations>["state"]>().toEqualTypeOf<DomainOperation["state"]>();
    expectTypeOf<Row<typeof domainBatches>["change"]>().toEqualTypeOf<DomainBatchChange>();
    expectTypeOf<Row<typeof domainBatchItems>["state"]>().toEqualTypeOf<DomainBatchItem["state"]>();
  });

  it("of intents, whose kind is that of their change", () => {
    type Intent = Row<typeof domainIntents>;
    expectTypeOf<Intent["kind"]>().toEqualTypeOf<Intent["change"]["kind"]>();
  });

  it("of people and workspaces", () => {
    expectTypeOf<Row<typeof users>["language"]>().toEqualTypeOf<Language | null>();
    expectTypeOf<Row<typeof sessions>["signedInBy"]>().toEqualTypeOf<OwnSession["signedInBy"]>();
    expectTypeOf<Row<typeof members>["role"]>().toEqualTypeOf<WorkspaceRole>();
    expectTypeOf<Row<typeof invitations>["role"]>().toEqualTypeOf<WorkspaceRole>();
    expectTypeOf<Row<typeof apiKeys>["scopes"]>().toEqualTypeOf<ApiKeyScope[]>();
  });

  it("of mail and webhooks", () => {
    expectTypeOf<Row<typeof mailDomains>["status"]>().toEqualTypeOf<MailActivation["status"]>();
    expectTypeOf<Row<typeof mailDomains>["planSlug"]>().toEqualTypeOf<MailActivation["planSlug"]>();
    expectTypeOf<Row<typeof events>["type"]>().toEqualTypeOf<EventType>();
    expectTypeOf<Row<typeof webhookEndpoints>["events"]>().toEqualTypeOf<(EventType | "*")[]>();
    expectTypeOf<Row<typeof deliveries>["eventType"]>().toEqualTypeOf<EventType>();
    expectTypeOf<Row<typeof deliveries>["status"]>().toEqualTypeOf<WebhookDelivery["status"]>();
  });
});
