"use client";
import { Button, Group, Skeleton, Stack, Text, TextInput, Title } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { domainSearchQuery } from "@zonepost/schema";
import { useFormatter, useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { Failure } from "@/app/_parts/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { problemOf } from "@/trpc/problem-of.ts";
import { PageHeader } from "@/ui/page-header.tsx";
import { ProblemAlert } from "@/ui/problem-alert.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { Surface } from "@/ui/surface.tsx";
import { useForm } from "@/ui/use-form.ts";
import { DomainName } from "../../_parts/domain-name.tsx";
import { domainSearchParams } from "../search-params.ts";
import classes from "./domain-search.module.css";

export function DomainSearch() {
  const t = useTranslations("search");
  const [{ q }, setParams] = useQueryStates(domainSearchParams, { history: "push" });
  const form = useForm({ initial: { q }, schema: domainSearchQuery });
  return (
    <>
      <PageHeader
        title={t("title")}
        crumbs={[{ label: t("domains"), href: "/domains" }]}
        below={<Text c="dimmed">{t("intro")}</Text>}
      />
      <search>
        <form
          ref={form.formRef}
          className={classes.form}
          onSubmit={form.submit(() => void setParams({ q: form.values.q.trim() }))}
        >
          <TextInput
            size="md"
            autoFocus={q === ""}
            aria-label={t("name")}
            placeholder="example.com"
            autoCapitalize="off"
            spellCheck={false}
            leftSection={<IconSearch size={18} aria-hidden />}
            {...form.text("q")}
          />
          <Button type="submit" size="md">
            {t("submit")}
          </Button>
        </form>
      </search>
      {q ? <Result q={q} /> : null}
    </>
  );
}

function Result({ q }: { q: string }) {
  const t = useTranslations("search");
  const trpc = useTRPC();
  const parsed = domainSearchQuery.safeParse({ q });
  const query = useQuery({
    ...trpc.domains.search.queryOptions(parsed.data ?? { q }),
    enabled: parsed.success,
    staleTime: 0,
  });
  if (!parsed.success)
    return <ProblemAlert title={t("notAName", { name: q })} detail={parsed.error.issues[0]?.message} />;
  if (query.data)
    return (
      <Surface>
        <div className={classes.result} role="status">
          <div className={classes.name}>
            <Title order={2} size="h4">
              <DomainName name={query.data.name} unicodeName={query.data.unicodeName} />
            </Title>
            <Group gap="md" mt={6}>
              {query.data.available ? (
                <StatusBadge tone="good">{t("available")}</StatusBadge>
              ) : (
                <StatusBadge tone="off">{t("taken")}</StatusBadge>
              )}
              {query.data.premium ? <StatusBadge tone="info">{t("premium")}</StatusBadge> : null}
            </Group>
          </div>
          {query.data.available ? (
            <Price cents={query.data.monthlyPriceCents} currency={query.data.currency} />
          ) : (
            <Text c="dimmed" size="sm" maw={300}>
              {t("takenWords")}
            </Text>
          )}
        </div>
      </Surface>
    );
  if (query.isError) {
    const { status, errors, detail } = problemOf(query.error);
    return status === 422 ? (
      <ProblemAlert title={t("notOffered", { name: q })} detail={errors[0]?.message ?? detail} />
    ) : (
      <Failure error={query.error} title={t("failed")} onRetry={() => void query.refetch()} />
    );
  }
  return (
    <Surface>
      <Stack gap={10} role="status" aria-label={t("asking")}>
        <Skeleton height={22} width={220} />
        <Skeleton height={16} width={120} />
      </Stack>
    </Surface>
  );
}

function Price({ cents, currency }: { cents: number; currency: string }) {
  const t = useTranslations("search");
  const format = useFormatter();
  const fractionDigits =
    new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
  return (
    <div className={classes.price}>
      <Text fw={600} size="lg">
        {t("perMonth", {
          price: format.number(cents / 10 ** fractionDigits, { style: "currency", currency }),
        })}
      </Text>
      <Text size="sm" c="dimmed">
        {t("paidByYear")}
      </Text>
    </div>
  );
}
