import type { MailEventKind } from "@zonepost/schema";
import type { Tone } from "@/ui/notices/status-badge.tsx";

const tones: Record<MailEventKind, Tone> = {
  delivered: "good",
  filtered: "warn",
  sent: "good",
  forwarded: "good",
  received: "info",
  deferred: "waiting",
  greylisted: "waiting",
  delayed: "waiting",
  limited: "warn",
  refused: "bad",
  rejected: "bad",
  bounced: "bad",
  expired: "bad",
  discarded: "off",
};

export const toneOf = (kind: MailEventKind): Tone => tones[kind];

/** In the order of the filter. */
export const messageStatuses = Object.keys(tones) as MailEventKind[];
