"use client";
import { MultiSelect as MantineMultiSelect, type MultiSelectProps } from "@mantine/core";

/** A module of its own, so that a form can load the list box when it needs one. */
export function MultiSelect(props: MultiSelectProps<string>) {
  return <MantineMultiSelect {...props} />;
}
