"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useLayoutEffect } from "react";
import { LeaveDialog } from "./leave-dialog.tsx";
import type { LeaveWords } from "./unsaved.tsx";

export type Question = LeaveWords & { leave: () => void; isOpen: boolean };

/** The path of a clicked link within the panel that would leave the page. "Cancel" says itself what it does. */
function pathOfLink(event: MouseEvent): string | undefined {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) {
    return undefined;
  }
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.target === "_blank") {
    return undefined;
  }
  if (link.matches("[download], [data-discards], [href^='#']") || link.origin !== window.location.origin) {
    return undefined;
  }
  return link.pathname + link.search;
}

/** Watches links, Back and Forward while there are changes, and shows the question. */
export function Leaving(props: {
  isDirty: boolean;
  question: Question | undefined;
  onAsk: (leave: () => void) => void;
  onClose: () => void;
}) {
  const { isDirty, question, onAsk, onClose } = props;
  const t = useTranslations("ui");
  const router = useRouter();
  // Before the browser can handle another event, such as a click on a link.
  useLayoutEffect(() => {
    if (!isDirty) {
      return;
    }
    const click = (event: MouseEvent) => {
      const path = pathOfLink(event);
      if (path !== undefined) {
        event.preventDefault();
        event.stopPropagation();
        onAsk(() => router.push(path));
      }
    };
    // Without it, in an older browser, Back isn't held up.
    const navigation = "navigation" in window ? window.navigation : undefined;
    const navigate = (event: NavigateEvent) => {
      // The browser itself asks before it leaves the document.
      if (event.navigationType === "traverse" && event.cancelable && event.destination.sameDocument) {
        event.preventDefault();
        const { key } = event.destination;
        onAsk(() => {
          navigation?.removeEventListener("navigate", navigate);
          navigation?.traverseTo(key);
        });
      }
    };
    // Runs before the link's own listener, which would navigate immediately.
    document.addEventListener("click", click, true);
    navigation?.addEventListener("navigate", navigate);
    return () => {
      document.removeEventListener("click", click, true);
      navigation?.removeEventListener("navigate", navigate);
    };
  }, [isDirty, onAsk, router]);
  return (
    <LeaveDialog
      opened={question?.isOpen ?? false}
      title={question?.title ?? t("leaveTitle")}
      words={question?.words ?? t("leaveWords")}
      stayLabel={question?.stayLabel ?? t("stay")}
      onClose={onClose}
      onLeave={() => {
        onClose();
        question?.leave();
      }}
    />
  );
}
