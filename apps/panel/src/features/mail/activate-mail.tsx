"use client";
import { NativeSelect, Skeleton, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type MailActivationInput, mailActivationInput } from "@zonepost/schema";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { ChargedCard } from "@/features/payments/cards/charged-card.tsx";
import { useCharge } from "@/features/payments/cards/use-charge.ts";
import { mailPath, orderOnlyPath } from "@/lib/paths.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC, useTRPCClient } from "@/trpc/client.tsx";
import { PageForm } from "@/ui/form/page-form.tsx";
import { useForm } from "@/ui/form/use-form.ts";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { useMoney } from "@/ui/values/use-money.ts";
import { PlanChoice } from "./plan/plan-choice.tsx";
import { PlanPrice, usePlanPreview } from "./plan/plan-price.tsx";
import { useMayOrderPlan } from "./plan/use-may-order-plan.ts";

type Choice = { name: string; unicodeName: string };

export function ActivateMail({ domain }: { domain: string }) {
  const t = useTranslations("mail");
  const trpc = useTRPC();
  const domains = useQuery(trpc.domains.list.queryOptions());
  const mailDomains = useQuery(trpc.mail.list.queryOptions());
  const withMail = new Set(mailDomains.data?.map((mail) => mail.domainName));
  return (
    <>
      <PageHeader
        title={t("activateTitle")}
        crumbs={[{ label: t("title"), href: "/mail" }]}
        below={<Text c="dimmed">{t("activateWords")}</Text>}
      />
      <QueryView query={domains} skeleton={<Skeleton height={320} radius="lg" />}>
        {(all) => (
          <ActivateForm
            domain={domain}
            choices={all.filter((one) => one.status === "active" && !withMail.has(one.name))}
          />
        )}
      </QueryView>
    </>
  );
}

function ActivateForm({ domain, choices }: { domain: string; choices: Choice[] }) {
  const t = useTranslations("mail");
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const order = useMayOrderPlan();
  const form = useForm({
    initial: { domainName: choices.some((one) => one.name === domain) ? domain : "", planSlug: "starter" },
    schema: mailActivationInput,
  });
  const money = useMoney();
  const input = form.parsed;
  const preview = usePlanPreview(
    input ? [{ kind: "mail_plan", ...input }] : [],
    order.isPaid && order.has && input !== undefined,
  );
  const seen = input === undefined ? undefined : preview.data;
  const isPriceShown =
    seen !== undefined && !preview.isPlaceholderData && !preview.isError && seen.problems.length === 0;
  const client = useTRPCClient();
  const charge = useCharge();
  const activate = useSubmit({
    mutationFn: (wanted: MailActivationInput) =>
      charge.pay(seen?.totalCents, { ...wanted, kind: "mail_plan" }, () =>
        client.orders.activateMail.mutate(wanted),
      ),
    onSuccess: async (ordered, { domainName }) => {
      router.push(orderOnlyPath(ordered) ?? mailPath(domainName));
      await Promise.all([
        queryClient.invalidateQueries(trpc.mail.pathFilter()),
        queryClient.invalidateQueries(trpc.domains.get.queryFilter({ name: domainName })),
      ]);
    },
    form,
  });
  const domainError = form.error("domainName");
  return (
    <PageForm
      form={form}
      submission={{ ...activate, isPending: activate.isPending || activate.isSuccess }}
      onSubmit={form.submit((input) => activate.mutate(input))}
      submitLabel={
        isPriceShown && seen.totalCents > 0
          ? t("activateFor", { price: money(seen.totalCents, seen.currency) })
          : t("activate")
      }
      isReady={order.has && (!order.isPaid || input === undefined || isPriceShown)}
      status={order.why}
      failedTitle={t("notActivated")}
      cancelHref="/mail"
      gap="lg"
    >
      <NativeSelect
        maw={420}
        label={t("domain")}
        description={choices.length === 0 ? t("noChoices") : t("domainHint")}
        data={[
          { value: "", label: t("chooseDomain") },
          ...choices.map((one) => ({ value: one.name, label: one.unicodeName })),
        ]}
        {...form.text("domainName")}
        error={
          domainError === undefined ? undefined : form.values.domainName ? domainError : t("domainMissing")
        }
      />
      <PlanChoice
        value={form.values.planSlug}
        onChange={(slug) => form.set("planSlug", slug)}
        error={form.error("planSlug")}
      />
      {order.isPaid && order.has && input ? <PlanPrice preview={preview} /> : null}
      {charge.cards && isPriceShown && seen.totalCents > 0 ? <ChargedCard cards={charge.cards} /> : null}
    </PageForm>
  );
}
