import { renewalStates } from "@zonepost/schema";
import {
  createLoader,
  parseAsBoolean,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";

export const renewalSortKeys = ["name", "date", "total"] as const;

export const renewalListParams = {
  q: parseAsString.withDefault(""),
  state: parseAsStringLiteral(renewalStates),
  /** Such as "2027-11", in UTC. */
  month: parseAsString,
  sort: parseAsStringLiteral(renewalSortKeys),
  desc: parseAsBoolean.withDefault(false),
  page: parseAsInteger.withDefault(1),
};

export const loadRenewalListParams = createLoader(renewalListParams);

type Params = Awaited<ReturnType<typeof loadRenewalListParams>>;

const isMonth = (month: string | null) => month !== null && /^[1-9]\d{3}-(0[1-9]|1[0-2])$/.test(month);

export const renewalFilterOf = ({ q, state, month }: Pick<Params, "q" | "state" | "month">) => ({
  q: q.trim() || undefined,
  state: state ?? undefined,
  month: isMonth(month) ? (month ?? undefined) : undefined,
});

/** The months of the forecast: the current one (UTC) and the eleven after it. */
export const monthsFrom = (now: Date): string[] =>
  Array.from({ length: 12 }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + index)).toISOString().slice(0, 7),
  );
