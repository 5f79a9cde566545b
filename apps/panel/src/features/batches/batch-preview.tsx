"use client";
import { Button, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { contactRoles, type DomainBatchPreviewItem, type DomainBatchSettings } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { contactLine } from "@/features/contacts/contact-line.ts";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useTRPC } from "@/trpc/client.tsx";
import classes from "./batch-preview.module.css";
import { sortedPreview } from "./sorted-preview.ts";

const shownAtOnce = 50;

/** What a bulk change does to each domain: from which value to which, or why it can't. */
export function BatchPreview(props: {
  items: DomainBatchPreviewItem[] | undefined;
  isFailed: boolean;
  isDeletion?: boolean;
}) {
  const { items, isFailed, isDeletion = false } = props;
  const t = useTranslations("bulk");
  const [showsAll, setShowsAll] = useState(false);
  if (isFailed) {
    return (
      <Text size="sm" c="dimmed">
        {t("noPreview")}
      </Text>
    );
  }
  if (!items) {
    return <Skeleton height={96} radius="md" aria-busy />;
  }
  const { changed, same, failing } = sortedPreview(items);
  const listed = [...failing, ...changed];
  return (
    <div>
      <Text size="sm" fw={500} role="status">
        {t(isDeletion ? "previewDeleted" : "previewCounts", {
          changed: changed.length,
          same: same.length,
          failing: failing.length,
        })}
      </Text>
      {listed.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached with the keyboard.
        <section className={classes.scrolls} tabIndex={0} aria-label={t("preview")}>
          <ul className={classes.items}>
            {listed.slice(0, showsAll ? undefined : shownAtOnce).map((item) => (
              <PreviewItem key={item.domainName} item={item} />
            ))}
          </ul>
        </section>
      ) : null}
      {!showsAll && listed.length > shownAtOnce ? (
        <Button variant="default" size="xs" mt="xs" onClick={() => setShowsAll(true)}>
          {t("showRest", { count: listed.length - shownAtOnce })}
        </Button>
      ) : null}
    </div>
  );
}

function PreviewItem({ item }: { item: DomainBatchPreviewItem }) {
  const { domainName, wouldSucceed, before, after, problems, warnings } = item;
  const changes = useChangeLines({ withContacts: before?.contacts !== undefined });
  return (
    <li className={classes.item}>
      <Text size="sm" fw={500}>
        {toUnicodeName(domainName)}
      </Text>
      {problems.map(({ code, message }) => (
        <Text key={code} size="xs" c="var(--zp-bad)">
          {message}
        </Text>
      ))}
      {wouldSucceed && before && after
        ? changes(before, after).map((line) => (
            <Text key={line} size="xs" c="dimmed">
              {line}
            </Text>
          ))
        : null}
      {warnings.map(({ code, message }) => (
        <Text key={code} size="xs" c="dimmed">
          {message}
        </Text>
      ))}
    </li>
  );
}

/** Such as "Off → On", or a line for each role of the contacts that changes. */
function useChangeLines({ withContacts }: { withContacts: boolean }) {
  const t = useTranslations("bulk");
  const roleOf = useTranslations("domainContacts");
  const { data: contacts = [] } = useQuery({
    ...useTRPC().contacts.list.queryOptions(),
    enabled: withContacts,
  });
  const nameOf = (id: string | null) => {
    const contact = contacts.find((one) => one.id === id);
    return contact ? contactLine(contact) : t("otherContact");
  };
  const fromTo = (from: string, to: string) => t("fromTo", { from, to });
  return (before: DomainBatchSettings, after: DomainBatchSettings): string[] => {
    if (before.contacts && after.contacts) {
      const [was, is] = [before.contacts, after.contacts];
      return contactRoles
        .map((role) => ({ role, from: was[`${role}Id`], to: is[`${role}Id`] }))
        .filter(({ from, to }) => from !== to)
        .map(({ role, from, to }) =>
          t("roleFromTo", { role: roleOf(`role_${role}`), from: nameOf(from), to: nameOf(to) }),
        );
    }
    if (before.nameservers && after.nameservers) {
      return [fromTo(before.nameservers.join(", ") || t("none"), after.nameservers.join(", "))];
    }
    for (const setting of ["autoRenew", "locked", "whoisPrivacy"] as const) {
      const [was, is] = [before[setting], after[setting]];
      if (was !== undefined && is !== undefined) {
        return [fromTo(t(`${setting}_${was}`), t(`${setting}_${is}`))];
      }
    }
    return [];
  };
}
