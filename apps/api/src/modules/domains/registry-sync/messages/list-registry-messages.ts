import { registryBalances, registryMessages } from "@zonepost/db";
import { asc, desc } from "drizzle-orm";
import type { Queryable } from "../../../../kernel/ctx.ts";
import { formatMoney } from "../../rules/price.ts";
import { maintenanceFacts } from "./maintenance-facts.ts";

const minute = (date: Date) => `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** For the operator, as lines of text: the known balances, then the latest messages, newest first. */
export async function listRegistryMessages(db: Queryable, limit: number): Promise<string[]> {
  const balances = await db.select().from(registryBalances).orderBy(asc(registryBalances.registrar));
  const messages = await db
    .select()
    .from(registryMessages)
    .orderBy(desc(registryMessages.queuedAt), desc(registryMessages.id))
    .limit(limit);
  return [
    ...balances.map(({ registrar, balanceCents: priceCents, currency, isLow, knownAt }) =>
      [
        minute(knownAt),
        registrar,
        "balance",
        formatMoney({ priceCents, currency }),
        ...(isLow ? ["LOW"] : []),
      ].join("  "),
    ),
    ...messages.map((message) => {
      const { queuedAt, registrar, kind, domainName, text } = message;
      const facts = maintenanceFacts("en", message).map(([label, value]) => `${label}: ${value}`);
      return [
        minute(queuedAt),
        registrar,
        kind,
        domainName ?? "-",
        ...[text, ...facts].map((each) => each.replace(/\s+/g, " ")),
      ].join("  ");
    }),
  ];
}
