import { NotFoundNotice } from "@/app/_parts/not-found-notice.tsx";

export default function NotFound() {
  return <NotFoundNotice />;
}
