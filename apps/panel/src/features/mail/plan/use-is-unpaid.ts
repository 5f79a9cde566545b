"use client";
import type { MailDomain } from "@zonepost/schema";
import { useNow } from "@/ui/clock.tsx";

/** Whether the plan's term has ended, also of mail that is deactivated. */
export const useIsUnpaid = ({ expiresAt }: Pick<MailDomain, "expiresAt">): boolean =>
  Date.parse(expiresAt) <= useNow().getTime();
