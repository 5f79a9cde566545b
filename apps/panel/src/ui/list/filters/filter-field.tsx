"use client";
import { TextInput, type TextInputProps } from "@mantine/core";
import { useHotkeys, useMergedRef } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useRef } from "react";
import { onTyped } from "@/ui/early-input/on-typed.ts";

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
  const typed = onTyped((words) => onChange(words || null));
  return (
    <TextInput
      {...place}
      ref={useMergedRef(field, typed.ref)}
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={value}
      onChange={typed.onChange}
      aria-keyshortcuts="/"
    />
  );
}
