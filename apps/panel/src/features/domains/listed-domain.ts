import type { ChosenDomain, DomainPage } from "@zonepost/schema/panel";
import { toUnicodeName } from "../../lib/to-unicode-name.ts";

type NamedDomain = { name: string; unicodeName: string };
/** A domain of a selection, which can have rows that aren't loaded. */
export type SelectedDomain = NamedDomain & ChosenDomain;
export type ListedDomain = DomainPage["items"][number] & NamedDomain;

export const withUnicodeName = <Row extends { name: string }>(row: Row) => ({
  ...row,
  unicodeName: toUnicodeName(row.name),
});
