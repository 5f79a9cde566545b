"use client";
import { Drawer } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { NavigationPlace } from "./navigation.ts";
import { PlaceGroups } from "./place-groups.tsx";
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
        <PlaceGroups
          places={places.filter((place) => !("isPrimary" in place))}
          here={here}
          countOf={countOf}
          heading="h3"
          onClick={onClose}
        />
      </nav>
    </Drawer>
  );
}
