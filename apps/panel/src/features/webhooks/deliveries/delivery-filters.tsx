"use client";
import { useTimeZone, useTranslations } from "next-intl";
import { debounce, useQueryStates } from "nuqs";
import { useRight } from "@/features/access/use-right.ts";
import { DayFilters } from "@/ui/list/filters/day-filters.tsx";
import { ListFilters } from "@/ui/list/filters/list-filters.tsx";
import { SelectFilter } from "@/ui/list/filters/select-filter.tsx";
import classes from "./delivery-filters.module.css";
import { deliveryRanges, deliveryStatuses, deliveryTypes, endpointParams } from "./endpoint-params.ts";

const typingMs = 350;

/** The filters of the delivery log, kept in the URL. */
export function DeliveryFilters() {
  const t = useTranslations("webhooks");
  const tUi = useTranslations("ui");
  const zone = useTimeZone() ?? "UTC";
  const seesPayments = useRight("payments:read").has;
  const types = deliveryTypes.filter((name) => seesPayments || !name.startsWith("payment."));
  const [{ status, type, subject, range, from, until }, setParams] = useQueryStates(endpointParams, {
    history: "replace",
  });
  return (
    <ListFilters
      label={t("filterDeliveries")}
      words={{
        label: t("filterBySubject"),
        value: subject,
        onChange: (words) => void setParams({ subject: words }, { limitUrlUpdates: debounce(typingMs) }),
      }}
      more={{
        count: 3,
        activeCount: [status, type, range].filter(Boolean).length,
        fields: (
          <>
            <SelectFilter
              label={t("status")}
              any={t("anyStatus")}
              value={status}
              options={deliveryStatuses.map((value) => ({ value, label: t(`delivery_${value}`) }))}
              onChange={(value) => void setParams({ status: value })}
            />
            <SelectFilter
              label={t("event")}
              any={t("anyEvent")}
              value={type}
              options={types.map((value) => ({ value, label: value }))}
              onChange={(value) => void setParams({ type: value })}
            />
            <SelectFilter
              label={t("when")}
              any={t("anyTime")}
              value={range}
              options={deliveryRanges.map((value) => ({ value, label: t(`range_${value}`) }))}
              onChange={(value) => void setParams({ range: value, from: null, until: null })}
            />
            {range === "days" ? (
              <div className={classes.days}>
                <DayFilters from={from} until={until} onChange={(days) => void setParams(days)} />
                <span className={classes.zone}>{tUi("zone", { zone })}</span>
              </div>
            ) : null}
          </>
        ),
      }}
    />
  );
}
