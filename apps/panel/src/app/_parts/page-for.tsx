import "server-only";
import type { Right } from "@zonepost/schema";
import type { PanelSession } from "@zonepost/schema/panel";
import type { ReactNode } from "react";
import { RightMissing, type RightName } from "@/features/access/right-missing.tsx";
import { hasRight } from "@/features/access/rights.ts";
import { requireSession } from "@/session.ts";
import { PageFailure } from "@/ui/notices/page-failure.tsx";

/** A page that requires a right, or one of several. Without it, the page shows what is missing, and why. */
export const pageFor = <Props = object>(
  { right, what, order }: { right: Right | readonly Right[]; what: RightName; order?: 1 | 2 },
  render: (props: Props, current: PanelSession) => Promise<ReactNode>,
) =>
  async function Page(props: Props) {
    const { current, failure } = await requireSession();
    if (failure) {
      return <PageFailure {...failure} />;
    }
    const rights = [right].flat();
    return rights.some((each) => hasRight(current.session, each)) ? (
      render(props, current)
    ) : (
      <RightMissing what={what} rights={rights} order={order} />
    );
  };
