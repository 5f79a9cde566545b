"use client";
import { Anchor, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { DomainRenewal } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { isShown } from "@/features/access/rights.ts";
import type { Domain } from "@/features/domains/domain.ts";
import { DomainName } from "@/features/domains/domain-name.tsx";
import { DomainStatusBadge } from "@/features/domains/domain-status-badge.tsx";
import { domainPath, savedCardsPath } from "@/lib/paths.ts";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { TabLinks } from "@/ui/frame/tab-links.tsx";
import { Link } from "@/ui/link.tsx";
import { CopyButton } from "@/ui/values/copy-button.tsx";
import { Moment, useMomentText } from "@/ui/values/moment.tsx";
import classes from "./domain-header.module.css";
import { TermAction } from "./term-action.tsx";

const underWayIntervalMs = 5_000;
const restingIntervalMs = 10_000;

export function DomainHeader({ name }: { name: string }) {
  const t = useTranslations("domain");
  const list = useTranslations("domains");
  const trpc = useTRPC();
  const { data: domain } = useQuery({
    ...trpc.domains.get.queryOptions({ name }),
    // On every tab of the domain: shows what others, and the registry, have changed.
    refetchInterval: ({ state }) => (state.data?.operation ? underWayIntervalMs : restingIntervalMs),
  });
  return (
    <>
      <PageHeader
        crumbs={[{ label: list("title"), href: "/domains" }]}
        here={toUnicodeName(name)}
        title={
          <span className={classes.name}>
            <span>
              <DomainName name={name} unicodeName={domain?.unicodeName ?? toUnicodeName(name)} />
            </span>
            <CopyButton value={name} label={t("name")} />
          </span>
        }
        actions={domain ? <TermAction domain={domain} /> : <Skeleton height={36} width={90} />}
        long
        below={
          domain ? (
            <div className={classes.status}>
              <DomainStatusBadge
                domain={{
                  ...domain,
                  isSuspended: domain.explanation.code === "suspended_unpaid",
                  renewalState: domain.renewal?.state ?? null,
                }}
              />
              <StatusText domain={domain} />
            </div>
          ) : (
            <Skeleton height={20} width={280} mt={8} />
          )
        }
      />
      <TabLinks
        label={t("tabs")}
        tabs={[
          { label: t("overview"), href: domainPath(name) },
          {
            label: t("nameservers"),
            href: domainPath(name, "nameservers"),
            count: domain?.nameservers.length,
          },
          { label: t("contacts"), href: domainPath(name, "contacts") },
          { label: t("dnssec"), href: domainPath(name, "dnssec"), count: domain?.dsRecords.length },
          { label: t("history"), href: domainPath(name, "history") },
        ]}
      />
    </>
  );
}

/** The reason for the status, who acts next, and the deadline. */
function StatusText({ domain }: { domain: Domain }) {
  const t = useTranslations("domainStatusWords");
  const write = useMomentText();
  const { status, autoRenew, expiresAt, explanation } = domain;
  const date = write(expiresAt, "date");
  const service = useServiceText(domain);
  const { code, nextActor, until } = explanation;
  if (code === "renewal_failed" && domain.renewal) {
    return <FailedRenewalText domain={domain} renewal={domain.renewal} service={service} />;
  }
  const situation = `because_${code}` as Parameters<typeof t.has>[0];
  return (
    <Text size="sm" c="dimmed">
      {t.has(situation)
        ? t(situation, { date })
        : status === "active"
          ? t(autoRenew ? "active_renew" : "active_end", { date })
          : t(status, { date })}{" "}
      {nextActor === "nobody"
        ? null
        : until
          ? t.rich(deadlineMessage(code, nextActor), { until: () => <Moment at={until} detail="minute" /> })
          : t(`next_${nextActor}`)}{" "}
      {service}
    </Text>
  );
}

/** Why the renewal failed, when it is tried again, and what to do about it. */
function FailedRenewalText(props: { domain: Domain; renewal: DomainRenewal; service: string | null }) {
  const { domain, renewal, service } = props;
  const t = useTranslations("domainStatusWords");
  const trpc = useTRPC();
  const { data: current } = useQuery(trpc.session.current.queryOptions());
  const write = useMomentText();
  const { failure, chargesAt, orderState } = renewal;
  const { until } = domain.explanation;
  const mayChange = current !== undefined && isShown(current, "payments:write");
  return (
    <Text size="sm">
      {domain.status === "expired" ? t("expired_on", { date: write(domain.expiresAt, "date") }) : null}{" "}
      {failure?.message ?? t("renewal_failed_unknown")}{" "}
      {chargesAt ? t("next_attempt", { date: write(chargesAt, "date") }) : t("no_next_attempt")}{" "}
      {until ? t.rich("renew_until", { until: () => <Moment at={until} detail="minute" /> }) : null} {service}{" "}
      {mayChange && orderState === "awaiting_payment" ? (
        <Anchor component={Link} href={savedCardsPath} size="sm" underline="always">
          {t("change_card")}
        </Anchor>
      ) : null}
    </Text>
  );
}

const holds = ["clientHold", "serverHold", "inactive"];

/**
 * Whether people can reach the domain, the first question about one that has expired. Whether its nameservers answer is
 * checked elsewhere: only what the registry does is known here.
 */
function useServiceText({ status, deletesAt, registryStatuses, nameservers }: Domain): string | null {
  const t = useTranslations("domainStatusWords");
  const write = useMomentText();
  switch (status) {
    case "expired":
      if (nameservers.length === 0) {
        return t("no_delegation");
      }
      if (registryStatuses.some((one) => holds.includes(one))) {
        return t("on_hold");
      }
      return deletesAt ? t("in_zone_until", { date: write(deletesAt, "date") }) : t("in_zone");
    case "redemption":
      return t("out_of_zone");
    case "pending_delete":
      return t("works_no_more");
    default:
      return null;
  }
}

function deadlineMessage(code: string, nextActor: Exclude<Domain["explanation"]["nextActor"], "nobody">) {
  if (nextActor !== "you" || code === "transferring_out") {
    return `next_${nextActor}_until` as const;
  }
  return code === "in_redemption" ? "restore_until" : "renew_until";
}
