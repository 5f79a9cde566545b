import type { NoticeTrouble } from "../rules/notice-schedule.ts";
import type { Queryable } from "./objects.ts";

export const chargeTroubles = ["slow", "error_before", "error_after_charge"] as const;
export const noticeTroubles = [
  "notices_delayed",
  "notices_doubled",
  "notices_shuffled",
  "notices_lost",
] as const satisfies readonly NoticeTrouble[];

export type TroubleKind = (typeof chargeTroubles)[number] | NoticeTrouble;

/** Failures on demand. `times` counts charges or notices, depending on the kind. */
export async function addTrouble(sql: Queryable, kind: TroubleKind, times: number): Promise<void> {
  await sql`insert into cards.trouble (kind, times) values (${kind}, ${times})`;
}

/** Takes the oldest trouble of these kinds. `timesLeft` includes this time. */
export async function takeTrouble<K extends TroubleKind>(
  sql: Queryable,
  kinds: readonly K[],
): Promise<{ kind: K; timesLeft: number } | undefined> {
  const [row] = await sql<{ kind: K; timesLeft: number }[]>`
    update cards.trouble set times = times - 1
    where id = (
      select id from cards.trouble where times > 0 and kind = any(${[...kinds]})
      order by id limit 1 for update
    )
    returning kind, times + 1 as "timesLeft"`;
  return row;
}
