"use client";
import type { ZonePublication } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { AddressText } from "@/ui/values/address-text.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { ServerBadge } from "../zone-states.tsx";
import classes from "./server-list.module.css";

/** Which nameserver has which version, since when. */
export function ServerList({ publication }: { publication: ZonePublication }) {
  const t = useTranslations("zones");
  return (
    <ul className={classes.servers} aria-label={t("nameservers")}>
      {publication.servers.map((server) => (
        <li key={server.host}>
          <code>
            <AddressText>{server.host}</AddressText>
          </code>
          <ServerBadge server={server} wanted={publication.version} />
          <span className={classes.fact}>
            {server.version === null
              ? server.serial === null
                ? null
                : t("hasSerial", { serial: String(server.serial) })
              : t("hasVersion", { version: server.version })}
            {server.inStepAt
              ? t.rich("since", { when: () => <Moment at={server.inStepAt ?? ""} detail="exactTime" /> })
              : null}
          </span>
        </li>
      ))}
    </ul>
  );
}
