import { z } from "zod";
import { timestamp } from "../primitives.ts";
import {
  type domainNotificationKinds,
  type domainNotificationTopics,
  notificationChoices,
  notificationTopics,
} from "../vocabulary.ts";

export {
  digestHourUtc,
  domainNotificationKinds,
  domainNotificationTopics,
  notificationChoices,
  notificationTopics,
} from "../vocabulary.ts";

export type NotificationTopic = (typeof notificationTopics)[number];
export type NotificationChoice = (typeof notificationChoices)[number];
export type DomainNotificationTopic = (typeof domainNotificationTopics)[number];
export type DomainNotificationKind = (typeof domainNotificationKinds)[number];

const choice = z.enum(notificationChoices).meta({
  description: "`at_once`: an email for each; `digest`: one email a day; `none`: no email",
});

const topics = z.strictObject({
  expiry: choice.optional().meta({ description: "Renewals that failed, mail plans that end, and expiry" }),
  transfers: choice.optional().meta({ description: "Transfers, auth codes and deletions" }),
  contacts: choice.optional().meta({ description: "Contacts of domains, and their details" }),
  dns: choice.optional().meta({ description: "DNSSEC, and nameservers that don't respond" }),
  mail: choice
    .optional()
    .meta({ description: "DNS records, storage, sending limits and forwarding of mail" }),
  webhooks: choice.optional().meta({ description: "Endpoints that fail or are deactivated" }),
  payments: choice.optional().meta({ description: "Refunds, failed charges and cards that expire" }),
} satisfies Record<NotificationTopic, z.ZodType>);

export const notificationSettings = z
  .object({
    topics: topics.meta({ description: "Your choice for each topic that you can see in this workspace" }),
    fixedTopics: z
      .array(z.enum(notificationTopics))
      .meta({ description: "Topics that you always get at once, because you are an owner" }),
    isOwner: z.boolean().meta({
      description:
        "Owners always get at once: expiry notices, and emails about transfers out, auth codes, deletions and contacts.",
    }),
    nextDigestAt: timestamp
      .nullable()
      .meta({ description: "When your next digest is due; null if you haven't chosen it for a topic" }),
  })
  .meta({ id: "NotificationSettings" });
export type NotificationSettings = z.infer<typeof notificationSettings>;

export const notificationSettingsPatch = z
  .strictObject({
    topics: topics.meta({
      description: "Topics that you leave out keep their choice.",
      examples: [{ mail: "digest", webhooks: "none" }],
    }),
  })
  .meta({ id: "NotificationSettingsPatch" });
export type NotificationSettingsPatch = z.infer<typeof notificationSettingsPatch>;
