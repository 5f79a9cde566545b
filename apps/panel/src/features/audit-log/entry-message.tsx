"use client";
import type { AuditLogEntry } from "@zonepost/schema/panel";
import { useTranslations } from "next-intl";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";

const text = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/** The name of the target: from the entry if present, else the target itself. */
function nameOf({ details, target }: AuditLogEntry, boughtName: string | undefined): string {
  return text(details.name) ?? text(details.url) ?? boughtName ?? toUnicodeName(target);
}

function role(details: AuditLogEntry["details"]): string | undefined {
  const to = details.to;
  return (
    text(details.role) ?? (typeof to === "object" && to !== null && "role" in to ? text(to.role) : undefined)
  );
}

/** The new state of a switch, if the entry is about one. */
function isOn({ to }: AuditLogEntry["details"]): "yes" | "no" | "other" {
  return typeof to === "boolean" ? (to ? "yes" : "no") : "other";
}

/** The entry as a sentence. An unknown action is shown as its code. */
export function useEntryMessage() {
  const t = useTranslations("auditLog");
  return (entry: AuditLogEntry): string => {
    const { action, actor, details, bought } = entry;
    const [first, ...others] = bought;
    const what = nameOf(entry, first && t("bought", { name: toUnicodeName(first), others: others.length }));
    const who =
      actor.kind === "api_key"
        ? t("whoKey", { name: actor.name })
        : actor.kind === "user"
          ? actor.name
          : t(`actor_${actor.kind}`);
    const key = `actions.${action}` as "actions.session.signed_in";
    if (!/^[a-z_]+\.[a-z_]+$/.test(action) || !t.has(key)) {
      return t("actionUnknown", { who, action, target: what });
    }
    return t(key, {
      who,
      what,
      by: text(details.by) ?? text(details.secondFactor) ?? "other",
      role: role(details) ?? "other",
      to: text(details.to) ?? text(details.newEmail) ?? text(details.toAddress) ?? "–",
      days: Number(details.windowDays ?? 0),
      count: Number(details.sessionCount ?? details.total ?? 1),
      isOn: isOn(details),
      direction: text(details.direction) ?? "other",
      reason: text(details.reason) ?? "other",
      failures: Number(details.consecutiveFailures ?? 0),
    });
  };
}
