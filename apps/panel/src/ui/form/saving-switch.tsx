"use client";
import { Group, Loader, Switch, Text } from "@mantine/core";
import { type ReactNode, type RefObject, useId } from "react";

/** A setting that is saved as soon as it is switched. */
export function SavingSwitch(props: {
  name: string;
  words: ReactNode;
  isOn: boolean;
  /** The state as a word, so that color isn't the only sign. */
  stateText: (isOn: boolean) => string;
  isSaving: boolean;
  disabled: boolean;
  onSwitch: (isOn: boolean) => void;
  inputRef?: RefObject<HTMLInputElement | null>;
}) {
  const { name, words, isOn, stateText, isSaving, disabled, onSwitch, inputRef } = props;
  const id = useId();
  // Optimistic: shows the requested state while it is being saved.
  const isShownOn = isSaving ? !isOn : isOn;
  return (
    <Group justify="space-between" wrap="nowrap" gap="md">
      <div style={{ minWidth: 0, maxWidth: "64ch" }}>
        <Text size="sm" fw={500} id={`${id}-name`}>
          {name}
        </Text>
        <Text size="sm" c="dimmed" id={`${id}-words`}>
          {words}
        </Text>
      </div>
      <Switch
        ref={inputRef ?? null}
        label={stateText(isShownOn)}
        labelPosition="left"
        thumbIcon={isSaving ? <Loader size={10} color="gray" aria-hidden /> : null}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-words`}
        aria-busy={isSaving}
        checked={isShownOn}
        disabled={disabled}
        // Not disabled while saving, because it would lose the focus.
        aria-disabled={isSaving || undefined}
        size="md"
        styles={{ labelWrapper: { fontSize: "var(--mantine-font-size-sm)" } }}
        onChange={() => {
          if (!isSaving) {
            onSwitch(!isOn);
          }
        }}
      />
    </Group>
  );
}
