import type { MailEventKind } from "@zonepost/schema";
import { messageStates } from "@zonepost/schema/status";
import type { Tone } from "@/ui/notices/status-badge.tsx";

export const toneOf = (kind: MailEventKind): Tone => messageStates[kind].tone;

/** In the order of the filter. */
export const messageStatuses = Object.keys(messageStates) as MailEventKind[];
