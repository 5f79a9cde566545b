"use client";
import { useFormatter } from "next-intl";

/** Writes a month such as "2027-11", which is the same in every time zone: "November 2027". */
export function useMonthName() {
  const format = useFormatter();
  return (
    month: string,
    options: { month: "short" | "long"; year?: "numeric" } = { month: "long", year: "numeric" },
  ) => format.dateTime(new Date(`${month}-01T00:00:00Z`), { ...options, timeZone: "UTC" });
}
