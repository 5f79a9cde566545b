import type { StoredActor } from "@zonepost/db";
import type { ExpiryGroup, Notified, RenewalCost } from "./notified.ts";

export type NotificationTexts = {
  subject: string;
  sentence: string;
  /** To the domain, an act that its page opens, the list if the domain is gone, or the payments. */
  link: { label: string; act?: "renew" | "restore"; isList?: boolean; isPayments?: boolean };
  /** What to do if this was unexpected; only in a mail of its own. */
  advice?: string;
};

type DaysLeft = [fewest: number, most: number];

/** Everything that these mails say, in one language. */
export type DigestTexts = {
  textsOf(notified: Notified, now: Date): NotificationTexts;
  /** `daysLeft` are the fewest and the most days that a domain of the group has. */
  expiryPhrases: Record<ExpiryGroup, (count: number, daysLeft: DaysLeft) => string>;
  intros: Record<"expiry" | "transfers" | "contacts", string>;
  subjects: Record<"transfers" | "contacts", (count: number) => string>;
  listLink: string;
  others(count: number): string;
  costLabel: string;
  formatCost(cost: RenewalCost): string;
  byLabel: string;
  by: Record<StoredActor["kind"], (name: string) => string>;
  whenLabel: string;
  workspaceLabel: string;
  reasonOwner: string;
  reasonChosen: string;
  reasonPayments: string;
};
