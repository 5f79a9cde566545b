import { NotFoundNotice } from "@/features/access/not-found-notice.tsx";

export default function NotFound() {
  return <NotFoundNotice />;
}
