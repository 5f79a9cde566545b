"use client";
import { useQuery } from "@tanstack/react-query";
import type { AttentionItem, Right } from "@zonepost/schema";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { isShown } from "@/features/access/rights.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { AttentionCard } from "./attention-card.tsx";
import classes from "./overview.module.css";
import { CardSkeleton, OverviewCard } from "./overview-card.tsx";
import { PortfolioCard } from "./portfolio-card.tsx";
import { StorageCard } from "./storage-card.tsx";

const ChartSkeleton = ({ size }: { size: "renewals" | "deliveries" | "activity" }) => {
  const t = useTranslations("overview");
  return (
    <OverviewCard title={t(size === "renewals" ? "renewalsTitle" : size)} size={size}>
      <CardSkeleton />
    </OverviewCard>
  );
};

const FirstSteps = dynamic(() =>
  import("@/features/first-steps/first-steps-section.tsx").then((module) => module.FirstSteps),
);
// Charts load after the content.
const RenewalsCard = dynamic(() => import("./renewals-card.tsx").then((module) => module.RenewalsCard), {
  ssr: false,
  loading: () => <ChartSkeleton size="renewals" />,
});
const DeliveriesCard = dynamic(
  () => import("./deliveries-card.tsx").then((module) => module.DeliveriesCard),
  {
    ssr: false,
    loading: () => <ChartSkeleton size="deliveries" />,
  },
);
const ActivityCard = dynamic(() => import("./activity-card.tsx").then((module) => module.ActivityCard), {
  ssr: false,
  loading: () => <ChartSkeleton size="activity" />,
});

/** What needs someone, and how the workspace is doing. */
export function OverviewPage({ attention }: { attention?: AttentionItem[] | undefined }) {
  const t = useTranslations("overview");
  const trpc = useTRPC();
  const { data: current } = useQuery(trpc.session.current.queryOptions());
  const may = (right: Right) => current !== undefined && isShown(current, right);
  const portfolio = useQuery({
    ...trpc.domains.portfolio.queryOptions(),
    enabled: may("domains:read"),
  });
  return (
    <>
      <PageHeader
        title={t("title")}
        below={<Counts mayMail={may("mail:read")} mayDomains={may("domains:read")} />}
      />
      {portfolio.data?.domainCount === 0 ? <FirstSteps /> : null}
      <div className={classes.cards}>
        <div className={classes.column}>
          <AttentionCard readByServer={attention} />
          {may("domains:read") ? <RenewalsCard /> : null}
        </div>
        <div className={classes.column}>
          {may("domains:read") ? <PortfolioCard /> : null}
          {may("webhooks:read") ? <DeliveriesCard /> : null}
          {may("mail:read") ? <StorageCard /> : null}
          {may("audit:read") ? <ActivityCard /> : null}
        </div>
      </div>
    </>
  );
}

function Counts({ mayDomains, mayMail }: { mayDomains: boolean; mayMail: boolean }) {
  const t = useTranslations("overview");
  const trpc = useTRPC();
  const portfolio = useQuery({ ...trpc.domains.portfolio.queryOptions(), enabled: mayDomains });
  const mail = useQuery({ ...trpc.mail.storage.queryOptions(), enabled: mayMail });
  const parts = [
    portfolio.data && t("domainCount", { count: portfolio.data.domainCount }),
    mail.data && mail.data.domainCount > 0 && t("mailCount", { count: mail.data.domainCount }),
  ].filter(Boolean);
  // A line of its own height, also while it loads.
  return <p className={classes.counts}>{parts.join(" · ") || "\u00a0"}</p>;
}
