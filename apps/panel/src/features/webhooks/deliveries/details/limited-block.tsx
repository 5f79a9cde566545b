"use client";
import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { CopyButton } from "@/ui/values/copy-button.tsx";
import classes from "./limited-block.module.css";

/** As in the style sheet. */
const limitPx = 320;

type LimitedBlockProps = {
  label: string;
  /** What its button copies. Without it, there is no button. */
  copied?: string | undefined;
  children: ReactNode;
};

/** Text in monospace that scrolls if it is long, until all of it is shown. */
export function LimitedBlock({ label, copied, children }: LimitedBlockProps) {
  const t = useTranslations("webhooks");
  const content = useRef<HTMLDivElement>(null);
  const [isLong, setLong] = useState(false);
  const [isWhole, setWhole] = useState(false);
  useEffect(() => {
    const element = content.current;
    // Again when its attempt is opened, its text changes, or its width does.
    const observer = new ResizeObserver(() => setLong((element?.scrollHeight ?? 0) > limitPx));
    if (element) {
      observer.observe(element);
    }
    return () => observer.disconnect();
  }, []);
  const canScroll = isLong && !isWhole;
  return (
    <div className={classes.block}>
      <div
        ref={content}
        className={classes.content}
        data-whole={isWhole || undefined}
        // Scrollable, so the keyboard must reach it, and screen readers must name it.
        {...(canScroll ? { tabIndex: 0, role: "group", "aria-label": label } : {})}
      >
        {children}
      </div>
      {copied === undefined ? null : (
        <div className={classes.copy}>
          <CopyButton value={copied} label={label} />
        </div>
      )}
      {isLong ? (
        <Button
          variant="subtle"
          size="xs"
          fullWidth
          className={classes.more}
          aria-expanded={isWhole}
          aria-label={`${t(isWhole ? "showLess" : "showAll")}: ${label}`}
          onClick={() => setWhole(!isWhole)}
        >
          {t(isWhole ? "showLess" : "showAll")}
        </Button>
      ) : null}
    </div>
  );
}
