import { Stack, Text, Title } from "@mantine/core";
import type { ComponentType, ReactNode } from "react";
import classes from "@/ui/frame/surface.module.css";

/** An empty state with an explanation, one action, and one link. */
export function EmptyState(props: {
  icon: ComponentType<{ size?: number; stroke?: number }>;
  title: string;
  children: ReactNode;
  action?: ReactNode;
  /** If it is the only content, its title is the page's heading. */
  order?: 1 | 2;
}) {
  const { icon: Icon, title, children, action, order = 2 } = props;
  return (
    <Stack align="center" gap="xs" py={56} px="md" className={classes.surface}>
      <span className={classes.emptyIcon} aria-hidden>
        <Icon size={26} stroke={1.5} />
      </span>
      <Title order={order} size="h4" ta="center">
        {title}
      </Title>
      <Text c="dimmed" ta="center" maw={460}>
        {children}
      </Text>
      {action ? <div style={{ marginTop: 8 }}>{action}</div> : null}
    </Stack>
  );
}
