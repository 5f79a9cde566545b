import type { Right } from "@zonepost/schema";
import {
  contactsPath,
  operationsPath,
  overviewPath,
  paymentsPath,
  renewalsPath,
  settingsPath,
} from "../../lib/paths.ts";

/** Keys that open a place after "g". */
export const goKeys = [
  { key: "h", label: "overview", href: overviewPath },
  { key: "d", label: "domains", href: "/domains", right: "domains:read" },
  { key: "c", label: "contacts", href: contactsPath, right: "contacts:read" },
  { key: "o", label: "operations", href: operationsPath, right: "domains:read" },
  { key: "m", label: "mail", href: "/mail", right: "mail:read" },
  { key: "z", label: "zones", href: "/zones", right: "zones:read" },
  { key: "w", label: "webhooks", href: "/webhooks", right: "webhooks:read" },
  { key: "r", label: "renewals", href: renewalsPath, right: "domains:read" },
  { key: "p", label: "payments", href: paymentsPath, right: "payments:read" },
  { key: "s", label: "settings", href: settingsPath() },
] as const satisfies { key: string; label: string; href: string; right?: Right }[];

export type GoKey = (typeof goKeys)[number];

const mostPauseMs = 1_500;

type Pressed = { key: string; atMs: number };

/** The place that two keys in a row open, or undefined. */
export function placeOfKeys(first: Pressed | undefined, second: Pressed): GoKey | undefined {
  return first?.key === "g" && second.atMs - first.atMs <= mostPauseMs
    ? goKeys.find(({ key }) => key === second.key)
    : undefined;
}
