import { renewalStates } from "@zonepost/schema";
import type { RenewalSort } from "@zonepost/schema/panel";
import { createLoader, parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { wordsOf } from "../../../lib/next-page.ts";

export const renewalSortKeys = ["name", "date", "total"] as const satisfies readonly RenewalSort[];

export const renewalListParams = {
  q: parseAsString.withDefault(""),
  state: parseAsStringLiteral(renewalStates),
  /** Such as "2027-11", in UTC. */
  month: parseAsString,
  sort: parseAsStringLiteral(renewalSortKeys).withDefault("date"),
  desc: parseAsBoolean.withDefault(false),
};

export const loadRenewalListParams = createLoader(renewalListParams);

type Params = Awaited<ReturnType<typeof loadRenewalListParams>>;

const isMonth = (month: string | null) => month !== null && /^[1-9]\d{3}-(0[1-9]|1[0-2])$/.test(month);

export const renewalFilterOf = ({ q, state, month }: Pick<Params, "q" | "state" | "month">) => ({
  q: wordsOf(q),
  state: state ?? undefined,
  month: isMonth(month) ? (month ?? undefined) : undefined,
});

export const renewalPageInputOf = (params: Params) => ({
  ...renewalFilterOf(params),
  sort: params.sort,
  descending: params.desc,
});

/** Those of the notices. More are in the list. */
export const firstFailed = { state: "failed", limit: 3 } as const;

/** The months of the forecast: the current one (UTC) and the eleven after it. */
export const monthsFrom = (now: Date): string[] =>
  Array.from({ length: 12 }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + index)).toISOString().slice(0, 7),
  );
