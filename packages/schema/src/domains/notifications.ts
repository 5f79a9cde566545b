import { z } from "zod";
import { type domainNotificationKinds, notificationTopics } from "../vocabulary.ts";

export { domainNotificationKinds, notificationTopics } from "../vocabulary.ts";

export type NotificationTopic = (typeof notificationTopics)[number];
export type DomainNotificationKind = (typeof domainNotificationKinds)[number];

const chosenTopics = z
  .array(z.enum(notificationTopics))
  .transform((topics) => notificationTopics.filter((topic) => topics.includes(topic)));

export const notificationSettings = z
  .object({
    topics: chosenTopics.meta({ description: "The emails about domains that you receive in this workspace" }),
    isOwner: z.boolean().meta({ description: "Owners receive all topics and can't turn them off." }),
  })
  .meta({ id: "NotificationSettings" });
export type NotificationSettings = z.infer<typeof notificationSettings>;

export const notificationSettingsPatch = z
  .strictObject({ topics: chosenTopics.meta({ examples: [["expiry"]] }) })
  .meta({ id: "NotificationSettingsPatch" });
export type NotificationSettingsPatch = z.infer<typeof notificationSettingsPatch>;
