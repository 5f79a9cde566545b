import { AuditLogSkeleton } from "./_parts/audit-log-skeleton.tsx";

export default function Loading() {
  return <AuditLogSkeleton />;
}
