"use client";
import { Button, Group, Loader, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { DomainOperation } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { useRefreshDomains } from "@/features/domains/use-refresh-domains.ts";
import { domainPath, operationsPath, registerPath, searchPath, transferPath } from "@/lib/paths.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useActorName } from "@/lib/use-actor-name.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { Facts, Section, Surface } from "@/ui/frame/surface.tsx";
import { Link } from "@/ui/link.tsx";
import { ProblemAlert } from "@/ui/notices/problem-alert.tsx";
import { Moment, RelativeMoment } from "@/ui/values/moment.tsx";
import { Mono } from "@/ui/values/mono.tsx";
import { useMoney } from "@/ui/values/use-money.ts";
import { OperationActs } from "./operation-acts.tsx";
import { OperationSkeleton } from "./operation-skeleton.tsx";
import { isCancelled, isInProgress, needsYourAnswer, OperationState } from "./operation-state.tsx";

const pollIntervalMs = 3_000;

export function OperationPage({ id }: { id: string }) {
  const t = useTranslations("operations");
  const trpc = useTRPC();
  const query = useQuery({
    ...trpc.domains.operations.get.queryOptions({ id }),
    refetchInterval: ({ state }) => (state.data && isInProgress(state.data) ? pollIntervalMs : false),
  });
  return (
    <QueryView
      query={query}
      skeleton={<OperationSkeleton />}
      header={<PageHeader crumbs={[{ label: t("title"), href: operationsPath }]} title={t("one")} />}
    >
      {(operation) => <OneOperation operation={operation} />}
    </QueryView>
  );
}

/** Refetches the domain once the operation has finished. */
function useRefreshAtEnd(isOver: boolean) {
  const refresh = useRefreshDomains();
  const wasOver = useRef(isOver);
  useEffect(() => {
    if (isOver && !wasOver.current) {
      void refresh();
    }
    wasOver.current = isOver;
  });
}

function OneOperation({ operation }: { operation: DomainOperation }) {
  const t = useTranslations("operations");
  const actorName = useActorName();
  const money = useMoney();
  const { kind, state, domainName, reason, waitsUntil, years, priceCents, currency } = operation;
  const unicodeName = toUnicodeName(domainName);
  const underWay = isInProgress(operation);
  useRefreshAtEnd(!underWay);
  return (
    <>
      <PageHeader
        crumbs={[
          { label: t("domains"), href: "/domains" },
          { label: t("title"), href: operationsPath },
        ]}
        title={t(`title_${kind}`, { name: unicodeName })}
        below={
          <Group gap="md" mt={8} role="status">
            <OperationState operation={operation} />
            {underWay && state === "pending" && waitsUntil === null ? <Loader size={16} aria-hidden /> : null}
          </Group>
        }
        long
      />
      <Stack gap="lg">
        <Surface>
          <Stack gap="md">
            {isCancelled(operation) ? (
              <Text>
                {reason?.message} {t(`calledOff_${kind === "transfer_out" ? "out" : "in"}`)}
              </Text>
            ) : state === "failed" ? (
              <>
                <ProblemAlert title={t(`failed_${kind}`)} detail={reason?.message ?? t("noReason")} />
                <Text size="sm">{t("afterFailure")}</Text>
              </>
            ) : (
              <Text>
                {state === "succeeded"
                  ? t(`done_${kind}`)
                  : needsYourAnswer(operation)
                    ? t("forYou")
                    : t(`underWay_${kind}`)}
              </Text>
            )}
            {underWay && waitsUntil ? (
              <Text>
                {t.rich(untilMessage(operation), {
                  when: () => (
                    <b>
                      <Moment at={waitsUntil} detail="minute" /> (<RelativeMoment at={waitsUntil} />)
                    </b>
                  ),
                })}
              </Text>
            ) : null}
            {underWay && waitsUntil === null ? (
              <Text size="sm" c="dimmed">
                {t("mayLeave")}
              </Text>
            ) : null}
            <Group gap="xs">
              <NextSteps operation={operation} />
              <OperationActs operation={operation} />
            </Group>
          </Stack>
        </Surface>
        <Section title={t("facts")}>
          <Surface>
            <Stack gap="md">
              <Facts
                facts={[
                  ...(priceCents !== null && currency
                    ? [
                        {
                          name: t("price"),
                          value: money(priceCents, currency),
                        },
                      ]
                    : []),
                  ...(years ? [{ name: t("term"), value: t("years", { count: years }) }] : []),
                  {
                    name: t("asked"),
                    wide: true,
                    value: <Moment at={operation.createdAt} detail="minute" />,
                  },
                  { name: t("by"), wide: true, value: actorName(operation.requestedBy) },
                  ...(operation.finishedAt
                    ? [
                        {
                          name: t("finished"),
                          wide: true,
                          value: <Moment at={operation.finishedAt} detail="minute" />,
                        },
                      ]
                    : []),
                ]}
              />
              <Facts
                facts={[{ name: t("id"), wide: true, value: <Mono label={t("id")}>{operation.id}</Mono> }]}
              />
            </Stack>
          </Surface>
        </Section>
      </Stack>
    </>
  );
}

const untilMessage = (operation: DomainOperation) =>
  operation.kind === "transfer_in"
    ? "otherHasUntil"
    : operation.kind === "transfer_out"
      ? "youHaveUntil"
      : "goesOnAt";

function NextSteps({ operation: { kind, state, domainName } }: { operation: DomainOperation }) {
  const t = useTranslations("operations");
  const link = (href: string, label: string, isFirst = true) => (
    <Button component={Link} href={href} variant={isFirst ? "filled" : "default"}>
      {label}
    </Button>
  );
  const isGone = state === "succeeded" && (kind === "transfer_out" || kind === "deletion");
  if (state === "succeeded") {
    return isGone ? null : link(domainPath(domainName), t("openDomain"));
  }
  if (state !== "failed") {
    return null;
  }
  if (kind === "registration") {
    return (
      <>
        {link(registerPath(domainName), t("registerAgain"))}
        {link(searchPath(toUnicodeName(domainName)), t("searchAgain"), false)}
      </>
    );
  }
  if (kind === "transfer_in") {
    return link(transferPath(domainName), t("transferAgain"));
  }
  return link(domainPath(domainName), t("openDomain"), false);
}
