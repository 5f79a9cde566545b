"use client";
import {
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
  spotlight,
} from "@mantine/spotlight";
import {
  IconAddressBook,
  IconArrowRight,
  IconBolt,
  IconMail,
  IconSearch,
  IconUser,
  IconWebhook,
  IconWorld,
} from "@tabler/icons-react";
import { usePathname, useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { readRecentPaths } from "@/lib/recent-paths.ts";
import classes from "./finder.module.css";
import { rank } from "./rank.ts";
import { type Entry, type Kind, useEntries } from "./use-entries.ts";

const icons: Record<Kind, typeof IconSearch> = {
  place: IconArrowRight,
  action: IconBolt,
  domain: IconWorld,
  mail: IconMail,
  endpoint: IconWebhook,
  contact: IconAddressBook,
  person: IconUser,
};

const mostResults = 14;
const mostRecent = 5;

/** Finds every place, action, domain, mailbox, endpoint, contact and person. Loaded on first use. */
export function Finder(props: { asked: number; workspaceId: string; showShortcuts: () => void }) {
  const { asked, workspaceId, showShortcuts } = props;
  const t = useTranslations("finder");
  const router = useRouter();
  const pathname = usePathname();
  const [query, setQuery] = useState("");
  const [recentPaths, setRecentPaths] = useState<string[]>([]);
  useEffect(() => {
    setRecentPaths(readRecentPaths(workspaceId));
    spotlight.open();
  }, [asked, workspaceId]);
  const { entries, isLoading, isUnknownId } = useEntries(query, recentPaths, showShortcuts);
  const actionOf = (entry: Entry): SpotlightActionData => {
    const Icon = icons[entry.kind];
    return {
      id: entry.id,
      label: entry.label,
      leftSection: <Icon size={18} aria-hidden />,
      rightSection: query.trim() ? <span className={classes.kind}>{t(`kind_${entry.kind}`)}</span> : null,
      onClick: () => ("run" in entry ? entry.run() : router.push(entry.href)),
    };
  };
  const isFound = (entry: Entry | undefined): entry is Entry => entry !== undefined;
  const recent = recentPaths
    .filter((path) => path !== pathname)
    .map((path) => entries.find(({ id }) => id === path))
    .filter(isFound)
    .slice(0, mostRecent);
  const groups: SpotlightActionGroupData[] = [
    { group: t("recent"), actions: recent.map(actionOf) },
    {
      group: t("places"),
      actions: entries.filter((entry) => entry.kind === "place" && !recent.includes(entry)).map(actionOf),
    },
  ];
  const results = query.trim() ? rank(entries, query, recentPaths).slice(0, mostResults) : [];
  useFirstSelected(results[0]?.id);
  return (
    <Spotlight
      query={query}
      onQueryChange={setQuery}
      actions={query.trim() ? results.map(actionOf) : groups.filter(({ actions }) => actions.length > 0)}
      filter={(_, actions) => actions}
      shortcut={null}
      attributes={{ content: { "aria-label": t("title") } }}
      // The field keeps its place while the results change.
      centered={false}
      yOffset="min(12vh, 6rem)"
      scrollable
      classNames={{ actionLabel: classes.label }}
      maxHeight={460}
      nothingFound={t(isLoading ? "loading" : isUnknownId ? "nothingWithId" : "nothing")}
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: t("placeholder"),
        "aria-label": t("placeholder"),
      }}
    />
  );
}

/** Selects the first result when results arrive after the query, which Spotlight itself doesn't. */
function useFirstSelected(firstId: string | undefined) {
  useEffect(() => {
    const list = document.querySelector(".mantine-Spotlight-actionsList");
    if (firstId !== undefined && list?.querySelector("[data-selected]") === null) {
      list.querySelector("[data-action]")?.setAttribute("data-selected", "true");
    }
  }, [firstId]);
}
