"use client";
import { MultiSelect as MantineMultiSelect, type MultiSelectProps } from "@mantine/core";

/** A separate module, so that a form can load the list box on demand. */
export function MultiSelect(props: MultiSelectProps<string>) {
  return <MantineMultiSelect {...props} />;
}
