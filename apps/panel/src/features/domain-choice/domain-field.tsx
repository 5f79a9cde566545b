"use client";
import { TextInput } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import type { DomainFieldProps } from "./domain-picker.tsx";
import { useDomainChoices } from "./use-domain-choices.ts";

const loadPicker = () => import("./domain-picker.tsx").then((module) => module.DomainPicker);
type Picker = Awaited<ReturnType<typeof loadPicker>>;

/** Its list box loads once the field is used. A field that has the focus initially isn't used yet. */
export function DomainField({ autoFocus, ...props }: DomainFieldProps & { autoFocus?: boolean }) {
  const { label, description, status, value, onBlur, error } = props;
  const t = useTranslations("domainChoice");
  const [Loaded, setLoaded] = useState<Picker>();
  const [typed, setTyped] = useState(toUnicodeName(value));
  const { data } = useDomainChoices("", status);
  if (Loaded) {
    return <Loaded {...props} typed={typed} />;
  }
  const load = () =>
    loadPicker().then(
      (picker) => setLoaded(() => picker),
      // Without a connection, the field stays as it is; the next click tries again.
      () => undefined,
    );
  return (
    <TextInput
      maw={420}
      label={label}
      description={description(data?.nextCursor === null ? data.items : undefined)}
      placeholder={t("chooseOne")}
      rightSection={<IconSelector size={16} aria-hidden />}
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      value={typed}
      data-autofocus={autoFocus || undefined}
      autoFocus={autoFocus}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        void load();
      }}
      onKeyDown={({ key }) => {
        if (key === "ArrowDown") {
          void load();
        }
      }}
      onFocus={autoFocus ? undefined : () => void load()}
      onClick={() => void load()}
      onBlur={onBlur}
      error={error}
    />
  );
}
