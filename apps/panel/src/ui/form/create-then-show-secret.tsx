"use client";
import { Stack, Text } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import { type Crumb, PageHeader } from "@/ui/frame/page-header.tsx";
import { PageForm, type PageFormProps } from "./page-form.tsx";

type CreateThenShowSecretProps = PageFormProps & {
  title: string;
  crumbs: Crumb[];
  /** Undefined until it is created. */
  created: { title: string; name: string; action: ReactNode; content: ReactNode } | undefined;
};

/** The form may have been scrolled down, and its button had the focus. Stable, so that it runs once. */
function startAtTop(content: HTMLDivElement | null) {
  if (content) {
    window.scrollTo(0, 0);
    content.focus({ preventScroll: true });
  }
}

/**
 * A page that creates an object and then, at the same URL, shows its secret once. `content` has an `Unsaved` for it, with
 * `useUntilCopied`.
 */
export function CreateThenShowSecret({ title, crumbs, created, ...form }: CreateThenShowSecretProps) {
  const createdTitle = created?.title;
  // Next sets the tab's title only for another page.
  useEffect(() => {
    if (createdTitle !== undefined) {
      document.title = document.title.replace(title, createdTitle);
    }
  }, [title, createdTitle]);
  if (created === undefined) {
    return (
      <>
        <PageHeader title={title} crumbs={crumbs} />
        <PageForm {...form} />
      </>
    );
  }
  return (
    <>
      <PageHeader
        long
        title={created.title}
        crumbs={crumbs}
        below={
          <Text c="dimmed" size="sm">
            {created.name}
          </Text>
        }
        actions={created.action}
      />
      <Stack gap="xl" ref={startAtTop} tabIndex={-1} style={{ outline: "none" }}>
        {created.content}
      </Stack>
    </>
  );
}
