"use client";
import { Group, Loader, Text } from "@mantine/core";
import type { Contact } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { Surface } from "@/ui/frame/surface.tsx";
import { BasketItems } from "./basket-items.tsx";
import { BasketSummary } from "./basket-summary.tsx";
import classes from "./checkout.module.css";
import { EmptyBasket } from "./empty-basket.tsx";
import { SharedFields } from "./shared-fields.tsx";
import { UnpaidOrders } from "./unpaid-orders.tsx";
import { useCheckout } from "./use-checkout.ts";

/** The fields on the left; the total, the card and the order on the right. */
export function BasketForm(props: { contacts: Contact[]; defaultNameservers: readonly string[] }) {
  const t = useTranslations("checkout");
  const checkout = useCheckout(props);
  if (checkout.isLeaving) {
    return (
      <Surface>
        <Group gap="sm" wrap="nowrap" role="status">
          <Loader size={16} aria-hidden />
          <Text>{t("leaving")}</Text>
        </Group>
      </Surface>
    );
  }
  const { basket, order } = checkout;
  if (basket.items.length === 0 && basket.sent.length === 0 && !order.isPending) {
    return <EmptyBasket />;
  }
  return (
    <div className={classes.columns}>
      <div>
        <UnpaidOrders checkout={checkout} />
        {basket.items.length > 0 ? <BasketItems checkout={checkout} /> : null}
        {checkout.needsFields ? <SharedFields checkout={checkout} contacts={props.contacts} /> : null}
      </div>
      <BasketSummary checkout={checkout} contacts={props.contacts} />
    </div>
  );
}
