"use client";
import { ActionIcon, Kbd, UnstyledButton } from "@mantine/core";
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { IconDots, IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { Right } from "@zonepost/schema";
import dynamic from "next/dynamic";
import { usePathname, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useId, useState } from "react";
import { isShown, rightsToRenew } from "@/features/access/rights.ts";
import { AttentionBell } from "@/features/attention/attention-bell.tsx";
import { attentionCount } from "@/features/attention/attention-policy.ts";
import { useAttention } from "@/features/attention/use-attention.ts";
import { BasketLink } from "@/features/basket/basket-link.tsx";
import { SandboxStrip } from "@/features/sandbox/sandbox-strip.tsx";
import { SessionEnded } from "@/features/sign-in/session-ended.tsx";
import { StepUpProvider } from "@/features/step-up/step-up.tsx";
import { useOneWorkspace } from "@/features/workspace/use-one-workspace.ts";
import { WorkspaceSwitcher } from "@/features/workspace/workspace-switcher.tsx";
import { operatorPaymentsPath, settingsPath } from "@/lib/paths.ts";
import { rememberVisit } from "@/lib/recent-paths.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { ClockProvider } from "@/ui/clock.tsx";
import { UnsavedGuard } from "@/ui/form/unsaved-guard.tsx";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { useRememberedAddress } from "@/ui/frame/list-addresses.ts";
import { PageFailure } from "@/ui/notices/page-failure.tsx";
import { type NavigationPlace, navigation, placeOfPath } from "./navigation.ts";
import { PersonMenu } from "./person-menu.tsx";
import { PlaceGroups } from "./place-groups.tsx";
import { PlaceCount, PlaceLink } from "./place-link.tsx";
import classes from "./shell.module.css";
import { useShortcuts } from "./use-shortcuts.ts";

const Finder = dynamic(() => import("./finder/finder.tsx").then((module) => module.Finder), { ssr: false });

// Rarely shown, and on no page of their own.
const NoWorkspace = dynamic(() =>
  import("@/features/workspace/no-workspace.tsx").then((module) => module.NoWorkspace),
);
const DeletionNotice = dynamic(() => import("./deletion-notice.tsx").then((module) => module.DeletionNotice));
const Welcome = dynamic(() => import("@/features/workspace/welcome.tsx").then((module) => module.Welcome));

const MorePlaces = lazyDialog(() => import("./more-places.tsx").then((module) => module.MorePlaces));
const ShortcutsDialog = lazyDialog(() =>
  import("./shortcuts-dialog.tsx").then((module) => module.ShortcutsDialog),
);

/** Personal settings and the operator's pages, which need no workspace. */
const pathsWithoutWorkspace: readonly string[] = [
  settingsPath(),
  settingsPath("security"),
  operatorPaymentsPath,
];

/** The persistent frame: navigation, search, account menu, and the sandbox strip. */
export function Shell(props: {
  now: string;
  /** Shown in place of the page. */
  failure?: { requestId: string | undefined } | undefined;
  children: ReactNode;
}) {
  const { now, failure, children } = props;
  const t = useTranslations("shell");
  const trpc = useTRPC();
  const pathname = usePathname();
  const isNew = useSearchParams().has("welcome");
  const { data: current } = useQuery({
    ...trpc.session.current.queryOptions(),
    // In the sandbox, this includes the count of caught mails, which users watch while testing.
    refetchInterval: ({ state }) => (state.data?.sandbox ? 4_000 : 20_000),
  });
  const [finderRequests, setFinderRequests] = useState(0);
  const openFinder = () => setFinderRequests((count) => count + 1);
  useHotkeys([["mod+K", openFinder]], []);

  const workspaceId = current?.session.workspaceId;
  useOneWorkspace(workspaceId);
  useRememberedAddress();
  useEffect(() => {
    if (workspaceId) {
      rememberVisit(workspaceId, pathname);
    }
  }, [workspaceId, pathname]);

  const sandbox = current?.sandbox ?? null;
  const hasNoWorkspace = current !== undefined && current.session.workspaceId === null;
  // Until the rights are known, all places are shown.
  const may = (place: { href: string; right?: Right }) =>
    current === undefined || isShown(current, place.right);
  const shownPlaces = navigation.filter(
    (place) => may(place) && (!("isForOperators" in place) || current?.isOperator === true),
  );
  const here = placeOfPath(pathname);
  const { data: attention = [] } = useAttention({ enabled: workspaceId != null });
  const countOf = ({ key }: NavigationPlace) => attentionCount(attention, key);
  const moreCount = shownPlaces
    .filter((place) => !("isPrimary" in place))
    .reduce((sum, place) => sum + countOf(place), 0);
  const moreCountId = useId();
  const [isMoreOpen, more] = useDisclosure(false);
  const deletesAt = current?.session.accountDeletesAt;
  const [isHelpOpen, help] = useDisclosure(false);
  useShortcuts(help.open, may);
  const page = hasNoWorkspace && !pathsWithoutWorkspace.includes(pathname) ? <NoWorkspace /> : children;

  return (
    <ClockProvider now={now} offsetMs={(sandbox?.offsetSeconds ?? 0) * 1000}>
      <UnsavedGuard>
        <a href="#content" className={classes.skip}>
          {t("skip")}
        </a>
        <div className={classes.frame}>
          <header className={classes.top}>
            <div className={classes.bar}>
              <WorkspaceSwitcher name={current?.session.workspaceName ?? "Zonepost"} />
              <UnstyledButton
                className={classes.search}
                onClick={openFinder}
                aria-keyshortcuts="Control+K Meta+K"
              >
                <IconSearch size={16} aria-hidden />
                <span>{t("search")}</span>
                <Kbd size="xs" aria-hidden>
                  Ctrl K
                </Kbd>
              </UnstyledButton>
              <ActionIcon
                className={classes.searchIcon}
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={t("search")}
                onClick={openFinder}
              >
                <IconSearch size={20} aria-hidden />
              </ActionIcon>
              {current && isShown(current, rightsToRenew) ? <BasketLink /> : null}
              {workspaceId ? <AttentionBell /> : null}
              {current ? <PersonMenu name={current.user.name} email={current.user.email} /> : null}
            </div>
            {sandbox ? (
              <SandboxStrip offsetSeconds={sandbox.offsetSeconds} emailCount={sandbox.emailCount} />
            ) : null}
          </header>
          <nav aria-label={t("places")} className={classes.side}>
            <PlaceGroups places={shownPlaces} here={here} countOf={countOf} heading="h2" />
          </nav>
          <main id="content" tabIndex={-1} className={classes.content}>
            <StepUpProvider>
              {deletesAt ? <DeletionNotice deletesAt={deletesAt} /> : null}
              {current && isNew ? <Welcome session={current.session} /> : null}
              {failure ? <PageFailure {...failure} /> : page}
            </StepUpProvider>
          </main>
          <nav aria-label={t("places")} className={classes.bottom}>
            {shownPlaces
              .filter((place) => "isPrimary" in place)
              .map((place) => (
                <PlaceLink
                  key={place.key}
                  place={place}
                  isHere={place === here}
                  attentionCount={countOf(place)}
                  className={classes.bottomPlace}
                />
              ))}
            <UnstyledButton
              className={classes.bottomPlace}
              aria-haspopup="dialog"
              aria-describedby={moreCount > 0 ? moreCountId : undefined}
              aria-current={here && !("isPrimary" in here) ? "true" : undefined}
              onClick={more.open}
            >
              <IconDots size={20} stroke={1.7} aria-hidden />
              {t("more")}
              <PlaceCount count={moreCount} id={moreCountId} />
            </UnstyledButton>
          </nav>
        </div>
        {current ? <SessionEnded {...current} /> : null}
        {finderRequests > 0 ? (
          <Finder
            asked={finderRequests}
            workspaceId={current?.session.workspaceId ?? ""}
            showShortcuts={help.open}
          />
        ) : null}
        <MorePlaces
          places={shownPlaces}
          here={here}
          countOf={countOf}
          opened={isMoreOpen}
          onClose={more.close}
        />
        <ShortcutsDialog may={may} opened={isHelpOpen} onClose={help.close} />
      </UnsavedGuard>
    </ClockProvider>
  );
}
