"use client";
import { TextInput, type TextInputProps } from "@mantine/core";

/** Where the six digits of an authenticator app go, typed or pasted in groups. */
export function CodeInput(props: TextInputProps) {
  return (
    <TextInput
      maw={200}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="off"
      spellCheck={false}
      placeholder="123 456"
      styles={{
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
