"use client";
import { useTranslations } from "next-intl";
import { type NavigationPlace, navigationGroups } from "./navigation.ts";
import { PlaceLink } from "./place-link.tsx";
import classes from "./shell.module.css";

/** Links to places, under the titles of their groups. */
export function PlaceGroups(props: {
  places: readonly NavigationPlace[];
  here: NavigationPlace | undefined;
  countOf: (place: NavigationPlace) => number;
  heading: "h2" | "h3";
  onClick?: () => void;
}) {
  const { places, here, countOf, heading: Heading, onClick } = props;
  const t = useTranslations("shell");
  return navigationGroups.map((group) => {
    const shown = places.filter((place) => place.group === group);
    return shown.length === 0 ? null : (
      <div key={group} className={classes.group}>
        {group === "main" ? null : <Heading className={classes.groupTitle}>{t(`group_${group}`)}</Heading>}
        {shown.map((place) => (
          <PlaceLink
            key={place.key}
            place={place}
            isHere={place === here}
            attentionCount={countOf(place)}
            onClick={onClick}
          />
        ))}
      </div>
    );
  });
}
