import { Skeleton } from "@mantine/core";

/** The loading state of a section. `isTall` keeps the sections below it where they end up: below the window. */
export function MailSectionSkeleton({ isTall = false }) {
  return <Skeleton height={isTall ? "100svh" : 320} radius="lg" aria-busy />;
}
