import type { Language } from "@zonepost/schema";
import { z } from "zod";
import { formatInstant } from "../../../accounts/index.ts";

/** The parts of a maintenance message that the operator has to plan for (RFC 9167, section 3.3). */
const maintenance = z.object({
  pollType: z.string().optional(),
  startsAt: z.coerce.date().optional(),
  endsAt: z.coerce.date().optional(),
  tlds: z.array(z.string()).default([]),
});

const words = {
  en: {
    label: "Maintenance",
    canceledLabel: "Canceled maintenance",
    when: (start?: string, end?: string) =>
      [start && `from ${start}`, end && `until ${end}`].filter(Boolean).join(" "),
    tlds: (list: string) => `for ${list}`,
  },
  de: {
    label: "Wartung",
    canceledLabel: "Abgesagte Wartung",
    when: (start?: string, end?: string) =>
      [start && `ab ${start}`, end && `bis ${end}`].filter(Boolean).join(" "),
    tlds: (list: string) => `für ${list}`,
  },
} satisfies Record<Language, unknown>;

const maxListed = 10;

/** When the maintenance takes place and for which TLDs; nothing if the message doesn't include it. */
export function maintenanceFacts(
  language: Language,
  message: { kind: string; details: unknown },
): [label: string, value: string][] {
  const { success, data } = maintenance.safeParse(message.details);
  if (message.kind !== "maintenance" || !success) {
    return [];
  }
  const { startsAt, endsAt, tlds } = data;
  const { label, canceledLabel, when, tlds: forTlds } = words[language];
  const time = when(startsAt && formatInstant(language, startsAt), endsAt && formatInstant(language, endsAt));
  const listed = tlds.length > maxListed ? `${tlds.length} TLDs` : new Intl.ListFormat(language).format(tlds);
  const value = [time, listed && forTlds(listed)].filter(Boolean).join(", ");
  return value ? [[data.pollType === "delete" ? canceledLabel : label, value]] : [];
}
