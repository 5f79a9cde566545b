"use client";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { Link } from "@/ui/link.tsx";
import type { NavigationPlace } from "./navigation.ts";
import classes from "./shell.module.css";

/** A link of the navigation, with the number of things to act on there. */
export function PlaceLink(props: {
  place: NavigationPlace;
  isHere: boolean;
  attentionCount: number;
  className?: string | undefined;
  onClick?: (() => void) | undefined;
}) {
  const { place, isHere, attentionCount, className = classes.place, onClick } = props;
  const { href, key, icon: Icon } = place;
  const t = useTranslations("shell");
  const countId = useId();
  return (
    <Link
      href={href}
      className={className}
      aria-current={isHere ? "page" : undefined}
      aria-describedby={attentionCount > 0 ? countId : undefined}
      onClick={onClick}
    >
      <Icon size={20} stroke={1.7} aria-hidden />
      {t(key)}
      <PlaceCount count={attentionCount} id={countId} />
    </Link>
  );
}

/** What it is next to is described by it. */
export function PlaceCount({ count, id }: { count: number; id: string }) {
  const t = useTranslations("shell");
  return count === 0 ? null : (
    <span className={classes.count} aria-hidden>
      {count}
      <span id={id} hidden>
        {t("needAttention", { count })}
      </span>
    </span>
  );
}
