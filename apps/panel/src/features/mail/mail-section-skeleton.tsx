import { Skeleton } from "@mantine/core";

/** The loading state of a tab with one section. */
export function MailSectionSkeleton() {
  return <Skeleton height={320} radius="lg" aria-busy />;
}
