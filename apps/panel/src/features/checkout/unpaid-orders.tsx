"use client";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { namesOf, withoutSent } from "@/features/basket/basket.ts";
import { orderPath } from "@/lib/paths.ts";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { Link } from "@/ui/link.tsx";
import type { Checkout } from "./use-checkout.ts";

/** Of several orders, those that exist and weren't paid, with the reason. The others stand. */
export function UnpaidOrders({ checkout: { unpaid, order, change, payAgain } }: { checkout: Checkout }) {
  const t = useTranslations("checkout");
  const format = useFormatter();
  return unpaid.length === 0 ? null : (
    <Section title={t("unpaid", { count: unpaid.length })}>
      <Stack gap="sm" role="status">
        {unpaid.map((sent) => {
          const names = namesOf(sent);
          const isOnPage = sent.unpaid?.code === "payment_page";
          const isConfirmed = sent.unpaid?.code === "authentication_required";
          return (
            <Surface key={sent.key}>
              <Text size="sm" fw={600}>
                {t(isConfirmed ? "toConfirm" : isOnPage ? "toPay" : "notPaid", { count: names.length })}
              </Text>
              {isConfirmed || isOnPage || !sent.unpaid?.message ? null : (
                <Text size="sm">{sent.unpaid.message}</Text>
              )}
              <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
                {format.list(names)}
              </Text>
              <Group gap="xs" mt="sm">
                {isConfirmed || isOnPage ? null : (
                  <Button size="xs" disabled={order.isPending} onClick={() => payAgain(sent)}>
                    {t("payAgain")}
                  </Button>
                )}
                <Button
                  component={Link}
                  href={orderPath(sent.unpaid?.orderId ?? "")}
                  size="xs"
                  variant={isConfirmed || isOnPage ? "filled" : "default"}
                >
                  {t(isConfirmed ? "confirm" : isOnPage ? "pay" : "openOrder")}
                </Button>
                <Button
                  size="xs"
                  variant="subtle"
                  color="gray"
                  onClick={() => change((before) => withoutSent(before, sent))}
                >
                  {t("dismiss")}
                </Button>
              </Group>
            </Surface>
          );
        })}
      </Stack>
    </Section>
  );
}
