import { ContactListSkeleton } from "./_parts/contact-list-skeleton.tsx";

export default function Loading() {
  return <ContactListSkeleton />;
}
