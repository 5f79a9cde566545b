"use client";
import { Kbd } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Dialog } from "@/ui/frame/dialog.tsx";
import { type GoKey, goKeys } from "./shortcuts.ts";
import classes from "./shortcuts-dialog.module.css";

export function ShortcutsDialog(props: {
  may: (place: GoKey) => boolean;
  opened: boolean;
  onClose: () => void;
}) {
  const { may, opened, onClose } = props;
  const t = useTranslations("shortcuts");
  const groups = [
    {
      title: t("anywhere"),
      keys: [
        { keys: ["Ctrl", "K"], label: t("finder") },
        { keys: ["?"], label: t("help") },
        ...goKeys.filter(may).map(({ key, label }) => ({ keys: ["g", key], label: t(label) })),
      ],
    },
    {
      title: t("inLists"),
      keys: [
        { keys: ["j"], label: t("next") },
        { keys: ["k"], label: t("previous") },
        { keys: ["Enter"], label: t("open") },
        { keys: ["x"], label: t("select") },
        { keys: ["/"], label: t("filter") },
      ],
    },
  ];
  return (
    <Dialog title={t("title")} opened={opened} onClose={onClose}>
      {groups.map(({ title, keys }) => (
        <section key={title} className={classes.group} aria-label={title}>
          <h3 className={classes.title}>{title}</h3>
          <dl className={classes.keys}>
            {keys.map(({ keys: pressed, label }) => (
              <div key={label} className={classes.row}>
                <dt>{label}</dt>
                <dd>
                  {pressed.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
