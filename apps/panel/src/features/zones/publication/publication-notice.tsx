"use client";
import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Surface } from "@/ui/frame/surface.tsx";
import { ProblemAlert } from "@/ui/notices/problem-alert.tsx";
import { usePublication } from "../use-publication.ts";
import classes from "./publication-notice.module.css";
import { ServerList } from "./server-list.tsx";

/** After a change: each nameserver as it takes the version. Quiet on a page that found all of them up to date. */
export function PublicationNotice({ zoneName }: { zoneName: string }) {
  const t = useTranslations("zones");
  const { data: publication } = usePublication(zoneName);
  const [followed, setFollowed] = useState<number>();
  if (publication?.state === "publishing" && followed !== publication.version) {
    setFollowed(publication.version);
  }
  if (!publication || (publication.state === "published" && followed !== publication.version)) {
    return null;
  }
  const { state, version, problem } = publication;
  return (
    <div className={classes.notice}>
      {state === "failed" ? (
        <ProblemAlert
          title={t("failedTitle", { version })}
          detail={t("failedWords", { problem: problem ?? "" })}
        />
      ) : (
        <Surface>
          <Text size="sm" fw={500} mb={8} role="status">
            {t(state === "publishing" ? "publishingVersion" : "publishedVersion", { version })}
          </Text>
          <ServerList publication={publication} />
        </Surface>
      )}
    </div>
  );
}
