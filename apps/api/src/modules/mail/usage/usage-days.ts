import type { MailUsageDay } from "@zonepost/schema";

/** One item for each day. Storage without a row that day is as it was before. */
export function fillDays(rows: readonly MailUsageDay[], days: readonly string[]): MailUsageDay[] {
  const byDay = new Map(rows.map((row) => [row.day, row]));
  let usedBytes = 0;
  return days.map((day) => {
    const row = byDay.get(day);
    // A row that only counts messages has no storage yet.
    usedBytes = row?.usedBytes || usedBytes;
    return { day, usedBytes, messagesIn: row?.messagesIn ?? 0, messagesOut: row?.messagesOut ?? 0 };
  });
}

/** The sum of several accounts, day by day. */
export const addDays = (accounts: readonly MailUsageDay[][], days: readonly string[]): MailUsageDay[] =>
  days.map((day, index) => {
    const sumOf = (field: "usedBytes" | "messagesIn" | "messagesOut") =>
      accounts.reduce((sum, account) => sum + (account[index]?.[field] ?? 0), 0);
    return {
      day,
      usedBytes: sumOf("usedBytes"),
      messagesIn: sumOf("messagesIn"),
      messagesOut: sumOf("messagesOut"),
    };
  });
