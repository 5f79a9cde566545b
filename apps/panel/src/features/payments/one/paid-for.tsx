"use client";
import { Anchor, Text } from "@mantine/core";
import type { Order, OrderLine } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useRight } from "@/features/access/use-right.ts";
import { domainPath, mailPath, orderPath } from "@/lib/paths.ts";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { Link } from "@/ui/link.tsx";

const shownItems = 5;

const itemOf = ({ kind, domainName }: OrderLine) => ({ isMail: kind === "mail_plan", name: domainName });
const isKept = ({ state }: OrderLine) => state === "running" || state === "completed";

/** Links to the domains and the mail that an order has paid for. */
export function PaidFor({ order }: { order: Order }) {
  const t = useTranslations("contested");
  const mail = useRight("mail:read");
  const items = order.lines
    .filter(isKept)
    .map(itemOf)
    .filter(
      (item, index, all) =>
        all.findIndex(({ isMail, name }) => isMail === item.isMail && name === item.name) === index,
    );
  if (items.length === 0) {
    return null;
  }
  return (
    <Text size="sm">
      {t("paidFor")}:{" "}
      {items.slice(0, shownItems).map(({ isMail, name }, index) => {
        const word = isMail ? t("mailOf", { name: toUnicodeName(name) }) : toUnicodeName(name);
        return (
          <span key={`${isMail} ${name}`}>
            {index > 0 ? ", " : null}
            {isMail && !mail.has ? (
              word
            ) : (
              <Anchor
                component={Link}
                href={isMail ? mailPath(name) : domainPath(name)}
                inherit
                underline="always"
              >
                {word}
              </Anchor>
            )}
          </span>
        );
      })}
      {items.length > shownItems ? (
        <>
          {", "}
          <Anchor component={Link} href={orderPath(order.id)} inherit underline="always">
            {t("more", { count: items.length - shownItems })}
          </Anchor>
        </>
      ) : null}
    </Text>
  );
}
