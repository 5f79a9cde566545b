"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";

const loadDialog = () => import("./leave-dialog.tsx").then((module) => module.LeaveDialog);
const LeaveDialog = lazyDialog(loadDialog);

/** Asks before a link, a closed tab or a reload discards unsaved input, or a secret shown once. */
export function UnsavedGuard(props: {
  isDirty: boolean;
  title?: string;
  words?: string;
  stayLabel?: string;
}) {
  const { isDirty, title, words, stayLabel } = props;
  const t = useTranslations("ui");
  const router = useRouter();
  const [target, setTarget] = useState<string>();
  useEffect(() => {
    if (!isDirty) {
      return;
    }
    // Preloaded, since the network may be unavailable later.
    void loadDialog();
    const beforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const click = (event: MouseEvent) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) {
        return;
      }
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      if (!(link instanceof HTMLAnchorElement) || link.target === "_blank" || link.hasAttribute("download")) {
        return;
      }
      if (link.origin !== window.location.origin || link.getAttribute("href")?.startsWith("#")) {
        return;
      }
      event.preventDefault();
      event.stopPropagation();
      setTarget(link.pathname + link.search);
    };
    window.addEventListener("beforeunload", beforeUnload);
    // Runs before the link's own listener, which would navigate immediately.
    document.addEventListener("click", click, true);
    return () => {
      window.removeEventListener("beforeunload", beforeUnload);
      document.removeEventListener("click", click, true);
    };
  }, [isDirty]);
  return (
    <LeaveDialog
      opened={target !== undefined}
      title={title ?? t("leaveTitle")}
      words={words ?? t("leaveWords")}
      stayLabel={stayLabel ?? t("stay")}
      onClose={() => setTarget(undefined)}
      onLeave={() => {
        setTarget(undefined);
        if (target) {
          router.push(target);
        }
      }}
    />
  );
}
