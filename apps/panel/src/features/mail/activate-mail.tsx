"use client";
import { Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type MailActivationInput, mailActivationInput } from "@zonepost/schema";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { DomainField } from "@/features/domain-choice/domain-field.tsx";
import { ChargedCard } from "@/features/payments/cards/charged-card.tsx";
import { useCharge } from "@/features/payments/cards/use-charge.ts";
import { mailPath, orderOnlyPath } from "@/lib/paths.ts";
import { withAct } from "@/lib/use-asked-act.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC, useTRPCClient } from "@/trpc/client.tsx";
import { PageForm } from "@/ui/form/page-form.tsx";
import { useForm } from "@/ui/form/use-form.ts";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { useMoney } from "@/ui/values/use-money.ts";
import { PlanChoice, usePlanPrices } from "./plan/plan-choice.tsx";
import { PlanPrice, usePlanPreview } from "./plan/plan-price.tsx";
import { useMayOrderPlan } from "./plan/use-may-order-plan.ts";

export function ActivateMail({ domain }: { domain: string }) {
  const t = useTranslations("mail");
  return (
    <>
      <PageHeader
        title={t("activateTitle")}
        crumbs={[{ label: t("title"), href: "/mail" }]}
        below={<Text c="dimmed">{t("activateWords")}</Text>}
      />
      <ActivateForm domain={domain} />
    </>
  );
}

function ActivateForm({ domain }: { domain: string }) {
  const t = useTranslations("mail");
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const order = useMayOrderPlan();
  const form = useForm({
    initial: { domainName: domain, planSlug: "starter" },
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
  const { prices } = usePlanPrices();
  // Until a domain is chosen, a year of the plan: mail that is activated begins with one.
  const listed = input === undefined ? prices.find(({ slug }) => slug === form.values.planSlug) : undefined;
  const price = isPriceShown ? seen : listed;
  const isCharged = order.has && price !== undefined && price.totalCents > 0;
  const client = useTRPCClient();
  const charge = useCharge();
  const activate = useSubmit({
    mutationFn: (wanted: MailActivationInput) =>
      charge.pay(seen?.totalCents, { ...wanted, kind: "mail_plan" }, () =>
        client.orders.activateMail.mutate(wanted),
      ),
    onSuccess: async (ordered, { domainName }) => {
      router.push(orderOnlyPath(ordered) ?? withAct(mailPath(domainName), "account"));
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
        isCharged ? t("activateFor", { price: money(price.totalCents, price.currency) }) : t("activate")
      }
      isReady={order.has && (!order.isPaid || input === undefined || isPriceShown)}
      status={order.why}
      failedTitle={t("notActivated")}
      cancelHref="/mail"
      gap="lg"
    >
      <DomainField
        autoFocus={domain === ""}
        label={t("domain")}
        description={(choices) => t(choices?.every(({ hasMail }) => hasMail) ? "noChoices" : "domainHint")}
        status="active"
        unavailable={({ hasMail }) => (hasMail ? t("hasMail") : undefined)}
        value={form.values.domainName}
        onChange={(name) => form.set("domainName", name)}
        onBlur={() => form.validateField("domainName")}
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
      {charge.cards && isCharged ? <ChargedCard cards={charge.cards} /> : null}
    </PageForm>
  );
}
