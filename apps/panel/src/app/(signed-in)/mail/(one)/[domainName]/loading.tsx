import { MailOverviewSkeleton } from "@/features/mail/mail-overview-skeleton.tsx";

export default function Loading() {
  return <MailOverviewSkeleton />;
}
