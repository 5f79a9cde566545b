"use client";
import { NativeSelect } from "@mantine/core";

export type SelectFilterProps<Value extends string> = {
  label: string;
  /** The label of the option without a filter. */
  any: string;
  value: Value | null;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value | null) => void;
};

/** Filters a list by one of a few values. */
export function SelectFilter<Value extends string>(props: SelectFilterProps<Value>) {
  const { label, any, value, options, onChange } = props;
  return (
    <NativeSelect
      aria-label={label}
      value={value ?? ""}
      onChange={(event) =>
        onChange(options.find((option) => option.value === event.currentTarget.value)?.value ?? null)
      }
      data={[{ value: "", label: any }, ...options]}
    />
  );
}
