import { MailSectionSkeleton } from "@/features/mail/mail-section-skeleton.tsx";

export default function Loading() {
  return <MailSectionSkeleton />;
}
