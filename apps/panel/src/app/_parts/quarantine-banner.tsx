import { getTranslations } from "next-intl/server";
import { readQuarantine } from "@/quarantine.ts";
import classes from "./quarantine-banner.module.css";

/** Above every page of an installation that was restored from a backup, until it is released. */
export async function QuarantineBanner() {
  if (!(await readQuarantine())) {
    return null;
  }
  const t = await getTranslations("quarantine");
  return (
    <aside className={classes.banner} aria-label={t("name")}>
      <strong>{t("title")}</strong> {t("detail")}
    </aside>
  );
}
