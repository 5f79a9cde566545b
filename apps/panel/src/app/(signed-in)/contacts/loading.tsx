import { ContactListSkeleton } from "@/features/contacts/contact-list-skeleton.tsx";

export default function Loading() {
  return <ContactListSkeleton />;
}
