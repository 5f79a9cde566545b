"use client";
import { Button, Text, TextInput } from "@mantine/core";
import { IconSearch, IconTransferIn } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { whyMissing } from "@/features/access/rights.ts";
import { useRight } from "@/features/access/use-right.ts";
import { transferPath } from "@/lib/paths.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { useForm } from "@/ui/form/use-form.ts";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { Link } from "@/ui/link.tsx";
import { NamesResults } from "./checked-names.tsx";
import classes from "./domain-search.module.css";
import { domainSearchParams } from "./domain-search-params.ts";
import { Offers } from "./offers.tsx";
import { SearchResults } from "./search-results.tsx";
import { namesOfSearch, searchSchema } from "./search-word.ts";

/** One field for a name or a word in any script. The search is in the URL, so that it can be shared. */
export function DomainSearch() {
  const t = useTranslations("search");
  const buy = useRight("domains:buy");
  const trpc = useTRPC();
  const { data: current } = useQuery(trpc.session.current.queryOptions());
  const isLimited = current !== undefined && whyMissing(current.session, ["domains:buy"]) === "limit";
  const [{ q }, setParams] = useQueryStates(domainSearchParams, { history: "push" });
  const form = useForm({ initial: { q }, schema: searchSchema });
  return (
    <>
      <PageHeader
        title={t("title")}
        crumbs={[{ label: t("domains"), href: "/domains" }]}
        below={<Text c="dimmed">{t("intro")}</Text>}
        actions={
          buy.has ? (
            <Button
              component={Link}
              href={transferPath()}
              variant="default"
              leftSection={<IconTransferIn size={18} aria-hidden />}
            >
              {t("transferIn")}
            </Button>
          ) : null
        }
        long
      />
      <search>
        <form
          ref={form.formRef}
          noValidate
          className={classes.form}
          onSubmit={form.submit((found) => void setParams({ q: found.q }))}
        >
          <TextInput
            size="md"
            autoFocus={q === ""}
            aria-label={t("name")}
            placeholder={t("placeholder")}
            autoCapitalize="off"
            autoComplete="off"
            spellCheck={false}
            leftSection={<IconSearch size={18} aria-hidden />}
            {...form.text("q")}
          />
          <Button type="submit" size="md">
            {t("submit")}
          </Button>
        </form>
      </search>
      {buy.has ? null : (
        <Text size="sm" c="dimmed" mb="lg">
          {isLimited ? t("limited", { count: current.session.domainNames?.length ?? 0 }) : t("mayNotBuy")}
        </Text>
      )}
      {q.trim() ? <Results key={q} typed={q.trim()} mayBuy={buy.has} /> : <Offers />}
    </>
  );
}

function Results({ typed, mayBuy }: { typed: string; mayBuy: boolean }) {
  const names = namesOfSearch(typed);
  const [first = typed] = names;
  return names.length > 1 ? (
    <NamesResults names={names} mayBuy={mayBuy} />
  ) : (
    <SearchResults word={first} mayBuy={mayBuy} />
  );
}
