import { z } from "zod";
import { language } from "../language.ts";
import { timestamp, typeId } from "../primitives.ts";
import { notificationChoices } from "../vocabulary.ts";
import { auditEntry } from "./audit.ts";
import { workspaceRole } from "./session.ts";

const workspaceId = typeId("wsp", "ID of the workspace");

/** Fields are only ever added. */
export const personExport = z
  .object({
    format: z.literal("zonepost-person"),
    formatVersion: z.literal(1),
    exportedAt: timestamp,
    profile: z.object({
      id: typeId("usr", "ID of the person"),
      email: z.string(),
      name: z.string(),
      emailVerified: z.boolean(),
      image: z.string().nullable(),
      language: language.nullable(),
      createdAt: timestamp,
      updatedAt: timestamp,
      deletesAt: timestamp.nullable(),
      isOperator: z.boolean(),
    }),
    signInMethods: z.object({
      hasPassword: z.boolean(),
      providers: z.array(z.object({ provider: z.string(), linkedAt: timestamp })),
      secondFactorSince: timestamp.nullable(),
      backupCodesLeft: z.int(),
    }),
    sessions: z.array(
      z.object({
        id: typeId("ses", "ID of the session"),
        ipAddress: z.string().nullable(),
        userAgent: z.string().nullable(),
        signedInBy: z.string().nullable(),
        createdAt: timestamp,
        lastUsedAt: timestamp,
        expiresAt: timestamp,
      }),
    ),
    trustedDevices: z.array(
      z.object({ userAgent: z.string().nullable(), createdAt: timestamp, expiresAt: timestamp }),
    ),
    memberships: z.array(
      z.object({
        id: typeId("mbr", "ID of the membership"),
        workspaceId,
        workspaceName: z.string(),
        role: workspaceRole,
        domainNames: z.array(z.string()).nullable(),
        notificationTopics: z.array(z.string()),
        notificationChoices: z.record(z.string(), z.enum(notificationChoices)),
        createdAt: timestamp,
      }),
    ),
    invitations: z.array(
      z.object({
        id: typeId("inv", "ID of the invitation"),
        workspaceId,
        role: workspaceRole,
        createdAt: timestamp,
        acceptedAt: timestamp.nullable(),
        cancelledAt: timestamp.nullable(),
      }),
    ),
    apiKeysCreated: z.array(
      z.object({
        id: typeId("key", "ID of the API key"),
        workspaceId,
        name: z.string(),
        createdAt: timestamp,
        revokedAt: timestamp.nullable(),
      }),
    ),
    emails: z
      .array(
        z.object({
          domainName: z.string(),
          kind: z.string(),
          occurredAt: timestamp,
          outcome: z.string().nullable(),
          endedAt: timestamp.nullable(),
        }),
      )
      .meta({ description: "Emails about domains" }),
    digestNotices: z
      .array(
        z.object({
          workspaceId,
          kind: z.string(),
          topic: z.string(),
          domainNames: z.array(z.string()),
          occurredAt: timestamp,
        }),
      )
      .meta({ description: "Notices that wait for your next daily digest" }),
    attentionChoices: z
      .array(
        z.object({
          workspaceId,
          kind: z.string(),
          snoozedUntil: timestamp.nullable(),
          mutedAt: timestamp.nullable(),
          madeAt: timestamp,
        }),
      )
      .meta({ description: "What you have snoozed or muted" }),
    transfersInBasket: z
      .array(z.object({ workspaceId, domainName: z.string(), createdAt: timestamp, expiresAt: timestamp }))
      .meta({ description: "Domains whose auth codes wait in your basket, without the codes" }),
    auditEntries: z
      .array(auditEntry.omit({ requestId: true }).extend({ workspaceId: workspaceId.nullable() }))
      .meta({ description: "What you did, and what others did to your account" }),
  })
  .meta({ id: "PersonExport" });
