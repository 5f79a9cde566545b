import { Anchor, Group } from "@mantine/core";
import type { ReactNode } from "react";
import { useAddresses } from "@/ui/addresses.tsx";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { EmptyState } from "./empty-state.tsx";

export type EmptyListProps = {
  /** The page's title, if the list is a page. */
  title: string | undefined;
  below?: ReactNode;
  icon: Parameters<typeof EmptyState>[0]["icon"];
  heading: string;
  action?: ReactNode;
  /** The text of the link to the guide. */
  guide?: string | undefined;
  children: ReactNode;
};

/** An empty list: its purpose, how to start, and a link to the guide. */
export function EmptyList(props: EmptyListProps) {
  const { title, below, icon, heading, action, guide, children } = props;
  const { apiUrl } = useAddresses();
  return (
    <>
      {title === undefined ? null : <PageHeader title={title} count={0} below={below} />}
      <EmptyState
        icon={icon}
        title={heading}
        action={
          <Group justify="center">
            {action}
            {guide === undefined ? null : (
              <Anchor href={`${apiUrl}/docs`} size="sm">
                {guide}
              </Anchor>
            )}
          </Group>
        }
      >
        {children}
      </EmptyState>
    </>
  );
}
