"use client";
import { domainStatuses } from "@zonepost/schema";
import type { DomainCounts } from "@zonepost/schema/panel";
import { useTranslations } from "next-intl";
import type { DomainFilters } from "@/features/domains/domain-list-params.ts";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { SelectFilter } from "@/ui/list/filters/select-filter.tsx";

const expiryDays = [7, 30, 90];

/** All filters of the list except the text filter. */
export function DomainFilterBar(props: {
  counts: DomainCounts;
  filters: DomainFilters;
  onChange: (patch: Partial<DomainFilters>) => void;
}) {
  const { counts, filters, onChange } = props;
  const t = useTranslations("domains");
  const status = useTranslations("domainStatus");
  const present = domainStatuses.filter((one) => counts.statuses.includes(one) || filters.status === one);
  const tlds = [...new Set([...counts.tlds, ...(filters.tld === null ? [] : [filters.tld])])].sort();
  return (
    <>
      <SelectFilter
        label={t("status")}
        any={t("anyStatus")}
        value={filters.status}
        options={present.map((value) => ({ value, label: status(value) }))}
        onChange={(one) => onChange({ status: one })}
      />
      <SelectFilter
        label={t("expires")}
        any={t("anyExpiry")}
        value={filters.within === null ? null : String(filters.within)}
        options={expiryDays.map((days) => ({ value: String(days), label: t("withinDays", { days }) }))}
        onChange={(days) => onChange({ within: days === null ? null : Number(days) })}
      />
      <SelectFilter
        label={t("tld")}
        any={t("anyTld")}
        value={filters.tld}
        options={tlds.map((value) => ({ value, label: `.${toUnicodeName(value)}` }))}
        onChange={(tld) => onChange({ tld })}
      />
      {(["renew", "locked", "dnssec"] as const).map((key) => (
        <SelectFilter
          key={key}
          label={t(key === "renew" ? "autoRenew" : key)}
          any={t(`any_${key}`)}
          value={filters[key]}
          options={(["on", "off"] as const).map((value) => ({ value, label: t(`${key}_${value}`) }))}
          onChange={(value) => onChange({ [key]: value })}
        />
      ))}
    </>
  );
}
