import { MailListSkeleton } from "../_parts/mail-list-skeleton.tsx";

export default function Loading() {
  return <MailListSkeleton />;
}
