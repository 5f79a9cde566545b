import type { MailUsage } from "@zonepost/schema";

/** The storage used now, and the messages of the whole period. */
export function totalUse({ days, accounts }: MailUsage) {
  return {
    usedBytes: accounts.reduce((sum, { usedBytes }) => sum + usedBytes, 0),
    received: days.reduce((sum, { messagesIn }) => sum + messagesIn, 0),
    sent: days.reduce((sum, { messagesOut }) => sum + messagesOut, 0),
  };
}
