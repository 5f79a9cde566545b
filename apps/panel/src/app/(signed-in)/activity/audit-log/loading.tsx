import { AuditLogSkeleton } from "@/features/audit-log/audit-log-skeleton.tsx";

export default function Loading() {
  return <AuditLogSkeleton />;
}
