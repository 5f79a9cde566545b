import { MailDomainSkeleton } from "@/features/mail/mail-domain-skeleton.tsx";

export default function Loading() {
  return <MailDomainSkeleton />;
}
