import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "@/ui/link.tsx";

export function TabLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Anchor component={Link} href={href} inherit c="inherit" underline="always">
      {children}
    </Anchor>
  );
}
