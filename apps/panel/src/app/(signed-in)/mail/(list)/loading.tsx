import { MailListSkeleton } from "@/features/mail/mail-list-skeleton.tsx";

export default function Loading() {
  return <MailListSkeleton />;
}
