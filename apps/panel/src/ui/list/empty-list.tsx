import { Anchor, Group } from "@mantine/core";
import type { ReactNode } from "react";
import { useAddresses } from "@/ui/addresses.tsx";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { EmptyState } from "./empty-state.tsx";

type EmptyListProps = {
  /** The list's title, as it stands when it has rows. */
  title: string;
  icon: Parameters<typeof EmptyState>[0]["icon"];
  heading: string;
  action: ReactNode;
  guide: string;
  children: ReactNode;
};

/** A list that has nothing yet: what it is for, how to begin, and where to read on. */
export function EmptyList({ title, icon, heading, action, guide, children }: EmptyListProps) {
  const { apiUrl } = useAddresses();
  return (
    <>
      <PageHeader title={title} count={0} />
      <EmptyState
        icon={icon}
        title={heading}
        action={
          <Group>
            {action}
            <Anchor href={`${apiUrl}/docs`} size="sm">
              {guide}
            </Anchor>
          </Group>
        }
      >
        {children}
      </EmptyState>
    </>
  );
}
