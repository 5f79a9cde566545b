"use client";
import { Button, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { DomainSuggestion } from "@zonepost/schema";
import { markTones, nameStates } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { AddToBasket } from "@/features/basket/add-to-basket.tsx";
import { DomainName } from "@/features/domains/domain-name.tsx";
import { domainPath, registerPath, transferPath } from "@/lib/paths.ts";
import { Link } from "@/ui/link.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { useMoney } from "@/ui/values/use-money.ts";
import classes from "./suggestions.module.css";

/** One name: its price and the link to buy it, or why it is unavailable. */
export function Suggestion(props: { suggestion: DomainSuggestion; isAsked: boolean; mayBuy: boolean }) {
  const { suggestion, isAsked, mayBuy } = props;
  const { name, unicodeName, available, premium, reason, warnings } = suggestion;
  const t = useTranslations("search");
  return (
    <li className={classes.row} data-asked={isAsked || undefined}>
      <div className={classes.name}>
        <Text component="div" fw={available ? 600 : 400} size={isAsked ? "lg" : "md"}>
          <DomainName name={name} unicodeName={unicodeName} />
        </Text>
        <div className={classes.status}>
          {available ? (
            <StatusBadge tone={nameStates.available.tone}>{t("available")}</StatusBadge>
          ) : (
            <StatusBadge tone={nameStates[reason ?? "taken"].tone}>
              {t(`reason_${reason ?? "taken"}`)}
            </StatusBadge>
          )}
          {premium ? <StatusBadge tone={markTones.premium}>{t("premium")}</StatusBadge> : null}
        </div>
        {warnings.map((warning) => (
          <Text key={warning.code} size="sm" className={classes.warning}>
            <IconAlertTriangle size={16} aria-hidden />
            {warning.message}
          </Text>
        ))}
      </div>
      {available ? <Price suggestion={suggestion} /> : <Why suggestion={suggestion} isAsked={isAsked} />}
      <div className={classes.act}>
        {available && mayBuy ? (
          <Button
            component={Link}
            href={registerPath(name)}
            variant={isAsked ? "filled" : "light"}
            aria-label={t("registerName", { name: unicodeName })}
          >
            {t("register")}
          </Button>
        ) : null}
        {available && mayBuy ? <AddToBasket suggestion={suggestion} /> : null}
        {reason === "already_yours" ? (
          <Button
            component={Link}
            href={domainPath(name)}
            variant="default"
            aria-label={t("openName", { name: unicodeName })}
          >
            {t("open")}
          </Button>
        ) : null}
        {reason === "taken" && isAsked && mayBuy ? (
          <Button
            component={Link}
            href={transferPath(name)}
            variant="default"
            aria-label={t("transferName", { name: unicodeName })}
          >
            {t("transfer")}
          </Button>
        ) : null}
      </div>
    </li>
  );
}

function Price({ suggestion }: { suggestion: DomainSuggestion }) {
  const { registerYearCents, renewYearCents, currency } = suggestion;
  const t = useTranslations("search");
  const money = useMoney();
  return (
    <div className={classes.price}>
      <Text fw={600}>
        {t(renewYearCents === registerYearCents ? "perYear" : "firstYear", {
          price: money(registerYearCents, currency),
        })}
      </Text>
      {renewYearCents === registerYearCents ? null : (
        <Text size="sm" c="dimmed">
          {t("renewal", { price: money(renewYearCents, currency) })}
        </Text>
      )}
    </div>
  );
}

function Why(props: { suggestion: DomainSuggestion; isAsked: boolean }) {
  const { suggestion, isAsked } = props;
  const { reason, warnings } = suggestion;
  const t = useTranslations("search");
  // The status or the warning next to the name already explains it.
  if ((reason === "taken" && !isAsked) || (reason === "invalid_label" && warnings.length > 0)) {
    return <span />;
  }
  return (
    <Text size="sm" c="dimmed" className={classes.price}>
      {t(reason === "taken" ? "takenAsked" : `reasonWords_${reason ?? "registry_away"}`)}
    </Text>
  );
}
