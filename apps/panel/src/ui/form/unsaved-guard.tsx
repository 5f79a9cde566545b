"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";

const loadDialog = () => import("./leave-dialog.tsx").then((module) => module.LeaveDialog);
const LeaveDialog = lazyDialog(loadDialog);

/** Asks before unsaved input, or a secret shown once, is lost: by a link, by closing the tab or by a reload. */
export function UnsavedGuard(props: { isDirty: boolean; title?: string; words?: string }) {
  const { isDirty, title, words } = props;
  const t = useTranslations("ui");
  const router = useRouter();
  const [target, setTarget] = useState<string>();
  useEffect(() => {
    if (!isDirty) {
      return;
    }
    // There may be no network any more when it is needed.
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
    // Before the link's own listener, which would be on its way at once.
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
