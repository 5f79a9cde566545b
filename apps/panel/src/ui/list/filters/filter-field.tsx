"use client";
import { TextInput, type TextInputProps } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useRef } from "react";

type FilterFieldProps = Pick<TextInputProps, "className" | "maw" | "mb"> & {
  label: string;
  value: string;
  /** Null if empty, so that the URL stays short. */
  onChange: (words: string | null) => void;
};

/** The text filter of a list; the slash key focuses it. */
export function FilterField({ label, value, onChange, ...place }: FilterFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useHotkeys([["/", () => field.current?.focus()]]);
  return (
    <TextInput
      {...place}
      ref={field}
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value || null)}
      aria-keyshortcuts="/"
    />
  );
}
