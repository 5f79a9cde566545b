import {
  IconActivity,
  IconAddressBook,
  IconCreditCard,
  IconLayoutDashboard,
  IconMail,
  IconReceipt,
  IconRefresh,
  IconSettings,
  IconShieldDollar,
  IconStack2,
  IconWebhook,
  IconWorld,
} from "@tabler/icons-react";
import type { Right } from "@zonepost/schema";
import {
  contactsPath,
  operationsPath,
  operatorPaymentsPath,
  ordersPath,
  overviewPath,
  paymentsPath,
  renewalsPath,
  settingsPath,
} from "../../lib/paths.ts";

type Place = {
  key: string;
  href: string;
  icon: unknown;
  group: "main" | "money" | "workspace";
  /** One of the four in the bar of a phone. */
  isPrimary?: true;
  /** A path of another place whose pages belong to this one. */
  also?: string;
  right?: Right;
  isForOperators?: true;
};

export const navigation = [
  { key: "overview", href: overviewPath, icon: IconLayoutDashboard, group: "main", isPrimary: true },
  {
    key: "domains",
    href: "/domains",
    icon: IconWorld,
    group: "main",
    isPrimary: true,
    right: "domains:read",
  },
  { key: "mail", href: "/mail", icon: IconMail, group: "main", isPrimary: true, right: "mail:read" },
  { key: "zones", href: "/zones", icon: IconStack2, group: "main", right: "zones:read" },
  { key: "webhooks", href: "/webhooks", icon: IconWebhook, group: "main", right: "webhooks:read" },
  {
    key: "renewals",
    href: renewalsPath,
    icon: IconRefresh,
    group: "money",
    isPrimary: true,
    right: "domains:read",
  },
  { key: "payments", href: paymentsPath, icon: IconCreditCard, group: "money", right: "payments:read" },
  { key: "orders", href: ordersPath, icon: IconReceipt, group: "money", right: "domains:read" },
  {
    key: "operator",
    href: operatorPaymentsPath,
    icon: IconShieldDollar,
    group: "money",
    isForOperators: true,
  },
  { key: "contacts", href: contactsPath, icon: IconAddressBook, group: "workspace", right: "contacts:read" },
  {
    key: "activity",
    href: operationsPath,
    also: "/domains/operations",
    icon: IconActivity,
    group: "workspace",
    right: "domains:read",
  },
  { key: "settings", href: settingsPath(), icon: IconSettings, group: "workspace" },
] as const satisfies Place[];

export type NavigationPlace = (typeof navigation)[number];

export const navigationGroups = ["main", "money", "workspace"] as const;

const isWithin = (pathname: string, href: string) =>
  pathname === href || (href !== overviewPath && pathname.startsWith(`${href}/`));

/** The place that a page belongs to: the one with the longest path. */
export function placeOfPath(pathname: string): NavigationPlace | undefined {
  const pathsOf = (place: NavigationPlace) => ("also" in place ? [place.href, place.also] : [place.href]);
  return navigation
    .flatMap((place) => pathsOf(place).map((path) => ({ place, path })))
    .filter(({ path }) => isWithin(pathname, path))
    .reduce<{ place: NavigationPlace; path: string } | undefined>(
      (longest, each) => (longest && longest.path.length >= each.path.length ? longest : each),
      undefined,
    )?.place;
}
