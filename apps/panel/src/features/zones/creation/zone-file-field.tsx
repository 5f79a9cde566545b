"use client";
import { Button, FileButton, Group, Text } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useId, useRef, useState } from "react";
import { onTyped } from "@/ui/early-input/on-typed.ts";
import { type FileMistake, fileMistakesOf, offsetOf } from "./file-mistakes.ts";
import classes from "./zone-file-field.module.css";

/** As much as the API takes. */
const mostCharacters = 1_000_000;

/** A zone file, pasted or from a file, with its mistakes next to their lines. */
export function ZoneFileField(props: {
  label: string;
  description: string;
  value: string;
  onChange: (text: string) => void;
  /** As the API has answered for this text. */
  errors: readonly { pointer: string; message: string }[];
  autoFocus?: boolean;
}) {
  const { label, description, value, onChange, errors, autoFocus } = props;
  const t = useTranslations("zoneRecords");
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLPreElement>(null);
  const [isTooLarge, setTooLarge] = useState(false);
  const { mistakes, others } = fileMistakesOf(errors);
  const wrongLines = new Set(mistakes.map(({ line }) => line));
  const hasErrors = mistakes.length + others.length > 0 || isTooLarge;
  const load = async (file: File | null) => {
    if (file) {
      setTooLarge(file.size > mostCharacters);
      if (file.size <= mostCharacters) {
        onChange(await file.text());
      }
    }
  };
  const show = (mistake: FileMistake) => {
    const start = offsetOf(value, mistake);
    field.current?.focus();
    field.current?.setSelectionRange(start, start + (value.slice(start).match(/^\S+/)?.[0].length ?? 0));
  };
  const typed = onTyped(onChange);
  return (
    <div>
      <Group justify="space-between" align="flex-end" gap="xs" mb={6}>
        <div>
          <Text component="label" htmlFor={id} size="sm" fw={500}>
            {label}
          </Text>
          <Text size="xs" c="dimmed" id={`${id}-hint`}>
            {description}
          </Text>
        </div>
        <FileButton onChange={(file) => void load(file)} accept=".txt,.zone,.db,text/*">
          {(button) => (
            <Button
              {...button}
              size="xs"
              variant="default"
              leftSection={<IconUpload size={16} aria-hidden />}
            >
              {t("upload")}
            </Button>
          )}
        </FileButton>
      </Group>
      <div className={classes.frame} data-invalid={hasErrors || undefined}>
        <pre className={classes.gutter} ref={gutter} aria-hidden>
          {value.split("\n").map((_, index) => (
            <span key={index} data-wrong={wrongLines.has(index + 1) || undefined}>
              {index + 1}
              {"\n"}
            </span>
          ))}
        </pre>
        <textarea
          id={id}
          ref={(element) => {
            field.current = element;
            typed.ref(element);
          }}
          className={classes.text}
          value={value}
          onChange={(event) => {
            setTooLarge(false);
            typed.onChange(event);
          }}
          onScroll={({ currentTarget }) => gutter.current?.scrollTo({ top: currentTarget.scrollTop })}
          rows={12}
          wrap="off"
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          maxLength={mostCharacters}
          aria-describedby={`${id}-hint ${id}-errors`}
          aria-invalid={hasErrors || undefined}
          data-autofocus={autoFocus || undefined}
          placeholder={"www 3600 IN A 192.0.2.1"}
        />
      </div>
      <div id={`${id}-errors`} role={hasErrors ? "alert" : undefined} className={classes.mistakes}>
        {isTooLarge ? <p>{t("fileTooLarge")}</p> : null}
        {others.map((message) => (
          <p key={message}>{message}</p>
        ))}
        {mistakes.map((mistake) => (
          <p key={`${mistake.line} ${mistake.column} ${mistake.message}`}>
            <button type="button" onClick={() => show(mistake)}>
              {t("place", { line: mistake.line, column: mistake.column })}
            </button>{" "}
            {mistake.message}
          </p>
        ))}
      </div>
    </div>
  );
}
