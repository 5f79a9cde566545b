"use client";
import { Drawer } from "@mantine/core";
import { useTranslations } from "next-intl";
import { type NavigationPlace, navigationGroups } from "./navigation.ts";
import { PlaceLink } from "./place-link.tsx";
import classes from "./shell.module.css";

/** On a phone: the places that its bar has no room for. */
export function MorePlaces(props: {
  places: readonly NavigationPlace[];
  here: NavigationPlace | undefined;
  countOf: (place: NavigationPlace) => number;
  opened: boolean;
  onClose: () => void;
}) {
  const { places, here, countOf, opened, onClose } = props;
  const t = useTranslations("shell");
  const ui = useTranslations("ui");
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="bottom"
      size="auto"
      title={t("more")}
      closeButtonProps={{ "aria-label": ui("close") }}
    >
      <nav aria-label={t("more")} className={classes.more}>
        {navigationGroups.map((group) => {
          const shown = places.filter((place) => place.group === group && !("isPrimary" in place));
          return shown.length === 0 ? null : (
            <div key={group} className={classes.group}>
              {group === "main" ? null : <h3 className={classes.groupTitle}>{t(`group_${group}`)}</h3>}
              {shown.map((place) => (
                <PlaceLink
                  key={place.key}
                  place={place}
                  isHere={place === here}
                  attentionCount={countOf(place)}
                  onClick={onClose}
                />
              ))}
            </div>
          );
        })}
      </nav>
    </Drawer>
  );
}
