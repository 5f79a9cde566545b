import { domainNotifications, type StoredActor, type Transaction } from "@zonepost/db";
import { wakeWorkers } from "../../../kernel/due-work/wake.ts";
import { newId } from "../../../kernel/ids.ts";
import { notificationOf, type RecordedChange } from "./notification-policy.ts";

type Change = RecordedChange & {
  domain: { id: string; workspaceId: string; name: string };
  actor: StoredActor;
};

/** Stored in the transaction of the change, so neither exists without the other. */
export async function queueNotifications(tx: Transaction, records: readonly Change[]): Promise<void> {
  const queued = records.flatMap((record) => {
    const notification = notificationOf(record);
    const { domain, details, actor, occurredAt } = record;
    return notification
      ? [
          {
            ...notification,
            id: newId(),
            workspaceId: domain.workspaceId,
            domainId: domain.id,
            domainName: domain.name,
            details,
            actor,
            occurredAt,
          },
        ]
      : [];
  });
  if (queued.length > 0) {
    await tx.insert(domainNotifications).values(queued).onConflictDoNothing();
    await wakeWorkers(tx, "notifications");
  }
}
