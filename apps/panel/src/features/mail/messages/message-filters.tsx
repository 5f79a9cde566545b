"use client";
import { NativeSelect } from "@mantine/core";
import { useTranslations } from "next-intl";
import { debounce, useQueryStates } from "nuqs";
import { FilterField } from "@/ui/list/filters/filter-field.tsx";
import classes from "./message-filters.module.css";
import { messageStatuses } from "./message-kinds.ts";
import { messageParams } from "./message-params.ts";
import { messageRanges } from "./message-query.ts";

const typingMs = 350;

/** The search, kept in the URL. */
export function MessageFilters() {
  const t = useTranslations("mailMessages");
  const [{ address, status, range }, setParams] = useQueryStates(messageParams, { history: "replace" });
  return (
    <search aria-label={t("search")} className={classes.search}>
      <FilterField
        label={t("address")}
        value={address}
        onChange={(words) => void setParams({ address: words }, { limitUrlUpdates: debounce(typingMs) })}
      />
      <NativeSelect
        aria-label={t("state")}
        value={status ?? ""}
        onChange={(event) =>
          void setParams({ status: messageStatuses.find((one) => one === event.currentTarget.value) ?? null })
        }
        data={[
          { value: "", label: t("anyStatus") },
          ...messageStatuses.map((value) => ({ value, label: t(`kind_${value}`) })),
        ]}
      />
      <NativeSelect
        aria-label={t("range")}
        value={range}
        onChange={(event) =>
          void setParams({ range: messageRanges.find((one) => one === event.currentTarget.value) ?? null })
        }
        data={messageRanges.map((value) => ({ value, label: t(`range_${value}`) }))}
      />
    </search>
  );
}
