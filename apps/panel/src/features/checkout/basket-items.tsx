"use client";
import { ActionIcon, NativeSelect, Text } from "@mantine/core";
import { IconAlertTriangle, IconInfoCircle, IconX } from "@tabler/icons-react";
import { mailPlans } from "@zonepost/schema";
import { markTones } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { useRight } from "@/features/access/use-right.ts";
import { type BasketItem, hasTerm, withChange, withYears } from "@/features/basket/basket.ts";
import { useRemoveItems } from "@/features/basket/use-remove-items.ts";
import { DomainName } from "@/features/domains/domain-name.tsx";
import { Section } from "@/ui/frame/surface.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { useMomentText } from "@/ui/values/moment.tsx";
import { useMoney } from "@/ui/values/use-money.ts";
import { termOf, tldWithoutPrivacy, yearsOf } from "./basket-order.ts";
import classes from "./checkout.module.css";
import type { Checkout } from "./use-checkout.ts";

export function BasketItems({ checkout }: { checkout: Checkout }) {
  const t = useTranslations("checkout");
  return (
    <Section
      title={t("items", { count: checkout.basket.items.length })}
      action={<YearsForAll checkout={checkout} />}
    >
      <ul className={classes.items} aria-busy={!checkout.isFresh}>
        {checkout.basket.items.map((item) => (
          <Item key={item.name} item={item} checkout={checkout} />
        ))}
      </ul>
    </Section>
  );
}

/** One term for all, where each has its own. */
function YearsForAll({ checkout: { basket, offers, change } }: { checkout: Checkout }) {
  const t = useTranslations("checkout");
  const items = basket.items.filter(hasTerm);
  const terms = new Set(items.map((item) => termOf(item, offers)));
  const [only] = terms;
  const most = Math.max(...items.map(({ name }) => yearsOf(name, offers).at(-1) ?? 1));
  return items.length < 2 ? null : (
    <NativeSelect
      aria-label={t("yearsForAll")}
      value={terms.size === 1 ? String(only) : ""}
      data={[
        ...(terms.size === 1 ? [] : [{ value: "", label: t("differentYears"), disabled: true }]),
        ...Array.from({ length: most }, (_, index) => ({
          value: String(index + 1),
          label: t("allYears", { years: index + 1 }),
        })),
      ]}
      onChange={(event) => {
        const years = Number(event.currentTarget.value);
        change((before) => withYears(before, years));
      }}
    />
  );
}

function Item({ item, checkout }: { item: BasketItem; checkout: Checkout }) {
  const t = useTranslations("checkout");
  const mail = useRight("mail:write");
  const { offers, change } = checkout;
  const { kind, name, unicodeName, isPremium, mailPlan } = item;
  const remove = useRemoveItems(change);
  const set = (changed: Partial<BasketItem>) => change((before) => withChange(before, name, changed));
  return (
    <li className={classes.item}>
      <div className={classes.itemHead}>
        <div className={classes.itemName}>
          <Text component="div" fw={600}>
            <DomainName name={name} unicodeName={unicodeName} />
          </Text>
          {kind === "registration" ? null : (
            <StatusBadge tone={markTones.kind}>{t(`kind_${kind}`)}</StatusBadge>
          )}
          {isPremium ? <StatusBadge tone={markTones.premium}>{t("premium")}</StatusBadge> : null}
        </div>
        <Prices item={item} checkout={checkout} />
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t("removeName", { name: unicodeName })}
          onClick={() => remove([item])}
        >
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </div>
      {hasTerm(item) ? (
        <div className={classes.choices}>
          <NativeSelect
            aria-label={t("yearsOf", { name: unicodeName })}
            value={String(termOf(item, offers))}
            data={yearsOf(name, offers).map((years) => ({
              value: String(years),
              label: t("years", { years }),
            }))}
            onChange={(event) => set({ years: Number(event.currentTarget.value) })}
          />
          {mail.has && kind === "registration" ? (
            <NativeSelect
              aria-label={t("mailOf", { name: unicodeName })}
              value={mailPlan}
              data={[
                { value: "", label: t("noMail") },
                ...mailPlans.map(({ slug, maxAccounts }) => ({
                  value: slug,
                  label: t("mailPlan", { plan: slug, count: maxAccounts }),
                })),
              ]}
              onChange={(event) => set({ mailPlan: event.currentTarget.value })}
            />
          ) : null}
        </div>
      ) : null}
      <Messages item={item} checkout={checkout} />
    </li>
  );
}

function Prices({ item, checkout: { quote, preview, isFresh } }: { item: BasketItem; checkout: Checkout }) {
  const t = useTranslations("checkout");
  const money = useMoney();
  const momentText = useMomentText();
  const price = quote?.prices.get(item.name);
  if (price === undefined || preview === undefined || price.domainCents === null) {
    return <span />;
  }
  const { domainCents, mailCents, expiresAt } = price;
  return (
    <div className={classes.prices} style={{ opacity: isFresh ? 1 : 0.55 }}>
      <Text fw={600}>{money(domainCents, preview.currency)}</Text>
      {mailCents === null ? null : (
        <Text size="sm">{t("mailPrice", { price: money(mailCents, preview.currency) })}</Text>
      )}
      {expiresAt === null ? null : (
        <Text size="sm" c="dimmed">
          {t("paidUntil", { date: momentText(expiresAt, "date") })}
        </Text>
      )}
    </div>
  );
}

/** Why the domain can't be ordered, a price that has changed, and what the person should know. */
function Messages({ item, checkout }: { item: BasketItem; checkout: Checkout }) {
  const t = useTranslations("checkout");
  const money = useMoney();
  const { quote, preview, offers, form } = checkout;
  const priceCents = quote?.prices.get(item.name)?.domainCents;
  const { seen } = item;
  const hasChanged =
    typeof priceCents === "number" && seen?.years === termOf(item, offers) && seen.priceCents !== priceCents;
  const problems = quote?.problems.get(item.name) ?? [];
  const notes = [
    ...(hasChanged && preview
      ? [
          t("priceChanged", {
            before: money(seen.priceCents, preview.currency),
            now: money(priceCents, preview.currency),
          }),
        ]
      : []),
    ...(quote?.warnings.get(item.name) ?? []).map(({ message }) => message),
  ];
  const openTld = form.values.whoisPrivacy ? tldWithoutPrivacy(item, offers) : undefined;
  return problems.length + notes.length === 0 && openTld === undefined ? null : (
    <ul className={classes.messages} aria-label={t("messagesOf", { name: item.unicodeName })}>
      {problems.map(({ message }) => (
        <li key={message} data-tone="bad">
          <IconAlertTriangle size={16} aria-hidden />
          <span>{message}</span>
        </li>
      ))}
      {notes.map((note) => (
        <li key={note} data-tone="warn">
          <IconAlertTriangle size={16} aria-hidden />
          <span>{note}</span>
        </li>
      ))}
      {openTld === undefined ? null : (
        <li>
          <IconInfoCircle size={16} aria-hidden />
          <span>{t("noPrivacy", { tld: openTld })}</span>
        </li>
      )}
    </ul>
  );
}
