import { z } from "zod";

export const mailEventKind = z.enum([
  "received",
  "refused",
  "filtered",
  "delivered",
  "forwarded",
  "sent",
  "deferred",
  "bounced",
]);
export type MailEventKind = z.infer<typeof mailEventKind>;
