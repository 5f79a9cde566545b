"use client";
import { useMantineColorScheme } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Right } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { isShown } from "@/features/access/rights.ts";
import { withUnicodeName } from "@/features/domains/listed-domain.ts";
import { useSignOut } from "@/features/sign-in/use-sign-out.ts";
import { useSwitchWorkspace } from "@/features/workspace/use-switch-workspace.ts";
import { contactPath, domainPath, mailPath, searchPath, settingsPath, webhookPath } from "@/lib/paths.ts";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { withAct } from "@/lib/use-asked-act.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { useAddresses } from "@/ui/addresses.tsx";
import { setDensity } from "@/ui/list/density/use-density.ts";
import { domainTabs, domainVerbs, mailTabs, mailVerbs, places, type Target, verbs } from "./places.ts";
import { type Findable, tokensOf } from "./rank.ts";
import { recordOfId } from "./record-ids.ts";
import { mostSubjects, namesIn, subjectsOf } from "./subjects.ts";

const typingPauseMs = 150;

/** Neither an email address nor a URL. */
const domainName = /^[^\s@/:.]+(\.[^\s@/:.]+)*\.[^\s@/:.]{2,}$/;

export type Kind = "place" | "action" | "domain" | "mail" | "endpoint" | "contact" | "person";

export type Entry =
  | (Findable & { kind: Kind; href: string })
  | (Findable & { kind: "action"; run: () => void });

/** Everything that the finder can open or start, as far as the session may. */
export function useEntries(query: string, recentPaths: readonly string[], showShortcuts: () => void) {
  const { apiUrl } = useAddresses();
  const t = useTranslations("finder");
  const trpc = useTRPC();
  const { data: current } = useQuery(trpc.session.current.queryOptions());
  const may = (right: Right | readonly Right[] | undefined) =>
    right === undefined || (current !== undefined && isShown(current, right));
  const [asked] = useDebouncedValue(query, typingPauseMs);
  const names = {
    words: tokensOf(asked)
      .slice(0, 8)
      .map((word) => word.slice(0, 255)),
    recent: namesIn(recentPaths).slice(0, 20),
  };
  const domains = useQuery({
    ...trpc.domains.find.queryOptions(names),
    enabled: may("domains:read"),
    placeholderData: keepPreviousData,
  });
  const found = useMemo(() => (domains.data ?? []).map(withUnicodeName), [domains.data]);
  const endpoints = useQuery({ ...trpc.webhooks.list.queryOptions(), enabled: may("webhooks:read") });
  const mailDomains = useQuery({
    ...trpc.mail.find.queryOptions(names),
    enabled: may("mail:read"),
    placeholderData: keepPreviousData,
  });
  const contacts = useQuery({ ...trpc.contacts.list.queryOptions(), enabled: may("contacts:read") });
  const members = useQuery({ ...trpc.members.list.queryOptions(), enabled: may("members:read") });
  const workspaces = useQuery(trpc.me.workspaces.queryOptions());
  const workspace = useQuery({ ...trpc.workspace.get.queryOptions(), enabled: may("domains:read") });
  const ownNameservers = workspace.data?.defaultNameservers.join(" ") ?? "";
  const words = query.trim();
  const mailboxes = useQuery({
    ...trpc.mail.findMailboxes.queryOptions({ words }),
    enabled: may("mail:read") && words.length > 1 && words.length < 255,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const record = recordOfId(asked);
  const place = useQuery({
    ...trpc.finder.record.queryOptions({ id: record?.id ?? "" }),
    enabled: record?.isWhole === true && may("domains:read"),
  });
  const signOut = useSignOut();
  const { mutate: switchTo } = useSwitchWorkspace();
  const { setColorScheme } = useMantineColorScheme();

  const isSandbox = Boolean(current?.sandbox);
  const isOffered = (target: Target) =>
    may(target.right) &&
    (isSandbox || target.isSandbox === undefined) &&
    (target.spends === undefined || current?.paymentsOn === false || may("domains:buy"));
  const act = (
    key: "openDocs" | "openShortcuts" | "light" | "dark" | "system" | "compact" | "comfortable" | "signOut",
    run: () => void,
  ): Entry => ({
    id: key,
    kind: "action",
    label: t(key),
    words: t(`${key}_words`),
    run,
  });
  const general: Entry[] = [
    ...places.filter(isOffered).map(
      ({ key, href }): Entry => ({
        id: href,
        kind: "place",
        label: t(key),
        words: t(`${key}_words`),
        href,
      }),
    ),
    ...verbs.filter(isOffered).map(
      ({ key, href }): Entry => ({
        id: key,
        kind: "action",
        label: t(key),
        words: `${t(`${key}_words`)} ${key === "doSetNameservers" ? ownNameservers : ""}`,
        href,
      }),
    ),
    ...(workspaces.data ?? [])
      .filter(({ isCurrent }) => !isCurrent)
      .map(
        ({ id, name }): Entry => ({
          id,
          kind: "action",
          label: t("switchTo", { name }),
          words: t("switchTo_words"),
          run: () => switchTo({ id }),
        }),
      ),
    act("openDocs", () => window.location.assign(`${apiUrl}/docs`)),
    act("light", () => setColorScheme("light")),
    act("dark", () => setColorScheme("dark")),
    act("system", () => setColorScheme("auto")),
    act("compact", () => setDensity("compact")),
    act("comfortable", () => setDensity("comfortable")),
    act("openShortcuts", showShortcuts),
    act("signOut", () => signOut.mutate()),
  ];

  const things = useMemo<Entry[]>(
    () => [
      ...found.map(({ name, unicodeName }): Entry => {
        const href = domainPath(name);
        return { id: href, kind: "domain", label: unicodeName, words: name, href };
      }),
      ...(mailDomains.data ?? []).map((domainName): Entry => {
        const href = mailPath(domainName);
        const label = t("mailOf", { name: toUnicodeName(domainName) });
        return { id: href, kind: "mail", label, words: domainName, href };
      }),
      ...(endpoints.data ?? []).map(({ id, url, description }): Entry => {
        const href = webhookPath(id);
        return { id: href, kind: "endpoint", label: url, words: `${description} ${id}`, href };
      }),
      ...(contacts.data ?? []).map(({ id, name, organization, email }): Entry => {
        const href = contactPath(id);
        return { id: href, kind: "contact", label: name, words: `${organization ?? ""} ${email}`, href };
      }),
      ...(members.data ?? []).map(
        ({ id, name, email }): Entry => ({
          id,
          kind: "person",
          label: name || email,
          words: email,
          href: settingsPath("people"),
        }),
      ),
    ],
    [t, found, mailDomains.data, endpoints.data, contacts.data, members.data],
  );

  const subjects = subjectsOf(found, query, namesIn(recentPaths)).flatMap(
    ({ name, unicodeName, status }): Entry[] => [
      ...domainTabs.map(({ key, tab }): Entry => {
        const href = domainPath(name, tab);
        return {
          id: href,
          kind: "domain",
          label: t(key, { name: unicodeName }),
          words: `${t(`${key}_words`)} ${name}`,
          href,
        };
      }),
      ...domainVerbs
        .filter(({ right, statuses }) => may(right) && statuses.some((one) => one === status))
        .map(
          ({ key, act }): Entry => ({
            id: `${act} ${name}`,
            kind: "action",
            label: t(key, { name: unicodeName }),
            words: `${t(`${key}_words`)} ${name}`,
            href: withAct(domainPath(name), act),
          }),
        ),
    ],
  );
  const mailSubjects = (mailDomains.data ?? []).slice(0, mostSubjects).flatMap((domainName): Entry[] => {
    const name = toUnicodeName(domainName);
    return [
      ...mailTabs.map(({ key, tab }): Entry => {
        const href = mailPath(domainName, tab);
        return {
          id: href,
          kind: "mail",
          label: t(key, { name }),
          words: `${t(`${key}_words`)} ${domainName}`,
          href,
        };
      }),
      ...mailVerbs
        .filter(() => may("mail:write"))
        .map(
          ({ key, act, tab }): Entry => ({
            id: `${act} ${domainName}`,
            kind: "action",
            label: t(key, { name }),
            words: `${t(`${key}_words`)} ${domainName}`,
            href: withAct(mailPath(domainName, tab), act),
          }),
        ),
    ];
  });
  const foundMailboxes = (words ? (mailboxes.data ?? []) : []).map(
    ({ fullAddress, displayName, domainName }): Entry => ({
      id: fullAddress,
      kind: "mail",
      label: toUnicodeName(fullAddress),
      words: `${fullAddress} ${displayName}`,
      href: mailPath(domainName, "accounts"),
    }),
  );
  const records: Entry[] = [];
  // An endpoint is found by its ID anyway, with its name.
  const isListed = endpoints.data?.some(({ id }) => id === record?.id) ?? false;
  if (record?.isWhole && place.data && !isListed) {
    const href = record.pathOf(record.id, place.data.within);
    const label = t(`record_${record.prefix}`, { id: record.id });
    records.push({ id: `${href} ${words}`, kind: "place", label, words, href });
  }
  const list = record?.isWhole ? undefined : places.find(({ key }) => key === record?.place);
  if (list && isOffered(list)) {
    records.push({ id: `${list.href} ${words}`, kind: "place", label: t(list.key), words, href: list.href });
  }
  // Known once the API has searched for it.
  const isSearched = asked === query && domains.isSuccess && !domains.isPlaceholderData;
  const isOwn = found.some(({ name, unicodeName }) => name === words || unicodeName === words);
  const isNewName = domainName.test(words) && isSearched && !isOwn;
  const search: Entry[] =
    isNewName && may("domains:buy")
      ? [{ id: "search", kind: "action", label: t("findName", { name: words }), href: searchPath(words) }]
      : [];
  return {
    isLoading: domains.isLoading || place.isLoading,
    isUnknownId: place.data === null,
    entries: [...records, ...search, ...general, ...things, ...foundMailboxes, ...subjects, ...mailSubjects],
  };
}
