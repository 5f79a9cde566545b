"use client";
import { Button, Loader } from "@mantine/core";
import type { ReactNode } from "react";

/**
 * Submits a form. A disabled button would lose the focus, so it stays enabled when nothing has changed or a response is
 * pending; the form ignores it then.
 */
export function SaveButton(props: { isPending: boolean; isIdle?: boolean; children: ReactNode }) {
  const { isPending, isIdle = false, children } = props;
  return (
    <Button
      type="submit"
      aria-disabled={isPending || isIdle || undefined}
      aria-busy={isPending || undefined}
      data-disabled={isPending || isIdle || undefined}
      leftSection={isPending ? <Loader size={16} color="currentColor" aria-hidden /> : undefined}
    >
      {children}
    </Button>
  );
}
