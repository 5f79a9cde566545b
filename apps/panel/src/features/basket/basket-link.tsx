"use client";
import { IconShoppingCart } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { basketPath } from "@/lib/paths.ts";
import { Link } from "@/ui/link.tsx";
import classes from "./basket-link.module.css";
import { useBasket } from "./use-basket.ts";

/** The basket with its count; hidden while it is empty. */
export function BasketLink() {
  const t = useTranslations("basket");
  const { basket } = useBasket();
  const count = basket.items.length;
  return count === 0 ? null : (
    <Link href={basketPath} className={classes.link} aria-label={t("open", { count })}>
      <IconShoppingCart size={20} aria-hidden />
      <span className={classes.count} aria-hidden>
        {count}
      </span>
    </Link>
  );
}
