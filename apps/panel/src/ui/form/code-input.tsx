"use client";
import { TextInput, type TextInputProps } from "@mantine/core";

/** An input for the six digits of an authenticator app, typed or pasted in groups. */
export function CodeInput({ maw = 200, ...props }: TextInputProps) {
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="off"
      spellCheck={false}
      placeholder="123 456"
      styles={{
        // The label and description may be wider than six digits.
        wrapper: { maxWidth: maw as number | string },
        input: {
          fontFamily: "var(--mantine-font-family-monospace)",
          fontSize: "1.1rem",
          letterSpacing: "0.08em",
        },
      }}
      {...props}
    />
  );
}
