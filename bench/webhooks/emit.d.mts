import type { Transaction } from "@zonepost/db";

type Event = { workspaceId: string; type: string; data: object; createdAt: Date };

export function emit(tx: Transaction, event: Event): Promise<{ id: string }>;
