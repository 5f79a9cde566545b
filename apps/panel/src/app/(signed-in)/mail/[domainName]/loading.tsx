import { MailDomainSkeleton } from "./_parts/mail-domain-skeleton.tsx";

export default function Loading() {
  return <MailDomainSkeleton />;
}
